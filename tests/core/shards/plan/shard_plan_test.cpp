// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/plan/shard_plan.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;

namespace {

constexpr std::uint64_t kFixedBytes = 100;

/// A format whose samples are as large as it is told.
class ScriptedFormat final : public ShardFormat {
 public:
  explicit ScriptedFormat(std::vector<std::uint64_t> sizes, Usual usual = {})
      : m_sizes(std::move(sizes)), m_usual(usual) {}

  Usual usual() const override { return m_usual; }
  std::string path(const ExportSplit& exportSplit, std::uint64_t number) const override {
    return exportSplit.name() + std::to_string(number);
  }
  std::uint64_t fixedBytes(std::uint64_t) const override { return kFixedBytes; }
  Result<std::uint64_t> sampleBytes(SampleReader&, std::span<const std::uint64_t> samples) const override {
    std::uint64_t bytes = 0;
    for (const std::uint64_t sample : samples) bytes += m_sizes.at(sample);
    return bytes;
  }
  Result<std::vector<std::uint64_t>> mostBytes(SampleReader&, std::span<const std::uint64_t> samples) const override {
    std::vector<std::uint64_t> bytes;
    for (const std::uint64_t sample : samples) bytes.push_back(m_sizes.at(sample));
    return bytes;
  }
  Result<std::vector<ShardFile>> write(const std::filesystem::path&, const Shard&, const ShardRoom&,
                                       const JobContext&) const override {
    return fail(Errc::internal, "Nothing is written here.");
  }

 private:
  std::vector<std::uint64_t> m_sizes;
  Usual m_usual;
};

SampleSizes measured(const ScriptedFormat& format, std::uint64_t samples) {
  const FakeDataset dataset(samples);
  SampleReader reader(dataset, {});
  return SampleSizes::measure(format, reader).value();
}

/// With the samples of the splits' dataset, in blocks of a few.
Result<std::vector<Shard>> cut(const std::vector<ExportSplit>& splits, const ScriptedFormat& format,
                               const ShardOptions& options, const SampleSizes& sizes, std::uint64_t blockBytes = 40) {
  const FakeDataset dataset(1);
  return cutShards(splits, format, options, sizes, {dataset, 2, blockBytes});
}

/// So many samples of a dataset, one after the other.
ExportSplit splitOf(const std::string& name, std::uint64_t samples, std::uint64_t first, std::uint64_t count,
                    std::optional<std::uint64_t> key = std::nullopt) {
  store::Assignment assignment(samples, store::Split::unused);
  std::fill_n(assignment.begin() + static_cast<std::ptrdiff_t>(first), count, store::Split::train);
  return {name, loader::SampleIndex::of(assignment, store::Split::train), key};
}

std::vector<std::uint64_t> same(std::uint64_t samples, std::uint64_t bytes) {
  return std::vector<std::uint64_t>(samples, bytes);
}

/// The shards of a split follow each other, are numbered, and are all of it; none is empty.
void checkDivision(std::span<const Shard> shards, const ExportSplit& exportSplit) {
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    QCOMPARE(shards[i].exportSplit, &exportSplit);
    QCOMPARE(shards[i].number, std::uint64_t{i});
    QCOMPARE(shards[i].first, next);
    QVERIFY(shards[i].count > 0);
    next += shards[i].count;
  }
  QCOMPARE(next, exportSplit.size());
}

}  // namespace

class ShardPlanTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everySampleIsInOneShard();
  void shardsAreFullOrAlike();
  void bytesAreObeyed();
  void samplesOfAnySizeStayWithinTheLimit();
  void withoutAWishTheFormatDecides();
  void tooFewSamplesForTheReaders();
  void fewSamplesAreMeasuredOneByOne();
  void manySamplesAreMeasuredWhereTheyAre();
};

void ShardPlanTest::everySampleIsInOneShard() {
  constexpr std::uint64_t kSamples = 120;
  const ScriptedFormat format(same(kSamples, 10));
  const SampleSizes sizes = measured(format, kSamples);
  for (std::uint64_t first = 1; first <= 60; ++first) {
    const std::vector<ExportSplit> splits = {splitOf("train", kSamples, 0, first),
                                             splitOf("test", kSamples, first, 60)};
    for (const std::uint64_t samples : {0, 1, 7, 59, 60, 1000}) {
      for (const std::uint64_t readers : {std::uint64_t{1}, std::uint64_t{2}, first}) {
        if (readers > first) continue;
        ShardOptions options;
        options.shardSamples = samples;
        options.readers = readers;
        const auto shards = cut(splits, format, options, sizes);
        QVERIFY(shards);
        const auto second = std::ranges::find(*shards, &splits[1], &Shard::exportSplit);
        checkDivision({shards->begin(), second}, splits[0]);
        checkDivision({second, shards->end()}, splits[1]);
      }
    }
  }
}

