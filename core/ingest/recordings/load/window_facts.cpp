// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/window_facts.h"

#include "core/ingest/recordings/read/segments.h"

namespace masu::ingest {
namespace {

template <class T>
Result<void> writeValues(store::DatasetWriter& writer, std::size_t object, std::uint64_t first,
                         const std::vector<T>& values) {
  return writer.write(object, first, std::as_bytes(std::span(values)));
}

Result<void> writeLabels(const FactsTarget& to, std::size_t object, std::uint64_t first,
                         const std::vector<waveform::Window>& windows) {
  if (to.plan.target == store::Target::values) {
    if (to.usable.labelType == table::DType::i64) {
      std::vector<std::int64_t> wholes;
      for (const auto& window : windows) wholes.push_back(to.usable.labelWholes[window.segment]);
      return writeValues(to.writer, object, first, wholes);
    }
    std::vector<double> values;
    for (const auto& window : windows) values.push_back(to.usable.labelValues[window.segment]);
    if (to.usable.labelType == table::DType::f64) return writeValues(to.writer, object, first, values);
    return writeValues(to.writer, object, first, std::vector<float>(values.begin(), values.end()));
  }
  const auto type = table::narrowestUnsigned(to.plan.classes.empty() ? 0 : to.plan.classes.size() - 1);
  return table::dispatch(type, [&](auto tag) -> Result<void> {
    using Code = decltype(tag);
    if constexpr (std::is_integral_v<Code>) {
      std::vector<Code> codes;
      for (const auto& window : windows) codes.push_back(static_cast<Code>(to.usable.labelCodes[window.segment]));
      return writeValues(to.writer, object, first, codes);
    }
    return {};
  });
}

}  // namespace

Result<void> writeFacts(const FactsTarget& to, std::uint64_t first, const std::vector<waveform::Window>& windows) {
  std::size_t object = to.firstObject;
  if (to.plan.target != store::Target::none) MASU_CHECK(writeLabels(to, object++, first, windows));
  const bool images = holdsImages(to.plan);
  std::vector<std::int32_t> groups;
  std::vector<store::Origin> origins;
  for (const auto& window : windows) {
    groups.push_back(to.usable.groups[window.segment]);
    const std::uint64_t position = images ? window.start / to.plan.recordings().window : window.start;
    origins.push_back({static_cast<std::uint32_t>(window.recording), position});
  }
  MASU_CHECK(writeValues(to.writer, object++, first, groups));
  return writeValues(to.writer, object, first, origins);
}

}  // namespace masu::ingest
