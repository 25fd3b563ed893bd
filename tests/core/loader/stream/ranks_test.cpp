// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cstring>

#include "core/loader/order/rank_slice.h"
#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace streams;

namespace {

constexpr std::uint64_t kSamples = 1003;
constexpr std::uint64_t kChunk = 37;
constexpr std::uint64_t kBatch = 50;  ///< two thirds of the samples leave a tail of 18

StreamOptions optionsFor(Shuffle shuffle, std::uint64_t memory) {
  StreamOptions options;
  options.shuffle = shuffle;
  options.batch = kBatch;
  options.epochs = 2;
  options.seed = 3;
  options.blocks = shuffle == Shuffle::blocks ? 4 : 0;
  options.capacity = shuffle == Shuffle::queue ? 100 : 0;
  options.resources = {2, memory};
  return options;
}

/// What counts of a batch: sample numbers and the bits of their features and shares.
struct Part {
  std::vector<std::uint64_t> indices;
  std::vector<float> features;
  std::vector<float> shares;

  bool operator==(const Part&) const = default;
  void append(const Batch& batch) {
    const std::uint64_t own = batch.samples - batch.padding;
    const auto add = [&](auto& to, auto from) {
      const auto counted = from.first(from.size() / batch.samples * own);
      to.insert(to.end(), counted.begin(), counted.end());
    };
    add(indices, batch.indices);
    add(features, batch.features);
    add(shares, batch.shares);
  }
};

/// The batches of a rank, from `skip` on; empty after an error.
std::vector<BatchPtr> batchesOf(const std::shared_ptr<FakeDataset>& dataset, const StreamOptions& options) {
  const Assignment assignment = twoThirds(kSamples);
  std::vector<BatchPtr> batches;
  auto stream = openStream(dataset, &assignment, options);
  if (!stream) {
    qWarning("%s", stream.error().message.english().c_str());
    return batches;
  }
  for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) batches.push_back(*batch);
  return batches;
}

/// What all ranks of a world have of each batch, joined in the order of the ranks.
std::vector<Part> joined(const std::shared_ptr<FakeDataset>& dataset, StreamOptions options, std::uint64_t world) {
  std::vector<Part> parts;
  options.world = world;
  for (options.rank = 0; options.rank < world; ++options.rank) {
    options.resources.threads = 1 + static_cast<unsigned>(options.rank % 3);
    const auto batches = batchesOf(dataset, options);
    if (options.rank == 0) parts.resize(batches.size());
    if (batches.size() != parts.size()) return {};
    for (std::size_t i = 0; i < batches.size(); ++i) parts[i].append(*batches[i]);
  }
  return parts;
}

std::string stateAfter(const std::shared_ptr<FakeDataset>& dataset, const StreamOptions& options, std::uint64_t count) {
  const Assignment assignment = twoThirds(kSamples);
  auto stream = openStream(dataset, &assignment, options);
  for (std::uint64_t i = 0; i < count; ++i) (void)(*stream)->next({});
  return (*stream)->state();
}

}  // namespace

class RanksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void slicesAreTheBatch();
  void ranksTogetherHaveTheBatch_data();
  void ranksTogetherHaveTheBatch();
  void anotherWorldResumes();
  void shortTailLeavesNoRankWithoutABatch();
  void paddedRanksHaveBatchesOfOneSize();
  void droppedTailIsDroppedByAll();
  void mixedSamplesAreThoseOfOneRank();
  void batchesMadeAgainAreTheSame();
  void ranksThatCannotBeAreRefused();
};

void RanksTest::slicesAreTheBatch() {
  for (std::uint64_t world = 1; world <= 5; ++world) {
    for (std::uint64_t samples = 1; samples <= 23; ++samples) {
      std::uint64_t next = 0;
      for (std::uint64_t rank = 0; rank < world; ++rank) {
        const BatchSlice slice = RankSlice{rank, world}.of(samples);
        QVERIFY(slice.count > 0 && slice.end() <= samples);
        QVERIFY(slice.own() == samples / world || slice.own() == samples / world + 1);
        if (slice.borrowed) continue;
        QCOMPARE(slice.first, next);
        next = slice.end();
      }
      QCOMPARE(next, samples);
    }
  }
}

