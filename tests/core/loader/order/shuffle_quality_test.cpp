// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <numeric>

#include "core/base/permutation.h"
#include "core/loader/forecast/label_profile.h"
#include "core/loader/forecast/shuffle_forecast.h"
#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace streams;

namespace {

constexpr std::uint64_t kSamples = 100'000;
constexpr std::uint64_t kChunk = 500;

StreamOptions optionsFor(Shuffle shuffle) {
  StreamOptions options;
  options.shuffle = shuffle;
  options.batch = 50;
  options.epochs = 3;
  options.split.reset();
  options.resources = {2, kPlenty};
  return options;
}

double measured(const std::shared_ptr<FakeDataset>& dataset, const StreamOptions& options) {
  const auto stream = openStream(dataset, nullptr, options);
  return stream ? readAll(**stream).report.designEffect : -1;
}

}  // namespace

class ShuffleQualityTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void queueDrawsWithinItsBuffer();
  void queueOrderIsTheSameInAnyPieces();
  void queueOfOneKeepsTheOrder();
  void effectOfBlocksIsEstimated_data();
  void effectOfBlocksIsEstimated();
  void effectOfQueueIsEstimated_data();
  void effectOfQueueIsEstimated();
  void effectOfStoredOrderIsEstimated();
  void enoughBlocksReachATarget();
  void forecastWeighsQualityAgainstMemory();
  void chunksOfABatchAreCounted();
};

/// A sample leaves no earlier than it came in: at position p no rank beyond p + capacity − 1 can have been drawn.
void ShuffleQualityTest::queueDrawsWithinItsBuffer() {
  for (const std::uint64_t left : {std::uint64_t{0}, std::uint64_t{30}, std::uint64_t{99}}) {
    QueueOrder order(1000, {.capacity = 100, .minimumLeft = left, .reach = 64}, 5);
    std::vector<std::uint64_t> ranks(1000);
    order.ranksAt(0, ranks);
    for (std::uint64_t p = 0; p < ranks.size(); ++p) QVERIFY(ranks[p] < p + 100);
    if (left == 0) {  // drawn empty each time: every hundred is its own hundred, mixed
      for (std::size_t p = 0; p < ranks.size(); ++p) QCOMPARE(ranks[p] / 100, p / 100);
    }
    QVERIFY(!std::ranges::is_sorted(ranks));
    std::ranges::sort(ranks);
    for (std::uint64_t p = 0; p < ranks.size(); ++p) QCOMPARE(ranks[p], p);
  }
}

void ShuffleQualityTest::queueOrderIsTheSameInAnyPieces() {
  const QueueShape shape{.capacity = 200, .minimumLeft = 150, .reach = 100};
  QueueOrder whole(3000, shape, 9);
  std::vector<std::uint64_t> expected(3000);
  whole.ranksAt(0, expected);
  QueueOrder pieces(3000, shape, 9);
  std::vector<std::uint64_t> got(70);
  // Forwards, a little back within its reach, and far back, which begins again.
  for (const std::uint64_t first : {0U, 140U, 70U, 2000U, 1960U, 30U, 2930U}) {
    pieces.ranksAt(first, got);
    QVERIFY(std::equal(got.begin(), got.end(), expected.begin() + static_cast<std::ptrdiff_t>(first)));
  }
}

void ShuffleQualityTest::queueOfOneKeepsTheOrder() {
  const auto dataset = numbered(1000, 100);
  StreamOptions options = optionsFor(Shuffle::queue);
  options.capacity = 1;
  const auto stream = openStream(dataset, nullptr, options);
  QVERIFY(stream);
  QVERIFY(std::ranges::is_sorted(readAll(**stream).epochs[0]));
  options.capacity = 10;
  options.minimumLeft = 10;
  QVERIFY(!openStream(dataset, nullptr, options));
}

void ShuffleQualityTest::effectOfBlocksIsEstimated_data() {
  QTest::addColumn<quint64>("blocks");
  for (const quint64 blocks : {1U, 4U, 16U, 60U}) QTest::addRow("%llu", blocks) << blocks;
}

void ShuffleQualityTest::effectOfBlocksIsEstimated() {
  QFETCH(quint64, blocks);
  const auto dataset = numbered(kSamples, kChunk);
  StreamOptions options = optionsFor(Shuffle::blocks);
  options.blocks = blocks;
  options.epochs = 20;
  const auto labels = LabelProfile::of(*dataset, options, {});
  QVERIFY(labels);
  const double expected = labels->blocksEffect(blocks);
  const double got = measured(dataset, options);
  // A few groups an epoch, each with a mean of its own: that many draws leave a wide error.
  QVERIFY2(std::abs(got / expected - 1) < 0.2, qPrintable(QString("%1, expected %2").arg(got).arg(expected)));
}