void ShardPlanTest::shardsAreFullOrAlike() {
  for (std::uint64_t size = 1; size <= 50; ++size) {
    const ScriptedFormat format(same(size, 10));
    const SampleSizes sizes = measured(format, size);
    const std::vector<ExportSplit> splits = {splitOf("train", size, 0, size)};
    for (std::uint64_t full = 1; full <= size + 1; ++full) {
      for (std::uint64_t readers = 1; readers <= size; ++readers) {
        ShardOptions options;
        options.shardSamples = full;
        options.readers = readers;
        const auto shards = cut(splits, format, options, sizes);
        QVERIFY(shards);
        QCOMPARE(shards->size(), std::size_t(std::max(readers, (size + full - 1) / full)));
        const auto [least, most] = std::ranges::minmax(*shards, {}, &Shard::count);
        QVERIFY(most.count <= full);
        if ((size + full - 1) / full >= readers) {
          for (std::size_t i = 0; i + 1 < shards->size(); ++i) QCOMPARE((*shards)[i].count, std::min(full, size));
        } else {
          QVERIFY(most.count - least.count <= 1);
        }
      }
    }
  }
}

void ShardPlanTest::bytesAreObeyed() {
  constexpr std::uint64_t kSamples = 64;
  for (const std::uint64_t bytes : {1, 10, 33, 5000}) {
    const ScriptedFormat format(same(kSamples, bytes));
    const SampleSizes sizes = measured(format, kSamples);
    const std::vector<ExportSplit> splits = {splitOf("train", kSamples, 0, kSamples)};
    for (const std::uint64_t asked : {1, 100, 101, 150, 433, 1000, 100000}) {
      ShardOptions options;
      options.shardBytes = asked;
      const auto shards = cut(splits, format, options, sizes);
      QCOMPARE(shards.has_value(), kFixedBytes + bytes <= asked);
      if (!shards) {
        QCOMPARE(shards.error().code, Errc::invalidArgument);
        continue;
      }
      checkDivision(*shards, splits.front());
      for (const Shard& shard : *shards) QVERIFY(kFixedBytes + shard.count * bytes <= asked);
      // One more sample would have been too much.
      const std::uint64_t first = shards->front().count;
      QVERIFY(first == kSamples || kFixedBytes + (first + 1) * bytes > asked);
      // Whichever is less, where both are asked for.
      options.shardSamples = 3;
      const auto both = cut(splits, format, options, sizes);
      QVERIFY(both);
      QCOMPARE(both->front().count, std::min<std::uint64_t>(3, first));
    }
  }
}

void ShardPlanTest::samplesOfAnySizeStayWithinTheLimit() {
  constexpr std::uint64_t kSamples = 200;
  std::vector<std::uint64_t> bytes(kSamples);
  for (std::uint64_t i = 0; i < kSamples; ++i) bytes[i] = i % 50 == 49 ? 250 : 1 + i * i % 37;
  const ScriptedFormat format(bytes);
  const SampleSizes sizes = measured(format, kSamples);
  for (const std::optional<std::uint64_t> key : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(5)}) {
    const std::vector<ExportSplit> splits = {splitOf("train", kSamples, 0, kSamples, key)};
    const auto bytesOf = [&](std::uint64_t first, std::uint64_t count) {
      std::vector<std::uint64_t> samples(count);
      splits.front().samplesAt(first, samples);
      std::uint64_t sum = kFixedBytes;
      for (const std::uint64_t sample : samples) sum += bytes[sample];
      return sum;
    };
    for (const std::uint64_t readers : {1, 7, 150}) {
      ShardOptions options;
      options.shardBytes = kFixedBytes + 260;
      options.readers = readers;
      const auto shards = cut(splits, format, options, sizes);
      QVERIFY(shards);
      checkDivision(*shards, splits.front());
      QVERIFY(shards->size() >= readers);
      for (const Shard& shard : *shards) QVERIFY(bytesOf(shard.first, shard.count) <= options.shardBytes);
      for (std::size_t i = 0; readers == 1 && i + 1 < shards->size(); ++i)
        QVERIFY(bytesOf((*shards)[i].first, (*shards)[i].count + 1) > options.shardBytes);
    }
  }
}

