// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/content/sample_reader.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/loader/transform/channel_map.h"
#include "core/store/format/convert.h"
#include "core/store/format/layout.h"

namespace masu::shards {

namespace {

using store::layout::kKeptPrefix;
/// Texts this near are read together.
constexpr std::uint64_t kTextGap = 64;

bool isRun(std::span<const std::uint64_t> samples) {
  return std::ranges::adjacent_find(samples, [](auto a, auto b) { return b != a + 1; }) == samples.end();
}

}  // namespace

Result<std::span<const std::byte>> SampleReader::rows(const store::ObjectInfo& object,
                                                      std::span<const std::uint64_t> samples) {
  Slot& slot = m_slots[&object];
  if (samples.empty()) return std::span<const std::byte>();
  if (!isRun(samples)) return slot.scattered.read(m_dataset, object, samples, m_stop);
  slot.run.resize(samples.size() * object.sampleBytes());
  MASU_CHECK(m_dataset.read(object, samples.front(), samples.size(), slot.run));
  return std::span<const std::byte>(slot.run);
}

Result<std::span<const double>> SampleReader::values(const store::ObjectInfo& object,
                                                     std::span<const std::uint64_t> samples) {
  MASU_TRY(const std::span<const std::byte> stored, rows(object, samples));
  std::vector<double>& values = m_slots[&object].values;
  values.resize(samples.size() * object.valuesPerSample());
  store::toDouble(object.dtype, stored, values);
  if (!store::isAffine(object, m_dataset.meta().schema)) return std::span<const double>(values);
  const loader::ChannelMap map = loader::channelMapOf(m_dataset, object);
  const double missing = table::lowest(object.dtype);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t channel = i / map.run % map.channels;
    values[i] = values[i] == missing ? std::numeric_limits<double>::quiet_NaN()
                                     : values[i] * map.scale[channel] + map.offset[channel];
  }
  return std::span<const double>(values);
}

/// Runs of samples that are near each other in the file: run(first, count, order), where `order` says which of
/// `samples` fall into it.
template <class Run>
Result<void> SampleReader::forNear(std::span<const std::uint64_t> samples, Run run) const {
  std::vector<std::size_t> order(samples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!std::ranges::is_sorted(samples)) std::ranges::sort(order, {}, [&](std::size_t i) { return samples[i]; });
  for (std::size_t begin = 0; begin < order.size();) {
    if (m_stop.stop_requested()) return fail(Error::cancelled());
    std::size_t end = begin + 1;
    while (end < order.size() && samples[order[end]] - samples[order[end - 1]] <= kTextGap) ++end;
    const std::uint64_t first = samples[order[begin]];
    MASU_CHECK(run(first, samples[order[end - 1]] - first + 1, std::span(order).subspan(begin, end - begin)));
    begin = end;
  }
  return {};
}

Result<std::vector<std::uint32_t>> SampleReader::textLengths(const store::ObjectInfo& ends,
                                                             std::span<const std::uint64_t> samples) {
  std::vector<std::uint32_t> lengths(samples.size());
  std::vector<std::uint64_t> read;
  const auto readNear = [&](std::uint64_t first, std::uint64_t count, auto order) -> Result<void> {
    // The end of the text before is where the first one begins.
    const std::uint64_t before = first == 0 ? 0 : 1;
    read.resize(count + before);
    MASU_CHECK(m_dataset.read(ends, first - before, read.size(), std::as_writable_bytes(std::span(read))));
    for (const std::size_t i : order) {
      const std::uint64_t at = samples[i] - first + before;
      lengths[i] = static_cast<std::uint32_t>(read[at] - (at == 0 ? 0 : read[at - 1]));
    }
    return {};
  };
  MASU_CHECK(forNear(samples, readNear));
  return lengths;
}

Result<std::vector<store::Origin>> SampleReader::origins(const store::ObjectInfo& object,
                                                         std::span<const std::uint64_t> samples) {
  std::vector<store::Origin> origins(samples.size());
  std::vector<store::Origin> read;
  const auto readNear = [&](std::uint64_t first, std::uint64_t count, auto order) -> Result<void> {
    read.resize(count);
    MASU_CHECK(m_dataset.read(object, first, count, std::as_writable_bytes(std::span(read))));
    for (const std::size_t i : order) origins[i] = read[samples[i] - first];
    return {};
  };
  MASU_CHECK(forNear(samples, readNear));
  return origins;
}

Result<std::vector<std::string>> SampleReader::texts(const store::ObjectInfo& object,
                                                     std::span<const std::uint64_t> samples) {
  const std::string_view column = std::string_view(object.name).substr(kKeptPrefix.size());
  std::vector<std::string> texts(samples.size());
  MASU_CHECK(forNear(samples, [&](std::uint64_t first, std::uint64_t count, auto order) -> Result<void> {
    MASU_TRY(std::vector<std::string> run, m_dataset.readTexts(column, first, count));
    for (const std::size_t i : order) texts[i] = std::move(run[samples[i] - first]);
    return {};
  }));
  return texts;
}

}  // namespace masu::shards
