// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/cache/chunk_group.h"

#include <QTest>

#include "tests/fixtures/groups.h"
#include "tests/fixtures/test_group.h"

using namespace groups;

namespace {

/// The last chunk is short.
constexpr std::uint64_t kSamples = 2'530;
constexpr std::uint64_t kChunk = 64;

/// Two of three samples, and none of some chunks.
Assignment gaps() {
  Assignment assignment = twoThirds(kSamples);
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    if (i / kChunk % 5 == 1) assignment[i] = Split::unused;
  }
  return assignment;
}

}  // namespace

class ChunkGroupTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void groupsTogetherHoldTheEpoch_data();
  void groupsTogetherHoldTheEpoch();
  void everyChunkOfTheSplitIsReadOnceAnEpoch();
  void aChunkThatCannotBeReadIsNamed();
};

void ChunkGroupTest::groupsTogetherHoldTheEpoch_data() {
  QTest::addColumn<Shuffle>("shuffle");
  QTest::addColumn<bool>("whole");
  QTest::addColumn<int>("blocks");
  for (const int blocks : {1, 7, 20}) {
    for (const bool whole : {true, false}) {
      QTest::addRow("blocks of %d%s", blocks, whole ? "" : ", a split") << Shuffle::blocks << whole << blocks;
      QTest::addRow("none, %d%s", blocks, whole ? "" : ", a split") << Shuffle::none << whole << blocks;
    }
  }
}

/// One object becomes each of them in turn, as it does in a cache; the other fields have chunks of other lengths.
void ChunkGroupTest::groupsTogetherHoldTheEpoch() {
  QFETCH(const Shuffle, shuffle);
  QFETCH(const bool, whole);
  QFETCH(const int, blocks);
  const Made made(numbered(kSamples, kChunk), whole ? indexOfAll(kSamples) : indexOfTrain(gaps()), shuffle,
                  static_cast<std::uint64_t>(blocks), Residency::grouped);
  const auto order = std::make_shared<const EpochOrder>(made.sequence.order(2));
  ChunkGroup group(made.source());
  std::uint64_t position = 0;
  std::uint64_t chunks = 0;
  for (std::uint64_t number = 0; number < order->groups(); ++number) {
    group.open(order, number);
    QCOMPARE(group.opening(), std::size_t{0});
    QVERIFY(group.tasks() <= static_cast<std::size_t>(blocks));
    QCOMPARE(group.first(), position);
    QVERIFY(loadBackwards(group));
    QCOMPARE(wrongIn(made, group), QString());
    position += group.samples();
    chunks += group.tasks();
  }
  QCOMPARE(position, made.sequence.samples());
  QCOMPARE(chunks, made.sequence.chunks());
}

void ChunkGroupTest::everyChunkOfTheSplitIsReadOnceAnEpoch() {
  const auto dataset = std::make_shared<FakeDataset>(kSamples);
  dataset->add("features", DType::i16, {3}, kChunk, std::vector<std::int16_t>(3 * kSamples));
  const Made made(dataset, indexOfTrain(gaps()), Shuffle::blocks, 6, Residency::grouped);
  const auto order = std::make_shared<const EpochOrder>(made.sequence.order(0));
  ChunkGroup group(made.source());
  for (std::uint64_t number = 0; number < order->groups(); ++number) {
    group.open(order, number);
    QVERIFY(loadBackwards(group));
  }
  QCOMPARE(dataset->chunkReads(), made.sequence.chunks());
  QVERIFY(made.sequence.chunks() < dataset->objects().front().chunks());
}

void ChunkGroupTest::aChunkThatCannotBeReadIsNamed() {
  const Made made(numbered(kSamples, kChunk), indexOfAll(kSamples), Shuffle::none, 4, Residency::grouped);
  made.dataset->failAt("features", 9);
  const auto order = std::make_shared<const EpochOrder>(made.sequence.order(0));
  ChunkGroup group(made.source());
  for (std::uint64_t number = 0; number < order->groups(); ++number) {
    group.open(order, number);
    for (std::size_t task = 0; task < group.tasks(); ++task) {
      const auto loaded = group.load(task);
      QCOMPARE(loaded.has_value(), number * 4 + task != 9);
      if (loaded) continue;
      const std::string sentence = loaded.error().message.english();
      QVERIFY2(sentence.starts_with("Chunk 9 of /features"), sentence.c_str());
    }
  }
}

MASU_TEST(ChunkGroupTest)
#include "chunk_group_test.moc"
