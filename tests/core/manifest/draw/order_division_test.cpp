// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <limits>

#include "core/manifest/draw/division.h"
#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using table::DType;
using store::Split;

namespace {

constexpr auto kTrain = Split::train;
constexpr auto kTest = Split::test;
constexpr auto kUnused = Split::unused;

Division parts(const Shares& shares) {
  const std::vector<Split> marks = {Split::train, Split::validation, Split::test};
  if (shares.size() == 2) return {shares, {Split::train, Split::test}};
  return {shares, marks};
}

std::shared_ptr<FakeDataset> ofValues(const std::vector<double>& values) {
  auto data = fixture::dataset({1, values.size()});
  data->editMeta().schema.columns.emplace_back().name = "time";
  data->add("features", DType::f64, {1}, 4, values);
  return data;
}

/// The parts of samples in the order of their values, as long as no error ends it.
store::Assignment divided(const std::vector<double>& values, const Shares& shares, std::uint64_t gap = 0) {
  store::Assignment assignment(values.size(), kUnassigned);
  const auto gaps = divideInOrder(*ofValues(values), "time", gap, parts(shares), assignment);
  return gaps ? assignment : store::Assignment();
}

}  // namespace

/// Splits in the order of a column, against cuts found by hand.
class OrderDivisionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void partsFollowEachOtherInOrder() {
    std::vector<double> values;
    for (int i = 0; i < 10; ++i) values.push_back(1e6 * (7 * i % 10) - 3e6);
    const store::Assignment found = divided(values, {0.6, 0.2, 0.2});
    QCOMPARE(found.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const int rank = static_cast<int>(7 * i % 10);
      QVERIFY(found[i] == (rank < 6 ? Split::train : rank < 8 ? Split::validation : Split::test));
    }
  }

  /// The cut would be after five of seven equal ones, which are nearer to their end.
  void equalValuesStayInOnePart() {
    QCOMPARE(divided({1, 2, 1, 1, 1, 3, 1, 1, 2, 1}, {0.5, 0.5}),
             (store::Assignment{kTrain, kTest, kTrain, kTrain, kTrain, kTest, kTrain, kTrain, kTest, kTrain}));
    // After two of five, nearer to their begin.
    QCOMPARE(divided({1, 1, 1, 2, 2, 2, 2, 2, 3, 3}, {0.5, 0.5}),
             (store::Assignment{kTrain, kTrain, kTrain, kTest, kTest, kTest, kTest, kTest, kTest, kTest}));
  }

  /// Both zeros are one value, and what is below them comes before.
  void negativeNumbersComeFirst() {
    QCOMPARE(divided({0., -0., 5, -std::numeric_limits<double>::infinity(), -1, 1e-300}, {0.5, 0.5}),
             (store::Assignment{kTrain, kTrain, kTest, kTrain, kTrain, kTest}));
  }

  void missingValuesAreUnused() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(divided({3, nan, 1, 2, nan, 4}, {0.5, 0.5}),
             (store::Assignment{kTest, kUnused, kTrain, kTrain, kUnused, kTest}));
    QCOMPARE(divided({nan, nan}, {0.5, 0.5}), (store::Assignment{kUnused, kUnused}));
  }

  void aGapIsLeftBetweenParts() {
    store::Assignment assignment(10, kUnassigned);
    const auto data = ofValues({9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
    const auto gaps = divideInOrder(*data, "time", 2, parts({0.5, 0.5}), assignment);
    QVERIFY(gaps);
    QCOMPARE(gaps->size(), std::size_t{1});
    QVERIFY(gaps->front().before == kTrain && gaps->front().after == kTest);
    QCOMPARE(gaps->front().samples, std::uint64_t{2});
    QCOMPARE(assignment,
             (store::Assignment{kTest, kTest, kTest, kTest, kUnused, kUnused, kTrain, kTrain, kTrain, kTrain}));
    assignment.assign(10, kUnassigned);
    const auto failed = divideInOrder(*data, "time", 10, parts({0.5, 0.5}), assignment);
    QVERIFY(!failed);
    QCOMPARE(failed.error().message.english(),
             std::string("A gap of 10 samples leaves nothing of 10 to divide; ask for a smaller one."));
  }

  /// Eight of ten samples have one value. Each part gets one all the same, where there are as many values as parts.
  void everyPartGetsAValue() {
    const std::vector<double> values = {1, 1, 1, 1, 1, 1, 1, 1, 2, 3};
    store::Assignment expected(10, Split::train);
    expected[8] = Split::validation;
    expected[9] = Split::test;
    QCOMPARE(divided(values, {0.4, 0.4, 0.2}), expected);
    QVERIFY(divided({1, 1, 1, 1}, {0.5, 0.5}).empty());
    store::Assignment assignment(4, kUnassigned);
    const auto failed = divideInOrder(*ofValues({1, 1, 1, 1}), "time", 0, parts({0.5, 0.5}), assignment);
    QVERIFY(!failed);
    QVERIFY(failed.error().message.english().starts_with("The column time has too few different values to divide by"));
    QCOMPARE(divided({1, 1, 1, 1}, {1, 0}), store::Assignment(4, kTrain));
  }

  void whatIsDrawnAlreadyStays() {
    store::Assignment assignment(6, kUnassigned);
    assignment[0] = Split::test;
    assignment[5] = Split::unused;
    QVERIFY(divideInOrder(*ofValues({1, 2, 3, 4, 5, 6}), "time", 0, parts({0.5, 0.5}), assignment));
    QCOMPARE(assignment, (store::Assignment{kTest, kTrain, kTrain, kTest, kTest, kUnused}));
  }

  void textsHaveNoOrder() {
    const auto data = ofValues({1, 2});
    auto& city = data->editMeta().schema.columns.emplace_back();
    city.name = "city";
    city.role = table::Role::category;
    data->add("categories", DType::u8, {1}, 4, std::vector<std::uint8_t>(2));
    store::Assignment assignment(2, kUnassigned);
    const auto texts = divideInOrder(*data, "city", 0, parts({0.5, 0.5}), assignment);
    QVERIFY(!texts);
    QVERIFY(texts.error().message.english().starts_with("The column city holds texts, which have no order in time"));
    const auto unknown = divideInOrder(*data, "town", 0, parts({0.5, 0.5}), assignment);
    QVERIFY(!unknown);
    QVERIFY(unknown.error().code == Errc::notFound);
  }
};

MASU_TEST(OrderDivisionTest)
#include "order_division_test.moc"
