#include "core/shards/sample_reader.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/loader/channel_map.h"
#include "core/store/convert.h"

namespace masu::shards {

namespace {

constexpr std::string_view kKeptPrefix = "kept/";
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

Result<std::vector<double>> SampleReader::values(const store::ObjectInfo& object,
                                                 std::span<const std::uint64_t> samples) {
  MASU_TRY(const std::span<const std::byte> stored, rows(object, samples));
  std::vector<double> values(samples.size() * object.valuesPerSample());
  store::toDouble(object.dtype, stored, values);
  if (!store::isAffine(object, m_dataset.meta().schema)) return values;
  const loader::ChannelMap map = loader::channelMapOf(m_dataset, object);
  const double missing = table::lowest(object.dtype);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t channel = i / map.run % map.channels;
    values[i] = values[i] == missing ? std::numeric_limits<double>::quiet_NaN()
                                     : values[i] * map.scale[channel] + map.offset[channel];
  }
  return values;
}

Result<std::vector<std::string>> SampleReader::texts(const store::ObjectInfo& object,
                                                     std::span<const std::uint64_t> samples) {
  const std::string_view column = std::string_view(object.name).substr(kKeptPrefix.size());
  std::vector<std::string> texts(samples.size());
  std::vector<std::size_t> order(samples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!std::ranges::is_sorted(samples)) std::ranges::sort(order, {}, [&](std::size_t i) { return samples[i]; });
  for (std::size_t begin = 0; begin < order.size();) {
    if (m_stop.stop_requested()) return fail(Error::cancelled());
    std::size_t end = begin + 1;
    while (end < order.size() && samples[order[end]] - samples[order[end - 1]] <= kTextGap) ++end;
    const std::uint64_t first = samples[order[begin]];
    MASU_TRY(std::vector<std::string> run, m_dataset.readTexts(column, first, samples[order[end - 1]] - first + 1));
    for (; begin < end; ++begin) texts[order[begin]] = std::move(run[samples[order[begin]] - first]);
  }
  return texts;
}

}  // namespace masu::shards
