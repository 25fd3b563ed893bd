// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/order/class_draws.h"

#include <QTest>
#include <algorithm>
#include <map>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::loader;
using store::Split;

namespace {

constexpr std::uint64_t kAny = std::uint64_t{1} << 30U;

/// Labels in chunks of four; 0xFFFF is no class.
std::shared_ptr<FakeDataset> labelled(const std::vector<std::uint16_t>& labels, std::size_t classes) {
  auto data = std::make_shared<FakeDataset>(labels.size());
  data->add("labels", table::DType::u16, {}, 4, labels);
  data->editMeta().target = store::Target::classes;
  for (std::size_t i = 0; i < classes; ++i) data->editMeta().classes.push_back(std::to_string(i));
  return data;
}

/// Twelve of class 0, five of class 1, one of class 2 and none of class 3, mixed.
const std::vector<std::uint16_t> kLabels = {0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0};

Result<std::shared_ptr<const ClassDraws>> drawsOf(const FakeDataset& data) {
  return ClassDraws::of(data, SampleIndex::whole(data.samples()), kAny, {});
}

}  // namespace

/// Draws that meet every class equally often.
class ClassDrawsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Three classes have samples: an epoch of 18 draws has six of each.
  void everyClassIsMetEquallyOften() {
    const auto data = labelled(kLabels, 4);
    const auto draws = drawsOf(*data);
    QVERIFY(draws);
    QCOMPARE((*draws)->bytes(), std::uint64_t{4 * 18});
    for (const std::uint64_t key : {1U, 2U, 3U}) {
      std::map<std::uint16_t, int> met;
      for (std::uint64_t draw = 0; draw < kLabels.size(); ++draw) {
        ++met[kLabels.at((*draws)->sample(draw, key))];
        const auto [least, most] = std::ranges::minmax_element(met, {}, [](const auto& one) { return one.second; });
        QVERIFY(draw < 3 || most->second - least->second <= 1);
      }
      QCOMPARE(met, (std::map<std::uint16_t, int>{{0, 6}, {1, 6}, {2, 6}}));
    }
  }

  /// Within a class the samples come in rounds, in another order each.
  void noSampleComesOftenerThanItsTurn() {
    const auto data = labelled(kLabels, 4);
    const auto draws = drawsOf(*data);
    QVERIFY(draws);
    std::map<std::uint64_t, int> met;
    std::map<std::uint16_t, std::vector<std::uint64_t>> orders;
    for (std::uint64_t draw = 0; draw < 3 * 60; ++draw) {
      const std::uint64_t sample = (*draws)->sample(draw, 7);
      ++met[sample];
      orders[kLabels.at(sample)].push_back(sample);
      for (std::uint64_t a = 0; a < kLabels.size(); ++a) {
        for (std::uint64_t b = 0; b < a; ++b) QVERIFY(kLabels[a] != kLabels[b] || std::abs(met[a] - met[b]) <= 1);
      }
    }
    const std::vector<std::uint64_t>& twelve = orders[0];
    bool differ = false;
    for (std::size_t i = 12; i < twelve.size(); ++i) differ = differ || twelve[i] != twelve[i - 12];
    QVERIFY(differ);
  }

  void drawsOfASampleAreThoseThatGiveIt() {
    const auto data = labelled(kLabels, 4);
    const auto draws = drawsOf(*data);
    QVERIFY(draws);
    for (const std::uint64_t count : {0U, 1U, 17U, 18U, 100U}) {
      for (std::uint64_t sample = 0; sample < kLabels.size(); ++sample) {
        std::vector<std::uint64_t> expected;
        for (std::uint64_t draw = 0; draw < count; ++draw) {
          if ((*draws)->sample(draw, 5) == sample) expected.push_back(draw);
        }
        std::vector<std::uint64_t> found = (*draws)->drawsOf(sample, 5, count);
        std::ranges::sort(found);
        QCOMPARE(found, expected);
      }
    }
    QVERIFY((*draws)->drawsOf(99, 5, 100).empty());
  }

  void epochsDiffer() {
    const auto data = labelled(kLabels, 4);
    const auto draws = drawsOf(*data);
    QVERIFY(draws);
    const auto order = [&](std::uint64_t key) {
      std::vector<std::uint64_t> samples;
      for (std::uint64_t draw = 0; draw < 18; ++draw) samples.push_back((*draws)->sample(draw, key));
      return samples;
    };
    QCOMPARE(order(1), order(1));
    QVERIFY(order(1) != order(2));
  }

  /// Samples of other splits, and those whose label is no class, are not drawn.
  void onlySamplesOfTheSplitWithAClassAreDrawn() {
    const auto data = labelled({0, 1, 0xFFFF, 0, 1, 1, 0, 0, 1}, 2);
    store::Assignment assignment(9, Split::train);
    for (const std::size_t other : {0U, 4U, 7U}) assignment[other] = Split::test;
    const auto draws = ClassDraws::of(*data, SampleIndex::of(assignment, Split::train), kAny, {});
    QVERIFY(draws);
    std::map<std::uint64_t, int> met;
    for (std::uint64_t draw = 0; draw < 12; ++draw) ++met[(*draws)->sample(draw, 1)];
    QCOMPARE(met, (std::map<std::uint64_t, int>{{1, 2}, {3, 3}, {5, 2}, {6, 3}, {8, 2}}));
    QVERIFY((*draws)->drawsOf(2, 1, 100).empty());
    QVERIFY((*draws)->drawsOf(0, 1, 100).empty());
  }

  void whatCannotBeDrawnIsAnError() {
    FakeDataset unlabelled(4);
    const auto none = drawsOf(unlabelled);
    QVERIFY(!none);
    QCOMPARE(none.error().message.english(),
             std::string("fake.h5 has no classes that could be drawn equally often; choose another shuffle."));
    const auto data = labelled(kLabels, 3);
    const auto large = ClassDraws::of(*data, SampleIndex::whole(18), 143, {});
    QVERIFY(!large);
    QVERIFY(large.error().code == Errc::outOfMemory);
    QVERIFY(large.error().message.english().find("takes 144 bytes") != std::string::npos);
    QVERIFY(ClassDraws::of(*data, SampleIndex::whole(18), 144, {}));
    QVERIFY(drawsOf(*labelled({7, 8, 9}, 2)).error().code == Errc::damaged);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(ClassDraws::of(*data, SampleIndex::whole(18), kAny, stop.get_token()).error().code == Errc::cancelled);
    data->failAt("labels", 2);
    QVERIFY(drawsOf(*data).error().code == Errc::damaged);
  }
};

MASU_TEST(ClassDrawsTest)
#include "class_draws_test.moc"
