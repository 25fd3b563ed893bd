// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/rate_curve.h"

#include <QTest>
#include <cmath>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::metrics;

/// The learning rate that a curve of losses leads to.
class RateCurveTest : public QObject {
  Q_OBJECT

 private:
  /// Falls from 2 to 1 around `least`, then runs away; with noise of that deviation.
  static std::vector<RateTry> curve(double least, double noise) {
    std::mt19937 chance(3);
    std::normal_distribution<double> normal(0, noise);
    std::vector<RateTry> tries;
    for (int i = 0; i < 100; ++i) {
      const double rate = 1e-6 * std::pow(1e7, i / 99.0);
      const double away = std::log10(rate / least);
      const double loss = away < 0 ? 2 - std::exp(away) : 1 + away * away;
      tries.push_back({rate, loss + (noise > 0 ? normal(chance) : 0)});
      if (loss > 4) break;
    }
    return tries;
  }

 private Q_SLOTS:
  void isATenthOfWhereTheLossWasLeast_data() {
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("noise");
    for (const double least : {1e-4, 1e-3, 0.03, 0.3}) {
      QTest::addRow("%g", least) << least << 0.0;
      QTest::addRow("%g in noise", least) << least << 0.05;
    }
  }
  void isATenthOfWhereTheLossWasLeast() {
    QFETCH(double, least);
    QFETCH(double, noise);
    const double suggested = suggestedRate(curve(least, noise));
    QVERIFY2(suggested > least / 30 && suggested < least / 4, std::to_string(suggested).c_str());
  }

  void isNoneWhereTheLossNeverFell() {
    std::vector<RateTry> flat;
    for (int i = 0; i < 100; ++i) flat.push_back({1e-6 * std::pow(1.2, i), 0.7});
    QVERIFY(std::isnan(suggestedRate(flat)));
    for (int i = 0; i < 100; ++i) flat[static_cast<std::size_t>(i)].loss = 0.7 + 0.01 * i;
    QVERIFY(std::isnan(suggestedRate(flat)));
    QVERIFY(std::isnan(suggestedRate({})));
    QVERIFY(std::isnan(suggestedRate({{1e-6, 1}, {1e-5, 0.1}})));
  }

  void smoothingKeepsEndsAndStraightLines() {
    std::vector<RateTry> tries;
    for (int i = 0; i < 30; ++i) tries.push_back({1e-6 * std::pow(2, i), 3.0 - 0.1 * i});
    const std::vector<double> smoothed = smoothedLosses(tries);
    QCOMPARE(smoothed.size(), tries.size());
    for (std::size_t i = 0; i < tries.size(); ++i) QVERIFY(std::abs(smoothed[i] - tries[i].loss) < 1e-12);
    QVERIFY(smoothedLosses({}).empty());
  }

  void passesAsALine() {
    const RateCurve sent{"odd \"name\"", {{1e-6, 2.5}, {1.0 / 3, 0.1}}, 1.0 / 30};
    const std::string line = toJson(sent);
    QVERIFY(line.find('\n') == std::string::npos);
    const auto back = rateCurveFromJson(line);
    QVERIFY(back);
    QCOMPARE(back->model, sent.model);
    QCOMPARE(back->suggested, sent.suggested);
    QCOMPARE(back->tries.size(), std::size_t{2});
    QCOMPARE(back->tries[1].rate, 1.0 / 3);
    QCOMPARE(back->tries[1].loss, 0.1);
    QVERIFY(std::isnan(rateCurveFromJson(toJson(RateCurve{"m", {}, kAbsent}))->suggested));
    for (const char* text : {"", "{}", "[]", R"({"rates_of":1})", R"({"rates_of":"m","suggested":1,"tries":[[1]]})"}) {
      QVERIFY2(!rateCurveFromJson(text), text);
    }
  }
};

MASU_TEST(RateCurveTest)
#include "rate_curve_test.moc"
