// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/spec_options.h"

#include <algorithm>
#include <utility>

namespace masu::metrics {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr Pair kOptions[] = {
    {"dataset", "FILE"},
    {"manifest", "--manifest"},
    {"models", "--model"},
    {"shape", "--shape"},
    {"epochs", "--epochs"},
    {"batch", "--batch"},
    {"slices", "--slices"},
    {"learning_rate", "--lr"},
    {"repeats", "--repeats"},
    {"optimizer", "--optimizer"},
    {"schedule", "--schedule"},
    {"loss", "--loss"},
    {"class_weights", "--class-weights"},
    {"augment", "--augment"},
    {"verify", "--no-verify"},
    {"balance", "--balance"},
    {"calibrate", "--calibrate"},
    {"blocks", "--blocks"},
    {"weight_decay", "--weight-decay"},
    {"clip", "--clip"},
    {"patience", "--patience"},
    {"seed", "--seed"},
    {"keep_every", "--keep-every"},
    {"keep", "--keep"},
    {"save_seconds", "save_seconds"},  // the interval is not for people to choose
    {"timeout_seconds", "--timeout"},
    {"resume", "--resume"},
    {"overwrite", "--overwrite"},
    {"out", "--out"},
    {"threads", "--threads"},
    {"memory_bytes", "--memory"},
    {"recipe", "recipe"},  // what was chosen, which nobody states
};

}  // namespace

std::string_view optionOf(std::string_view field) {
  const auto* const found = std::ranges::find(kOptions, field, &Pair::first);
  return found == std::ranges::end(kOptions) ? std::string_view() : found->second;
}

}  // namespace masu::metrics
