// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/order/sequence.h"

#include <QTest>
#include <map>
#include <random>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using loader::Sequence;
using loader::Shuffle;

namespace {

constexpr std::uint64_t kSamples = 2'500;
constexpr std::uint64_t kChunk = 64;

/// Every sample, or about two of three, with whole chunks that have none.
std::shared_ptr<const loader::SampleIndex> indexOf(bool whole) {
  if (whole) return std::make_shared<loader::SampleIndex>(loader::SampleIndex::whole(kSamples));
  std::mt19937 random(5);
  store::Assignment assignment(kSamples);
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    const bool isIn = random() % 3 != 0 && i / kChunk % 7 != 2;
    assignment[i] = isIn ? store::Split::train : store::Split::test;
  }
  return std::make_shared<loader::SampleIndex>(loader::SampleIndex::of(assignment, store::Split::train));
}

/// Of class 0 nearly all, and of class 2 few.
std::shared_ptr<const loader::ClassDraws> drawsOf(const loader::SampleIndex& index) {
  FakeDataset dataset(kSamples);
  std::vector<std::uint8_t> labels(kSamples);
  for (std::uint64_t i = 0; i < kSamples; ++i) labels[i] = i % 97 == 0 ? 2 : i % 5 == 0 ? 1 : 0;
  dataset.add("labels", table::DType::u8, {}, kChunk, labels);
  dataset.editMeta().target = store::Target::classes;
  dataset.editMeta().classes = {"a", "b", "c"};
  return loader::ClassDraws::of(dataset, index, std::uint64_t{1} << 20U, {}).value_or(nullptr);
}

}  // namespace

class SequenceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void positionsAreThoseOfTheOrder_data() {
    QTest::addColumn<Shuffle>("shuffle");
    QTest::addColumn<int>("blocks");
    QTest::addColumn<bool>("grouped");
    QTest::newRow("none") << Shuffle::none << 1 << true;
    QTest::newRow("none, one group") << Shuffle::none << 1000 << false;
    QTest::newRow("blocks") << Shuffle::blocks << 3 << true;
    QTest::newRow("blocks, one group") << Shuffle::blocks << 1000 << false;
    QTest::newRow("exact") << Shuffle::exact << 3 << false;
    QTest::newRow("queue") << Shuffle::queue << 3 << false;
    QTest::newRow("balanced") << Shuffle::balanced << 3 << false;
  }

  void positionsAreThoseOfTheOrder() {
    QFETCH(const Shuffle, shuffle);
    QFETCH(const int, blocks);
    QFETCH(const bool, grouped);
    for (const bool whole : {true, false}) {
      const auto index = indexOf(whole);
      const auto draws = shuffle == Shuffle::balanced ? drawsOf(*index) : nullptr;
      QCOMPARE(draws != nullptr, shuffle == Shuffle::balanced);
      const Sequence sequence(index, shuffle, kChunk, static_cast<std::uint64_t>(blocks), 11, {100, 20, 5000}, draws);
      QCOMPARE(sequence.grouped(), grouped);
      for (const std::uint32_t epoch : {0U, 3U}) {
        const loader::EpochOrder order = sequence.order(epoch);
        std::vector<std::uint64_t> samples(sequence.samples());
        sequence.samplesAt(order, 0, samples);
        std::map<std::uint64_t, std::vector<std::uint64_t>> expected;
        for (std::uint64_t i = 0; i < samples.size(); ++i) expected[samples[i]].push_back(i);
        const std::uint64_t step = shuffle == Shuffle::queue ? 50 : 1;
        for (std::uint64_t sample = 0; sample < kSamples; sample += step)
          QCOMPARE(sequence.positionsOf(order, sample), expected[sample]);
      }
    }
  }
};

MASU_TEST(SequenceTest)
#include "sequence_test.moc"
