// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/content/shard_options.h"

#include <array>

#include "core/base/named_value.h"

namespace masu::shards {

namespace {

constexpr std::array<std::string_view, 9> kNames = {"csv",      "npy", "npz",         "hdf5", "webdataset",
                                                    "tfrecord", "mds", "safetensors", "zip"};

}  // namespace

std::string_view name(Format format) {
  return kNames[static_cast<std::size_t>(format)];
}

std::optional<Format> formatFrom(std::string_view name) {
  return valueNamed<Format>(kNames, name);
}

const std::vector<Format>& formats() {
  static const std::vector<Format> all = [] {
    std::vector<Format> formats;
    for (std::size_t i = 0; i < kNames.size(); ++i) formats.push_back(static_cast<Format>(i));
    return formats;
  }();
  return all;
}

}  // namespace masu::shards
