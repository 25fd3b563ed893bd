// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/source_arrays.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/ascii.h"
#include "core/ingest/labels/label_rules.h"
#include "core/ingest/sources/source_opener.h"
#include "core/waveform/hdf5/hdf5_file.h"

namespace masu::ingest {
namespace {

/// Beside waveform::ElementType.
constexpr std::array<const char*, 12> kTypeNames = {"bool", "i8",  "u8",  "i16", "u16", "i32",
                                                    "u32",  "i64", "u64", "f16", "f32", "f64"};

bool tellsOfLabels(const std::string& path) {
  const std::string name = lowerCase(path.substr(path.rfind('/') + 1));
  constexpr std::array<std::string_view, 3> kParts = {"label", "target", "class"};
  return name == "y" || name.starts_with("y_") ||
         std::ranges::any_of(kParts, [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

}  // namespace

bool isHdf5(const std::filesystem::path& file) {
  const auto opened = io::File::openRead(file);
  const auto size = opened ? opened->size() : Result<std::uint64_t>(0);
  std::array<std::byte, 1024> head{};
  const auto known = std::span(head).first(std::min<std::uint64_t>(size.value_or(0), head.size()));
  return opened && opened->readAt(0, known) && waveform::isHdf5(known);
}

Result<std::vector<SourceArray>> arraysIn(const std::filesystem::path& file) {
  SourceOpener opener;
  MASU_TRY(io::File opened, opener.open(file));
  MASU_TRY(const auto listed, waveform::hdf5Arrays(std::move(opened)));
  std::vector<SourceArray> arrays;
  for (const waveform::ListedArray& array : listed) {
    SourceArray& added = arrays.emplace_back(SourceArray{array.name, array.shape, {}});
    if (array.type) added.type = kTypeNames[static_cast<std::size_t>(*array.type)];
  }
  return arrays;
}

bool canLabel(const SourceArray& labels, const SourceArray& features) {
  const bool list = labels.shape.size() == 1 || (labels.shape.size() == 2 && labels.shape[1] == 1);
  return list && !labels.type.empty() && !features.shape.empty() && labels.name != features.name &&
         labels.shape[0] == features.shape[0];
}

ArrayChoice proposedArrays(const std::vector<SourceArray>& arrays) {
  const SourceArray* features = nullptr;
  std::uint64_t largest = 0;
  for (const SourceArray& array : arrays) {
    const auto values = waveform::elementsOf(array.shape);
    if (array.type.empty() || array.shape.size() < 2 || !values || *values <= largest) continue;
    features = &array;
    largest = *values;
  }
  if (features == nullptr) return {};
  const auto labels = std::ranges::find_if(
      arrays, [&](const SourceArray& array) { return canLabel(array, *features) && tellsOfLabels(array.name); });
  return {features->name, labels == arrays.end() ? std::string() : labels->name};
}

ArrayChoice arraysOf(const RecordingOptions& options) {
  return {options.channels.size() == 1 ? options.channels.front() : std::string(), labelArrayOf(options)};
}

void setArrays(RecordingOptions& options, const ArrayChoice& choice) {
  options.channels.clear();
  if (!choice.features.empty()) options.channels.push_back(choice.features);
  setLabelRule(options, choice.labels.empty() ? std::string() : "array:" + choice.labels);
  // What was asked of windows belongs to what was chosen before.
  options.window = 0;
  options.windowSeconds = 0;
  options.hop.reset();
  options.oneWindow = false;
}

}  // namespace masu::ingest