void RanksTest::ranksTogetherHaveTheBatch_data() {
  QTest::addColumn<int>("shuffle");
  QTest::addColumn<quint64>("memory");
  for (const Shuffle shuffle : {Shuffle::none, Shuffle::blocks, Shuffle::exact, Shuffle::queue, Shuffle::balanced}) {
    for (const std::uint64_t memory : {kScarce, std::uint64_t{20'000}, kPlenty}) {
      QTest::addRow("%s, %llu bytes", std::string(name(shuffle)).c_str(), static_cast<unsigned long long>(memory))
          << int(shuffle) << quint64(memory);
    }
  }
}

void RanksTest::ranksTogetherHaveTheBatch() {
  QFETCH(int, shuffle);
  QFETCH(quint64, memory);
  if (Shuffle(shuffle) == Shuffle::balanced && memory != kPlenty) QSKIP("a balanced shuffle lists its samples");
  const auto dataset = numbered(kSamples, kChunk);
  StreamOptions options = optionsFor(Shuffle(shuffle), memory);
  options.augment.noise = 0.5;  // which follows the sample, not the rank
  const std::vector<Part> whole = joined(dataset, options, 1);
  QCOMPARE(whole.size(), std::size_t{28});
  for (std::uint64_t world = 2; world <= 4; ++world) QVERIFY(joined(dataset, options, world) == whole);
}

/// States of one rank of three, at every batch, go on as two ranks and as one.
void RanksTest::anotherWorldResumes() {
  const auto dataset = numbered(kSamples, kChunk);
  for (const Shuffle shuffle : {Shuffle::blocks, Shuffle::exact, Shuffle::queue}) {
    StreamOptions options = optionsFor(shuffle, kScarce);
    options.epochs = 1;
    const std::vector<Part> whole = joined(dataset, options, 1);
    for (std::uint64_t count = 0; count < whole.size(); ++count) {
      StreamOptions third = options;
      third.rank = count % 3;
      third.world = 3;
      StreamOptions rest = options;
      rest.resume = stateAfter(dataset, third, count);
      for (const std::uint64_t world : {1, 2}) {
        const std::vector<Part> tail = joined(dataset, rest, world);
        QCOMPARE(tail.size(), whole.size() - count);
        QVERIFY(std::equal(tail.begin(), tail.end(), whole.begin() + static_cast<std::ptrdiff_t>(count)));
      }
    }
  }
}

/// 668 samples in batches of 37 leave a tail of two.
void RanksTest::shortTailLeavesNoRankWithoutABatch() {
  const auto dataset = numbered(kSamples, kChunk);
  for (const bool weighted : {true, false}) {
    if (!weighted) std::erase_if(dataset->editObjects(), [](const auto& object) { return object.name == "weights"; });
    StreamOptions options = optionsFor(Shuffle::exact, kScarce);
    options.batch = 37;
    options.epochs = 1;
    options.world = 4;
    for (options.rank = 0; options.rank < 4; ++options.rank) {
      const auto batches = batchesOf(dataset, options);
      QCOMPARE(batches.size(), std::size_t{19});
      for (const BatchPtr& batch : batches) {
        const bool borrowed = batch->number == 18 && options.rank >= 2;
        QVERIFY(batch->samples > 0);
        QCOMPARE(batch->padding, std::uint64_t{borrowed ? 1U : 0U});
        QCOMPARE(batch->weights.size(), batch->samples);
        for (std::uint64_t i = 0; i < batch->samples; ++i) {
          const float own = weighted ? static_cast<float>(batch->indices[i]) / 2 : 1.0F;
          QCOMPARE(batch->weights[i], borrowed ? 0.0F : own);
        }
      }
    }
  }
}

void RanksTest::paddedRanksHaveBatchesOfOneSize() {
  const auto dataset = numbered(kSamples, kChunk);
  std::erase_if(dataset->editObjects(), [](const auto& object) { return object.name == "weights"; });
  for (const std::uint64_t batch : {50, 37}) {
    StreamOptions options = optionsFor(Shuffle::blocks, kScarce);
    options.batch = batch;
    options.last = LastBatch::padded;
    options.world = 4;
    double weight = 0;
    for (options.rank = 0; options.rank < 4; ++options.rank) {
      const std::uint64_t size = RankSlice{options.rank, 4}.of(batch).count;
      for (const BatchPtr& got : batchesOf(dataset, options)) {
        QCOMPARE(got->samples, size);
        for (std::uint64_t i = 0; i < size; ++i) {
          QCOMPARE(got->weights[i], i < size - got->padding ? 1.0F : 0.0F);
          QCOMPARE(got->features[i * kValues], static_cast<float>(got->indices[i] * kValues));
          weight += static_cast<double>(got->weights[i]);
        }
      }
    }
    QCOMPARE(weight, 2.0 * 668);  // every sample counts once an epoch
  }
}

void RanksTest::droppedTailIsDroppedByAll() {
  const auto dataset = numbered(kSamples, kChunk);
  StreamOptions options = optionsFor(Shuffle::exact, kPlenty);
  options.last = LastBatch::dropped;
  const std::vector<Part> whole = joined(dataset, options, 1);
  QCOMPARE(whole.size(), std::size_t{26});
  QVERIFY(joined(dataset, options, 3) == whole);
}

/// The partner of a sample may be another rank's.
void RanksTest::mixedSamplesAreThoseOfOneRank() {
  const auto dataset = numbered(kSamples, kChunk);
  StreamOptions options = optionsFor(Shuffle::blocks, kScarce);
  options.augment.mixup = 0.4;
  for (const LastBatch last : {LastBatch::kept, LastBatch::padded}) {
    options.last = last;
    const std::vector<Part> whole = joined(dataset, options, 1);
    QVERIFY(!whole.at(0).shares.empty());
    QVERIFY(joined(dataset, options, 3) == whole);
  }
}

void RanksTest::batchesMadeAgainAreTheSame() {
  const auto dataset = numbered(kSamples, kChunk);
  const Assignment assignment = twoThirds(kSamples);
  StreamOptions options = optionsFor(Shuffle::queue, kScarce);
  options.rank = 1;
  options.world = 3;
  const auto stream = openStream(dataset, &assignment, options);
  QVERIFY(stream);
  QCOMPARE((*stream)->samplesPerEpoch(), std::uint64_t{13 * 17 + 6});
  std::uint64_t number = 0;
  for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) {
    const auto again = (*stream)->make(number++, {});
    QVERIFY(again);
    QVERIFY(std::ranges::equal((*again)->indices, (*batch)->indices));
    QVERIFY(std::ranges::equal((*again)->features, (*batch)->features));
  }
  QCOMPARE((*stream)->report().samples, 2 * (*stream)->samplesPerEpoch());
}

void RanksTest::ranksThatCannotBeAreRefused() {
  const auto dataset = numbered(kSamples, kChunk);
  StreamOptions options = optionsFor(Shuffle::exact, kPlenty);
  options.rank = 2;
  options.world = 2;
  QCOMPARE(openStream(dataset, nullptr, options).error().code, masu::Errc::invalidArgument);
  options.world = 0;
  QVERIFY(!openStream(dataset, nullptr, options));
  options.world = 51;
  QCOMPARE(openStream(dataset, nullptr, options).error().code, masu::Errc::invalidArgument);
}

MASU_TEST(RanksTest)
#include "ranks_test.moc"
