// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/cache/shuffle_window.h"

#include <QTest>
#include <set>

#include "tests/fixtures/groups.h"
#include "tests/fixtures/test_group.h"

using namespace groups;
using masu::Errc;
using masu::store::Compression;

namespace {

constexpr std::uint64_t kSamples = 12'000;
constexpr std::uint64_t kChunk = 100;

std::shared_ptr<const EpochOrder> orderOf(const Made& made, std::uint32_t epoch) {
  return std::make_shared<const EpochOrder>(made.sequence.order(epoch));
}

}  // namespace

class ShuffleWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aWindowHoldsTheSamplesOfItsPositions_data();
  void aWindowHoldsTheSamplesOfItsPositions();
  void aWindowBecomesAnother();
  void packedChunksAreReadOnce();
  void aSparseWindowReadsNoChunk();
  void aChunkThatCannotBeReadIsNamed();
};

void ShuffleWindowTest::aWindowHoldsTheSamplesOfItsPositions_data() {
  QTest::addColumn<Shuffle>("shuffle");
  QTest::addColumn<Compression>("compression");
  QTest::addColumn<bool>("cut");
  QTest::newRow("exact") << Shuffle::exact << Compression::none << false;
  QTest::newRow("exact, packed") << Shuffle::exact << Compression::gzip << false;
  QTest::newRow("exact, cut from recordings") << Shuffle::exact << Compression::gzip << true;
  QTest::newRow("queue") << Shuffle::queue << Compression::none << false;
  QTest::newRow("blocks, packed") << Shuffle::blocks << Compression::gzip << false;
}

/// Of all sizes: one sample, less than a slice, several slices, all that there are; of a split that lacks samples, too.
void ShuffleWindowTest::aWindowHoldsTheSamplesOfItsPositions() {
  QFETCH(const Shuffle, shuffle);
  QFETCH(const Compression, compression);
  QFETCH(const bool, cut);
  for (const auto& index : {indexOfAll(kSamples), indexOfTrain(twoThirds(kSamples))}) {
    const Made made(numbered(kSamples, kChunk), index, shuffle, 7, Residency::window);
    for (masu::store::ObjectInfo& object : made.dataset->editObjects()) object.compression = compression;
    made.dataset->editObjects().front().cut = cut;
    const std::uint64_t all = made.sequence.samples();
    for (const std::uint64_t samples : {std::uint64_t{1}, std::uint64_t{65}, std::uint64_t{5000}, all}) {
      for (const std::uint64_t first : {std::uint64_t{0}, all - samples}) {
        ShuffleWindow window(made.source());
        window.open(orderOf(made, 3), first, samples);
        QCOMPARE(window.epoch(), 3U);
        QCOMPARE(window.first(), first);
        QCOMPARE(window.samples(), samples);
        QVERIFY(loadBackwards(window));
        QCOMPARE(wrongIn(made, window), QString());
      }
    }
  }
}

/// A cache uses its memory again, for more samples and for fewer.
void ShuffleWindowTest::aWindowBecomesAnother() {
  const Made made(numbered(kSamples, kChunk), indexOfAll(kSamples), Shuffle::exact, 7, Residency::window);
  ShuffleWindow window(made.source());
  std::uint64_t first = 0;
  for (const std::uint64_t samples : {700, 50, 9000, 1, 2249}) {
    window.open(orderOf(made, 0), first, samples);
    QVERIFY(loadBackwards(window));
    QCOMPARE(wrongIn(made, window), QString());
    first += samples;
  }
  QCOMPARE(first, kSamples);
}

void ShuffleWindowTest::packedChunksAreReadOnce() {
  const auto dataset = std::make_shared<FakeDataset>(kSamples);
  dataset->add("features", DType::f32, {2}, kChunk, std::vector<float>(2 * kSamples));
  dataset->editObjects().front().compression = Compression::zstd;
  const Made made(dataset, indexOfAll(kSamples), Shuffle::exact, 7, Residency::window);
  for (const std::uint64_t samples : {3, 90, 1000, 9000}) {
    ShuffleWindow window(made.source());
    window.open(orderOf(made, 1), 0, samples);
    std::vector<std::uint64_t> members(samples);
    made.sequence.samplesAt(made.sequence.order(1), 0, members);
    std::set<std::uint64_t> chunks;
    for (const std::uint64_t sample : members) chunks.insert(sample / kChunk);
    const std::uint64_t before = dataset->chunkReads();
    QVERIFY(loadBackwards(window));
    QCOMPARE(dataset->chunkReads() - before, chunks.size());
  }
}

/// Each sample is read by itself where its neighbours are not wanted.
void ShuffleWindowTest::aSparseWindowReadsNoChunk() {
  const Made made(numbered(kSamples, kChunk), indexOfAll(kSamples), Shuffle::exact, 7, Residency::window);
  ShuffleWindow window(made.source());
  window.open(orderOf(made, 0), 500, 3);
  QVERIFY(loadBackwards(window));
  QCOMPARE(made.dataset->chunkReads(), std::uint64_t{0});
  QCOMPARE(wrongIn(made, window), QString());
}

/// That of its own object, whatever the chunks of the others are, and no neighbour of it.
void ShuffleWindowTest::aChunkThatCannotBeReadIsNamed() {
  for (const auto& [object, compression] : {std::pair{"features", Compression::none},
                                            {"labels", Compression::none},
                                            {"weights", Compression::none},
                                            {"weights", Compression::gzip}}) {
    const Made made(numbered(kSamples, kChunk), indexOfAll(kSamples), Shuffle::exact, 7, Residency::window);
    for (masu::store::ObjectInfo& one : made.dataset->editObjects()) one.compression = compression;
    made.dataset->failAt(object, 2);
    ShuffleWindow window(made.source());
    window.open(orderOf(made, 0), 0, kSamples);
    const auto loaded = loadBackwards(window);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, Errc::damaged);
    const std::string sentence = loaded.error().message.english();
    QVERIFY2(sentence.starts_with("Chunk 2 of /" + std::string(object)), sentence.c_str());
  }
}

MASU_TEST(ShuffleWindowTest)
#include "shuffle_window_test.moc"
