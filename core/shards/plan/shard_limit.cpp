// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/plan/shard_limit.h"

#include <algorithm>

#include "core/flow/worker_pool.h"

namespace masu::shards {

namespace {

/// Cuts a split while the sizes of its samples pass by. A shard is closed before the sample that does not fit.
class Cutter {
 public:
  /// `readers` > 0: shards begin where that many of equal size would, too.
  Cutter(const ExportSplit& exportSplit, std::uint64_t samples, std::uint64_t bytes, std::uint64_t readers)
      : m_exportSplit(exportSplit), m_samples(samples), m_bytes(bytes), m_readers(readers) {}

  void add(std::uint64_t bytes) {
    const bool full = m_shards.empty() || m_shards.back().count == m_samples || bytes > m_bytes - m_taken;
    const bool begins = m_readers > 0 && m_position == m_nextShare;
    if (full || begins) {
      m_shards.push_back({&m_exportSplit, m_shards.size(), m_position, 0});
      m_taken = 0;
    }
    if (begins) {
      const std::uint64_t size = m_exportSplit.size();
      m_nextShare += size / m_readers + (m_share++ < size % m_readers ? 1 : 0);
    }
    ++m_shards.back().count;
    ++m_position;
    // One that takes more than is left for samples of any number is alone in its shard.
    m_taken = bytes > m_bytes - m_taken ? m_bytes : m_taken + bytes;
  }
  std::vector<Shard> take() { return std::move(m_shards); }
  std::size_t count() const { return m_shards.size(); }

 private:
  const ExportSplit& m_exportSplit;
  std::uint64_t m_samples;
  std::uint64_t m_bytes;  ///< for the samples of a shard
  std::uint64_t m_readers;
  std::uint64_t m_taken = 0;  ///< of them, by the last shard
  std::uint64_t m_position = 0;
  std::uint64_t m_share = 0;
  std::uint64_t m_nextShare = 0;
  std::vector<Shard> m_shards;
};

Error sampleTooLarge(const ExportSplit& exportSplit, std::uint64_t bytes, std::uint64_t limit) {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "A shard with a single sample of {0} takes {1} bytes, but a shard may take only {2}. Allow larger "
                    "shards (--shard-size)."),
          {Message::marked(exportSplit.name()), std::to_string(bytes), std::to_string(limit)}};
}

/// Calls use(bytes) for the samples of a split in their order.
template <class Use>
Result<void> forSizes(const ExportSplit& exportSplit, const ShardFormat& format, const CutRoom& room, Use use) {
  // Texts are not read to know their lengths.
  constexpr std::uint64_t kText = 256;
  std::uint64_t sampleBytes = sizeof(std::uint64_t);
  for (const store::ObjectInfo& object : room.dataset.objects())
    sampleBytes += object.isText() ? kText : object.sampleBytes();
  const std::uint64_t block = std::max<std::uint64_t>(room.blockBytes / sampleBytes, 1);
  const std::uint64_t size = exportSplit.size();
  std::vector<std::vector<std::uint64_t>> sizes(std::max(room.threads, 1U));
  for (std::uint64_t done = 0; done < size;) {
    if (room.stop.stop_requested()) return fail(Error::cancelled());
    const std::uint64_t blocks = std::min<std::uint64_t>(sizes.size(), (size - done + block - 1) / block);
    const auto measure = [&](std::size_t i, const std::stop_token& stop) -> Result<void> {
      const std::uint64_t first = done + i * block;
      std::vector<std::uint64_t> samples(std::min(block, size - first));
      exportSplit.samplesAt(first, samples);
      SampleReader reader(room.dataset, stop);
      MASU_TRY(sizes[i], format.mostBytes(reader, samples));
      return {};
    };
    MASU_CHECK(flow::forEachIndex(blocks, static_cast<unsigned>(blocks), room.stop, measure));
    for (std::uint64_t i = 0; i < blocks; ++i) {
      for (const std::uint64_t bytes : sizes[i]) MASU_CHECK(use(bytes));
      done += sizes[i].size();
    }
  }
  return {};
}

}  // namespace

Result<std::vector<Shard>> cutWithin(const ExportSplit& exportSplit, const ShardFormat& format,
                                     const ShardOptions& options, const CutRoom& room) {
  const std::uint64_t size = exportSplit.size();
  const std::uint64_t limit = options.shardBytes;
  const std::uint64_t most = options.shardSamples == 0 ? size : std::min(options.shardSamples, size);
  const std::uint64_t fixed = format.mostFixedBytes(most, limit);
  const std::uint64_t forSamples = limit > fixed ? limit - fixed : 0;
  Cutter full(exportSplit, most, forSamples, 0);
  Cutter shared(exportSplit, most, forSamples, options.readers);
  const auto add = [&](std::uint64_t bytes) -> Result<void> {
    if (bytes > forSamples) {
      const std::uint64_t alone = format.mostFixedBytes(1, bytes) + bytes;
      if (alone > limit) return fail(sampleTooLarge(exportSplit, alone, limit));
    }
    full.add(bytes);
    shared.add(bytes);
    return {};
  };
  if (const auto same = format.mostBytesOfAny()) {
    for (std::uint64_t i = 0; i < size; ++i) MASU_CHECK(add(*same));
  } else {
    MASU_CHECK(forSizes(exportSplit, format, room, add));
  }
  return full.count() >= options.readers ? full.take() : shared.take();
}

}  // namespace masu::shards
