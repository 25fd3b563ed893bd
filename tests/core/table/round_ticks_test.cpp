// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/round_ticks.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

/// Whether a step is 1, 2 or 5 times a power of ten.
bool isRound(double step) {
  const double power = std::pow(10., std::floor(std::log10(step) + 1e-6));
  const double leading = step / power;
  const auto near = [&](double wanted) { return std::fabs(leading - wanted) < 1e-3; };
  return near(1) || near(2) || near(5);
}

}  // namespace

class RoundTicksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void positionsAreRound() {
    QCOMPARE(table::roundTicks(0, 10, 6), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    QCOMPARE(table::roundTicks(0, 1, 5), (std::vector<double>{0, 0.5, 1}));
    QCOMPARE(table::roundTicks(-120, 130, 4), (std::vector<double>{-100, 0, 100}));
    QCOMPARE(table::roundTicks(1999, 2024, 6), (std::vector<double>{2000, 2005, 2010, 2015, 2020}));
  }

  /// Whatever the range: inside it, in order, evenly apart by a round step, and no more than asked for.
  void ticksOfAnyRange() {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> fraction(-1, 1);
    int several = 0;
    for (int round = 0; round < 20000; ++round) {
      const double scale = std::pow(10., static_cast<int>(random() % 40) - 20);
      const double low = fraction(random) * scale;
      const double high = low + (fraction(random) + 1.01) * scale;
      const int limit = 2 + static_cast<int>(random() % 12);
      const std::vector<double> ticks = table::roundTicks(low, high, limit);
      QVERIFY(ticks.size() <= static_cast<std::size_t>(limit));
      if (ticks.empty()) continue;
      const double slack = (high - low) * 1e-5;
      QVERIFY(ticks.front() >= low - slack && ticks.back() <= high + slack);
      if (ticks.size() < 2) continue;
      ++several;
      const double step = ticks[1] - ticks[0];
      QVERIFY2(isRound(step), qPrintable(QString::number(step)));
      for (std::size_t i = 1; i < ticks.size(); ++i)
        QVERIFY(ticks[i] > ticks[i - 1] && std::fabs(ticks[i] - ticks[i - 1] - step) < step * 1e-3);
      // None is left out at an end.
      QVERIFY(ticks.front() - step < low && ticks.back() + step > high);
    }
    QVERIFY(several > 10000);
  }

  void whereDoublesAreFarApartNoneComesTwice() {
    for (const double low : {1., 1e15, 1e17, -1e17}) {
      double high = low;
      for (int i = 0; i < 5; ++i) high = std::nextafter(high, std::numeric_limits<double>::infinity());
      const std::vector<double> ticks = table::roundTicks(low, high, 10);
      for (std::size_t i = 1; i < ticks.size(); ++i) QVERIFY(ticks[i] > ticks[i - 1]);
      QVERIFY(ticks.size() <= 10);
    }
  }

  void anEmptyRangeHasNone() {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInf = std::numeric_limits<double>::infinity();
    QVERIFY(table::roundTicks(3, 3, 5).empty());
    QVERIFY(table::roundTicks(3, 2, 5).empty());
    QVERIFY(table::roundTicks(kNaN, 2, 5).empty());
    QVERIFY(table::roundTicks(0, kNaN, 5).empty());
    QVERIFY(table::roundTicks(0, kInf, 5).empty());
    QVERIFY(table::roundTicks(0, 10, 1).empty());
  }
};

MASU_TEST(RoundTicksTest)
#include "round_ticks_test.moc"
