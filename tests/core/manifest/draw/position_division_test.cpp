// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <map>
#include <random>

#include "core/manifest/draw/division.h"
#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using store::Split;
using Place = std::pair<std::uint32_t, std::uint64_t>;

namespace {

constexpr auto kTrain = Split::train;
constexpr auto kTest = Split::test;
constexpr auto kUnused = Split::unused;

Division halves() {
  return {{0.5, 0.5}, {kTrain, kTest}};
}

std::shared_ptr<FakeDataset> ofOrigins(const std::vector<store::Origin>& origins, std::size_t sources) {
  auto data = std::make_shared<FakeDataset>(origins.size());
  data->addOrigins(origins);
  data->editMeta().sources.resize(sources);
  return data;
}

/// Where the marks begin: "0 train, 4 unused".
std::string cutsText(const Division& division, std::uint64_t size, std::uint64_t gap) {
  const auto cuts = cutsOf(division, size, gap);
  if (!cuts) return cuts.error().message.english();
  std::string text;
  for (const Cut& cut : *cuts) {
    text += (text.empty() ? "" : ", ") + std::to_string(cut.rank) + " " + std::string(store::name(cut.mark));
  }
  return text;
}

}  // namespace

/// Splits in the order of positions, each source for itself.
class PositionDivisionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cutsAreWhereSharesEnd() {
    const Division three = {{0.6, 0.2, 0.2}, {Split::train, Split::validation, Split::test}};
    QCOMPARE(cutsText(three, 10, 0), std::string("0 train, 6 validation, 8 test"));
    // Of 14 samples two gaps of two leave ten to divide.
    QCOMPARE(cutsText(three, 14, 2), std::string("0 train, 6 unused, 8 validation, 10 unused, 12 test"));
    QCOMPARE(cutsText(three, 0, 0), std::string());
    // A part without a share has no gap either.
    QCOMPARE(cutsText({{0.5, 0, 0.5}, {kTrain, Split::validation, kTest}}, 10, 2),
             std::string("0 train, 4 unused, 6 test"));
    QCOMPARE(cutsText({{1, 0}, {kTrain, kTest}}, 3, 100), std::string("0 train"));
    QCOMPARE(cutsText(three, 4, 2), std::string("A gap of 2 samples leaves nothing of 4 to divide; ask for a smaller "
                                                "one."));
    QCOMPARE(cutsText(three, 4, ~std::uint64_t{0}).substr(0, 8), std::string("A gap of"));
  }

  void everySourceIsDividedForItself() {
    const auto data = fixture::dataset({2, 4});
    store::Assignment assignment(8, kUnassigned);
    const auto gaps = divideByPosition(*data, 0, halves(), assignment);
    QVERIFY(gaps && gaps->empty());
    QCOMPARE(assignment, (store::Assignment{kTrain, kTrain, kTest, kTest, kTrain, kTrain, kTest, kTest}));
  }

  /// A recording that is stored out of order is divided as if it were in order.
  void theOrderOfTheDatasetDoesNotMatter() {
    std::mt19937 random(8);
    std::vector<store::Origin> origins;
    for (std::uint32_t source = 0; source < 3; ++source) {
      for (std::uint64_t i = 0; i < 20 + source; ++i) origins.push_back({source, 3 * i});
    }
    std::map<Place, Split> expected;
    for (int round = 0; round < 4; ++round) {
      store::Assignment assignment(origins.size(), kUnassigned);
      const auto gaps = divideByPosition(*ofOrigins(origins, 3), 3, halves(), assignment);
      QVERIFY(gaps);
      QCOMPARE(gaps->size(), std::size_t{1});
      QCOMPARE(gaps->front().samples, std::uint64_t{9});
      for (std::size_t i = 0; i < origins.size(); ++i) {
        const Place place(origins[i].source, origins[i].position);
        QVERIFY(expected.emplace(place, assignment[i]).first->second == assignment[i]);
      }
      std::ranges::shuffle(origins, random);
    }
    // Twenty less three: nine of train, which has the larger half, then three of none.
    for (std::uint64_t i = 0; i < 20; ++i) {
      const Split found = expected.at({0, 3 * i});
      QVERIFY(i >= 8 || found == kTrain);
      QVERIFY(i < 12 || found == kTest);
    }
    QCOMPARE(std::ranges::count_if(expected, [](const auto& one) { return one.second == kUnused; }),
             std::ptrdiff_t{9});
  }

  void samplesOfOnePlaceComeInTheirOrder() {
    store::Assignment assignment(4, kUnassigned);
    QVERIFY(divideByPosition(*ofOrigins({{0, 9}, {0, 5}, {0, 5}, {0, 5}}, 1), 0, halves(), assignment));
    QCOMPARE(assignment, (store::Assignment{kTest, kTrain, kTrain, kTest}));
  }

  void whatIsDrawnAlreadyIsPassedOver() {
    const auto data = fixture::dataset({1, 6});
    store::Assignment assignment(6, kUnassigned);
    assignment[0] = kUnused;
    assignment[3] = kTest;
    QVERIFY(divideByPosition(*data, 0, halves(), assignment));
    QCOMPARE(assignment, (store::Assignment{kUnused, kTrain, kTrain, kTest, kTest, kTest}));
  }

  void aSourceThatAGapSwallowsIsAnError() {
    const auto data = fixture::dataset({2, 3});
    store::Assignment assignment(6, kUnassigned);
    QVERIFY(!divideByPosition(*data, 3, halves(), assignment));
    FakeDataset nowhere(2);
    store::Assignment two(2, kUnassigned);
    QVERIFY(!divideByPosition(nowhere, 0, halves(), two));
  }
};

MASU_TEST(PositionDivisionTest)
#include "position_division_test.moc"
