// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/plan/shard_limit.h"

#include <QTest>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;

namespace {

/// A format whose samples take what they are said to take, and whose heads are longer for more samples.
class ListedFormat final : public ShardFormat {
 public:
  explicit ListedFormat(std::vector<std::uint64_t> sizes, bool same = false)
      : m_sizes(std::move(sizes)), m_same(same) {}

  std::string path(const ExportSplit&, std::uint64_t) const override { return {}; }
  std::uint64_t fixedBytes(std::uint64_t samples) const override { return 100 + samples; }
  Result<std::vector<std::uint64_t>> mostBytes(SampleReader&, std::span<const std::uint64_t> samples) const override {
    std::vector<std::uint64_t> bytes;
    for (const std::uint64_t sample : samples) bytes.push_back(m_sizes.at(sample));
    return bytes;
  }
  std::optional<std::uint64_t> mostBytesOfAny() const override {
    return m_same ? std::optional(m_sizes.front()) : std::nullopt;
  }
  Result<std::vector<ShardFile>> write(const std::filesystem::path&, const Shard&, const ShardRoom&,
                                       const JobContext&) const override {
    return fail(Errc::internal, "Nothing is written here.");
  }

 private:
  std::vector<std::uint64_t> m_sizes;
  bool m_same;
};

ExportSplit wholeSplit(std::uint64_t samples, std::optional<std::uint64_t> key = std::nullopt) {
  return {"train", loader::SampleIndex::whole(samples), key};
}

ShardOptions limited(std::uint64_t bytes, std::uint64_t samples = 0, std::uint64_t readers = 1) {
  ShardOptions options;
  options.shardBytes = bytes;
  options.shardSamples = samples;
  options.readers = readers;
  return options;
}

}  // namespace

class ShardLimitTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 500;

  const FakeDataset m_dataset{kSamples};
  std::vector<std::uint64_t> m_sizes;

  Result<std::vector<Shard>> cut(const ExportSplit& split, const ShardFormat& format, const ShardOptions& options,
                                 unsigned threads = 2, std::uint64_t blockBytes = 40) const {
    return cutWithin(split, format, options, {m_dataset, threads, blockBytes});
  }
  /// Of the samples of a shard, as they are in its split.
  std::uint64_t bytesOf(const Shard& shard) const {
    std::vector<std::uint64_t> samples(shard.count);
    shard.exportSplit->samplesAt(shard.first, samples);
    std::uint64_t bytes = 0;
    for (const std::uint64_t sample : samples) bytes += m_sizes[sample];
    return bytes;
  }
  /// Whether the shards are the whole split, one after the other, and numbered.
  static bool isDivision(const std::vector<Shard>& shards, const ExportSplit& split) {
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < shards.size(); ++i) {
      const Shard& shard = shards[i];
      if (shard.exportSplit != &split || shard.number != i || shard.first != next || shard.count == 0) return false;
      next += shard.count;
    }
    return next == split.size();
  }

 private Q_SLOTS:
  void initTestCase() {
    for (std::uint64_t i = 0; i < kSamples; ++i) m_sizes.push_back(1 + i * i % 97);
  }

  void shardsAreFullAndWithinTheLimit() {
    const ListedFormat format(m_sizes);
    for (const auto& key : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(9)}) {
      const ExportSplit split = wholeSplit(kSamples, key);
      for (const std::uint64_t limit : {1200U, 5000U, 100000U}) {
        for (const std::uint64_t most : {0U, 1U, 7U}) {
          const auto shards = cut(split, format, limited(limit, most));
          QVERIFY(shards);
          QVERIFY(isDivision(*shards, split));
          for (std::size_t i = 0; i < shards->size(); ++i) {
            const Shard& shard = (*shards)[i];
            QVERIFY(format.fixedBytes(shard.count) + bytesOf(shard) <= limit);
            if (most > 0) QVERIFY(shard.count <= most);
            if (i + 1 == shards->size() || shard.count == most) continue;
            // No sample more would fit beside the head of a shard of as many samples as there may be.
            const std::uint64_t fixed = format.fixedBytes(most == 0 ? kSamples : most);
            const Shard longer{&split, 0, shard.first, shard.count + 1};
            QVERIFY(fixed + bytesOf(longer) > limit);
          }
        }
      }
    }
  }

  void blocksAndThreadsChangeNothing() {
    const ListedFormat format(m_sizes);
    const ExportSplit split = wholeSplit(kSamples);
    const auto expected = cut(split, format, limited(2000));
    QVERIFY(expected);
    for (const unsigned threads : {1U, 3U}) {
      for (const std::uint64_t block : {1U, 100U, 1U << 20U}) {
        const auto shards = cut(split, format, limited(2000), threads, block);
        QVERIFY(shards);
        QCOMPARE(shards->size(), expected->size());
        for (std::size_t i = 0; i < shards->size(); ++i) QCOMPARE((*shards)[i].count, (*expected)[i].count);
      }
    }
  }

  void samplesOfOneSizeAreNotRead() {
    const ListedFormat format({10}, true);
    const ExportSplit split = wholeSplit(kSamples);
    const auto shards = cut(split, format, limited(700));
    QVERIFY(shards);
    QVERIFY(isDivision(*shards, split));
    // 100 + 500 bytes at most are before ten samples.
    for (std::size_t i = 0; i + 1 < shards->size(); ++i) QCOMPARE((*shards)[i].count, std::uint64_t{10});
  }

  void readersGetAShardEach() {
    const ListedFormat format(m_sizes);
    const ExportSplit split = wholeSplit(kSamples);
    const auto few = cut(split, format, limited(1 << 20, 0, 3));
    QVERIFY(few);
    QVERIFY(isDivision(*few, split));
    QCOMPARE(few->size(), std::size_t{3});
    for (const Shard& shard : *few) QVERIFY(shard.count >= 166 && shard.count <= 167);
    // Where there are enough anyway, they stay full.
    const auto many = cut(split, format, limited(2000, 0, 3));
    const auto alone = cut(split, format, limited(2000));
    QVERIFY(many && alone);
    QCOMPARE(many->size(), alone->size());
  }

  void aSampleThatFitsInNoShardIsSaid() {
    std::vector<std::uint64_t> sizes = m_sizes;
    sizes[321] = 1000;
    const ListedFormat format(sizes);
    const ExportSplit split = wholeSplit(kSamples);
    // Alone, it takes a head for one sample.
    QVERIFY(cut(split, format, limited(1101)));
    const auto refused = cut(split, format, limited(1100));
    QVERIFY(!refused);
    QVERIFY(refused.error().code == Errc::invalidArgument);
    const std::string sentence = refused.error().message.english();
    for (const char* part : {"train", "1101", "1100", "--shard-size"})
      QVERIFY2(sentence.find(part) != std::string::npos, sentence.c_str());
  }

  void aStoppedCutIsCancelled() {
    std::stop_source source;
    source.request_stop();
    const ExportSplit split = wholeSplit(kSamples);
    const auto stopped = cutWithin(split, ListedFormat(m_sizes), limited(2000), {m_dataset, 1, 40, source.get_token()});
    QVERIFY(stopped.error().code == Errc::cancelled);
  }
};

MASU_TEST(ShardLimitTest)
#include "shard_limit_test.moc"
