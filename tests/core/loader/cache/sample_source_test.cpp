// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/cache/sample_source.h"

#include <QTest>

#include "core/loader/stream/stream_plan.h"
#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace streams;
using masu::Errc;

namespace {

constexpr std::uint64_t kSamples = 1'500;
constexpr std::uint64_t kChunk = 50;
constexpr std::uint64_t kBatch = 64;

/// What a stream of these would read, and where it would hold that.
SourceSpec specFor(const std::shared_ptr<FakeDataset>& dataset, const Assignment& assignment, Shuffle shuffle,
                   std::uint64_t memory) {
  StreamOptions options;
  options.shuffle = shuffle;
  options.batch = kBatch;
  options.epochs = 2;
  options.blocks = 5;
  options.capacity = shuffle == Shuffle::queue ? 100 : 0;
  options.resources = {1, memory};
  return planStream(dataset, &assignment, options).value().source;
}

/// A batch that was filled, of the fields that the test's dataset has.
struct Filled {
  explicit Filled(const SourceSpec& spec)
      : pool(std::make_shared<BatchPool>(spec.fields.shape(kBatch), 1)), buffer(pool->take()) {}

  Batch batch(std::uint64_t samples) const {
    Batch made;
    made.samples = samples;
    made.indices = buffer->indices.first(samples);
    made.features = buffer->features.first(samples * kValues);
    made.categories = buffer->categories.first(samples * 2);
    made.labels = buffer->labels.first(samples);
    made.weights = buffer->weights.first(samples);
    return made;
  }

  std::shared_ptr<BatchPool> pool;
  std::shared_ptr<BatchBuffer> buffer;
};

}  // namespace

class SampleSourceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void samplesAreThoseOfTheOrderWhereverTheyAre_data();
  void samplesAreThoseOfTheOrderWhereverTheyAre();
  void whatIsHeldWholeIsReadOnceAndOfTheSplitAlone();
  void aChunkThatCannotBeReadIsNamed();
};

void SampleSourceTest::samplesAreThoseOfTheOrderWhereverTheyAre_data() {
  QTest::addColumn<Shuffle>("shuffle");
  QTest::addColumn<std::uint64_t>("memory");
  QTest::addColumn<bool>("inGroups");
  for (const Shuffle shuffle : {Shuffle::none, Shuffle::blocks, Shuffle::exact, Shuffle::queue}) {
    const std::string named(name(shuffle));
    const bool hasBlocks = shuffle == Shuffle::none || shuffle == Shuffle::blocks;
    QTest::addRow("%s, whole", named.c_str()) << shuffle << kPlenty << hasBlocks;
    QTest::addRow("%s, little memory", named.c_str()) << shuffle << kScarce << true;
  }
}

/// In turn, where a slice is all that is wanted of some batches, and out of turn.
void SampleSourceTest::samplesAreThoseOfTheOrderWhereverTheyAre() {
  QFETCH(const Shuffle, shuffle);
  QFETCH(const std::uint64_t, memory);
  QFETCH(const bool, inGroups);
  const SourceSpec spec = specFor(numbered(kSamples, kChunk), twoThirds(kSamples), shuffle, memory);
  const std::uint64_t all = spec.sequence->samples();
  SampleSource source(spec);
  QCOMPARE(spec.sequence->grouped() || spec.window > 0, inGroups);
  WorkerClocks clocks;
  QVERIFY(source.prepare(1, clocks, {}));
  Filled inTurn(spec);
  Filled outOfTurn(spec);
  std::vector<std::uint64_t> rows;
  for (std::uint32_t epoch = 0; epoch < 2; ++epoch) {
    const EpochOrder order = spec.sequence->order(epoch);
    for (std::uint64_t first = 0; first < all; first += kBatch) {
      const std::uint64_t count = std::min(kBatch, all - first);
      const std::uint64_t number = first / kBatch;
      const std::uint64_t begin = number % 3 * (count / 3);
      const BatchSlice wanted{begin, number % 2 == 0 ? count - begin : std::max<std::uint64_t>(1, (count - begin) / 2)};
      const BatchPositions positions{.epoch = epoch, .first = first, .count = count, .wanted = wanted};
      QVERIFY(source.fill(*inTurn.buffer, positions, rows, {}));
      std::vector<std::uint64_t> expected(wanted.count);
      spec.sequence->samplesAt(order, first + wanted.first, expected);
      const Batch batch = inTurn.batch(wanted.count);
      QVERIFY(std::ranges::equal(batch.indices, expected));
      QVERIFY(valuesBelongToIndices(batch, kSamples));
      // One from the end of the other epoch, which is far from where the groups are.
      const BatchPositions far{.epoch = 1 - epoch, .first = all - 1 - first, .count = 1, .wanted = {0, 1}};
      QVERIFY(source.fillOutOfOrder(*outOfTurn.buffer, far, {}));
      std::vector<std::uint64_t> one(1);
      spec.sequence->samplesAt(spec.sequence->order(1 - epoch), far.first, one);
      QCOMPARE(outOfTurn.batch(1).indices.front(), one.front());
      QVERIFY(valuesBelongToIndices(outOfTurn.batch(1), kSamples));
    }
  }
}

void SampleSourceTest::whatIsHeldWholeIsReadOnceAndOfTheSplitAlone() {
  const auto dataset = std::make_shared<FakeDataset>(kSamples);
  dataset->add("features", DType::f32, {kValues}, kChunk, std::vector<float>(kSamples * kValues));
  Assignment assignment(kSamples, Split::test);
  for (const std::uint64_t sample : {std::uint64_t{3}, kChunk, 2 * kChunk - 1, kSamples - 1})
    assignment[sample] = Split::train;
  SampleSource source(specFor(dataset, assignment, Shuffle::exact, kPlenty));
  WorkerClocks clocks;
  QVERIFY(source.prepare(2, clocks, {}));
  QCOMPARE(dataset->chunkReads(), std::uint64_t{0});
  Filled filled(source.spec());
  std::vector<std::uint64_t> rows;
  for (int again = 0; again < 2; ++again) {
    QVERIFY(source.fill(*filled.buffer, {.epoch = 0, .first = 0, .count = 4, .wanted = {0, 4}}, rows, {}));
    QCOMPARE(dataset->chunkReads(), std::uint64_t{3});
  }
  QVERIFY(!source.loadAhead(true));
}

/// With the batch that has its samples, wherever these are held.
void SampleSourceTest::aChunkThatCannotBeReadIsNamed() {
  const auto dataset = numbered(kSamples, kChunk);
  dataset->failAt("features", 7);
  const Assignment everything(kSamples, Split::train);
  WorkerClocks clocks;
  for (const bool whole : {true, false}) {
    const SourceSpec spec =
        specFor(dataset, everything, whole ? Shuffle::exact : Shuffle::none, whole ? kPlenty : kScarce);
    SampleSource source(spec);
    QVERIFY(source.prepare(2, clocks, {}));
    Filled filled(spec);
    std::vector<std::uint64_t> rows;
    std::uint64_t first = 0;
    masu::Result<void> read;
    for (; read && first < kSamples; first += kBatch) {
      const BatchPositions batch{.epoch = 0, .first = first, .count = kBatch, .wanted = {0, kBatch}};
      read = source.fill(*filled.buffer, batch, rows, {});
    }
    QVERIFY(!read);
    QVERIFY(read.error().message.english().starts_with("Chunk 7 of /features"));
    if (!whole) QVERIFY(first <= 8 * kChunk);
  }
}

MASU_TEST(SampleSourceTest)
#include "sample_source_test.moc"
