// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/figures/value_points.h"

#include <QTest>
#include <algorithm>
#include <limits>
#include <set>

#include "tests/fixtures/test_group.h"

using namespace masu::metrics;

class ValuePointsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void ofFewSamplesAllAreKept() {
    ValuePoints some;
    QVERIFY(some.points().empty());
    some.add(4, 2, 7);
    some.add(1, 5, -3);
    some.add(2, 1, 7);
    const auto points = some.points();
    QCOMPARE(points.size(), std::size_t{3});
    QVERIFY(points[0].prediction == -3 && points[0].truth == 5);
    QVERIFY(points[1].prediction == 7 && points[1].truth == 1);
    QVERIFY(points[2].prediction == 7 && points[2].truth == 2);
  }

  /// By the numbers of the samples alone, whatever their order, and from all parts of the dataset.
  void ofManyTheSameAreKeptInAnyOrder() {
    constexpr std::uint64_t kSamples = 100'000;
    ValuePoints up;
    ValuePoints down;
    for (std::uint64_t i = 0; i < kSamples; ++i) up.add(i, static_cast<double>(i), 1);
    for (std::uint64_t i = kSamples; i-- > 0;) down.add(i, static_cast<double>(i), static_cast<double>(i % 7));
    std::set<double> kept;
    for (const ValuePoint& point : up.points()) kept.insert(point.truth);
    std::set<double> others;
    for (const ValuePoint& point : down.points()) others.insert(point.truth);
    QCOMPARE(kept.size(), ValuePoints::kMost);
    QVERIFY(kept == others);
    for (int tenth = 0; tenth < 10; ++tenth) {
      const auto count = std::ranges::count_if(kept, [&](double at) { return static_cast<int>(at / 10'000) == tenth; });
      QVERIFY2(count > 20 && count < 100, qPrintable(QString::number(count)));
    }
  }

  void whatIsNotFiniteIsLeftOut() {
    ValuePoints points;
    points.add(1, std::numeric_limits<double>::quiet_NaN(), 1);
    points.add(2, 1, std::numeric_limits<double>::infinity());
    QVERIFY(points.points().empty());
  }
};

MASU_TEST(ValuePointsTest)
#include "value_points_test.moc"