void ShardPlanTest::withoutAWishTheFormatDecides() {
  constexpr std::uint64_t kSamples = 40;
  const std::vector<ExportSplit> splits = {splitOf("train", kSamples, 0, kSamples)};
  const auto firstOf = [&](const ScriptedFormat& format, const ShardOptions& options) {
    return cut(splits, format, options, measured(format, kSamples)).value().front().count;
  };
  const ScriptedFormat bySamples(same(kSamples, 10), {.samples = 7, .bytes = 0});
  const ScriptedFormat byBytes(same(kSamples, 10), {.samples = 0, .bytes = kFixedBytes + 50});
  const ScriptedFormat byNothing(same(kSamples, 10));
  QCOMPARE(firstOf(bySamples, {}), std::uint64_t{7});
  QCOMPARE(firstOf(byBytes, {}), std::uint64_t{5});
  QCOMPARE(firstOf(byNothing, {}), kSamples);
  // A wish is all that counts then.
  ShardOptions wish;
  wish.shardSamples = 20;
  QCOMPARE(firstOf(bySamples, wish), std::uint64_t{20});
  QCOMPARE(firstOf(byBytes, wish), std::uint64_t{20});
  wish = {};
  wish.shardBytes = kFixedBytes + 300;
  QCOMPARE(firstOf(bySamples, wish), std::uint64_t{30});
}

void ShardPlanTest::tooFewSamplesForTheReaders() {
  const ScriptedFormat format(same(10, 10));
  const SampleSizes sizes = measured(format, 10);
  const std::vector<ExportSplit> splits = {splitOf("train", 10, 0, 8), splitOf("validation", 10, 8, 2)};
  ShardOptions options;
  options.readers = 2;
  const auto enough = cut(splits, format, options, sizes);
  QVERIFY(enough);
  QCOMPARE(enough->size(), std::size_t{4});
  options.readers = 3;
  const auto refused = cut(splits, format, options, sizes);
  QVERIFY(!refused);
  QCOMPARE(refused.error().code, Errc::invalidArgument);
  QVERIFY(refused.error().message.english().find("validation") != std::string::npos);
}

void ShardPlanTest::fewSamplesAreMeasuredOneByOne() {
  for (std::uint64_t samples = 1; samples <= 64; ++samples) {
    std::vector<std::uint64_t> bytes(samples);
    for (std::uint64_t i = 0; i < samples; ++i) bytes[i] = 1 + i * i % 37;
    const ScriptedFormat format(bytes);
    const SampleSizes sizes = measured(format, samples);
    const ExportSplit stored = splitOf("all", samples, 0, samples);
    const ExportSplit shuffled = splitOf("all", samples, 0, samples, 5);
    const auto mean = [&](std::uint64_t first, std::uint64_t count) {
      const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(first);
      const std::uint64_t sum = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(count), std::uint64_t{0});
      return static_cast<double>(sum) / static_cast<double>(count);
    };
    for (std::uint64_t first = 0; first < samples; ++first) {
      for (std::uint64_t count = 1; first + count <= samples; ++count) {
        QVERIFY(std::abs(sizes.meanOf(stored, first, count) - mean(first, count)) < 1e-9);
        // Shuffled samples are from everywhere.
        QVERIFY(std::abs(sizes.meanOf(shuffled, first, count) - mean(0, samples)) < 1e-9);
      }
    }
  }
}

void ShardPlanTest::manySamplesAreMeasuredWhereTheyAre() {
  constexpr std::uint64_t kSamples = 200'003;  // no place is as large as another
  std::vector<std::uint64_t> bytes(kSamples);
  std::iota(bytes.begin(), bytes.end(), std::uint64_t{1000});
  const ScriptedFormat format(bytes);
  const SampleSizes sizes = measured(format, kSamples);
  const ExportSplit all = splitOf("all", kSamples, 0, kSamples);
  // Records grow: the mean of each place is known to what its samples differ by.
  constexpr double kPlace = static_cast<double>(kSamples) / 64;
  for (std::uint64_t first = 0; first < kSamples; first += 17'777) {
    for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{5000}, kSamples - first}) {
      if (first + count > kSamples) continue;
      const double mean = 1000 + static_cast<double>(first) + static_cast<double>(count - 1) / 2;
      QVERIFY(std::abs(sizes.meanOf(all, first, count) - mean) <= kPlace);
    }
  }
  QCOMPARE(sizes.meanOf(all, 0, 0), sizes.meanOf(splitOf("all", kSamples, 0, kSamples, 1), 0, 10));
}

MASU_TEST(ShardPlanTest)
#include "shard_plan_test.moc"