void ShuffleQualityTest::effectOfQueueIsEstimated_data() {
  QTest::addColumn<quint64>("capacity");
  QTest::addColumn<quint64>("left");
  QTest::newRow("small") << quint64(1000) << quint64(999);
  QTest::newRow("large") << quint64(20'000) << quint64(19'999);
  QTest::newRow("half") << quint64(20'000) << quint64(10'000);
  QTest::newRow("drawn empty") << quint64(20'000) << quint64(0);
  QTest::newRow("everything") << quint64(kSamples) << quint64(0);
}

void ShuffleQualityTest::effectOfQueueIsEstimated() {
  QFETCH(quint64, capacity);
  QFETCH(quint64, left);
  const auto dataset = numbered(kSamples, kChunk);
  StreamOptions options = optionsFor(Shuffle::queue);
  options.capacity = capacity;
  options.minimumLeft = left;
  const auto labels = LabelProfile::of(*dataset, options, {});
  QVERIFY(labels);
  const double expected = labels->queueEffect({.capacity = capacity, .minimumLeft = left});
  const double got = measured(dataset, options);
  QVERIFY2(std::abs(got / expected - 1) < 0.1, qPrintable(QString("%1, expected %2").arg(got).arg(expected)));
  if (capacity == kSamples) QVERIFY(std::abs(got - 1) < 0.08);
  if (left + 1 == capacity) QVERIFY(got > 5);  // labels are sorted: a buffer cannot do what exact shuffling does
}

void ShuffleQualityTest::effectOfStoredOrderIsEstimated() {
  const auto dataset = numbered(kSamples, kChunk);
  const StreamOptions options = optionsFor(Shuffle::none);
  const auto labels = LabelProfile::of(*dataset, options, {});
  QVERIFY(labels);
  QVERIFY(std::abs(measured(dataset, options) / labels->storedEffect() - 1) < 1e-6);
  QCOMPARE(labels->effect(Shuffle::exact, 1, {}), 1.0);
}

void ShuffleQualityTest::enoughBlocksReachATarget() {
  const auto dataset = numbered(kSamples, kChunk);
  const auto labels = LabelProfile::of(*dataset, optionsFor(Shuffle::blocks), {});
  QVERIFY(labels);
  for (const double target : {1.05, 1.5, 5.0}) {
    const std::uint64_t blocks = labels->blocksFor(target);
    QVERIFY(labels->blocksEffect(blocks) <= target);
    QVERIFY(labels->blocksEffect(blocks - 1) > target);
  }
}

void ShuffleQualityTest::forecastWeighsQualityAgainstMemory() {
  const auto dataset = numbered(kSamples, kChunk);
  StreamOptions options = optionsFor(Shuffle::blocks);
  options.blocks = 16;
  const auto forecast = forecastShuffle(dataset, options, {});
  QVERIFY(forecast);
  const auto labels = LabelProfile::of(*dataset, options, {});
  QVERIFY(labels);
  QCOMPARE(forecast->storedEffect, labels->storedEffect());
  QCOMPARE(forecast->chosen.blocks, std::uint64_t{16});
  QCOMPARE(forecast->chosen.effect, labels->blocksEffect(16));
  QCOMPARE(forecast->enough.blocks, labels->blocksFor(ShuffleForecast::kGoodEffect));
  QVERIFY(forecast->enough.effect <= ShuffleForecast::kGoodEffect);
  QVERIFY(labels->blocksEffect(forecast->enough.blocks - 1) > ShuffleForecast::kGoodEffect);
  QCOMPARE(forecast->choices.front().blocks, std::uint64_t{1});
  QCOMPARE(forecast->choices.back().blocks, kSamples / kChunk);
  for (std::size_t i = 1; i < forecast->choices.size(); ++i) {
    QVERIFY(forecast->choices[i].memoryBytes >= forecast->choices[i - 1].memoryBytes);
    QVERIFY(forecast->choices[i].effect < forecast->choices[i - 1].effect);
  }
  // What a stream does of itself is one of them, whatever the memory.
  options.blocks = 0;
  options.resources.memoryBytes = 1000;
  const auto again = forecastShuffle(dataset, options, {});
  QVERIFY(again && again->chosen.blocks == kSamples / kChunk);
}

void ShuffleQualityTest::chunksOfABatchAreCounted() {
  const auto dataset = numbered(kSamples, kChunk);
  StreamOptions options = optionsFor(Shuffle::none);
  QCOMPARE(readAll(**openStream(dataset, nullptr, options)).report.chunksPerBatch, 1.0);
  options.shuffle = Shuffle::exact;
  const double exact = readAll(**openStream(dataset, nullptr, options)).report.chunksPerBatch;
  // 50 draws of 200 chunks: 200 × (1 − (199 / 200)^50) = 44.3 distinct ones.
  QVERIFY2(std::abs(exact - 44.3) < 0.5, qPrintable(QString::number(exact)));
}

MASU_TEST(ShuffleQualityTest)
#include "shuffle_quality_test.moc"
