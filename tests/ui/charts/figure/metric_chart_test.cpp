// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/metric_chart.h"

#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "tests/fixtures/drawn_points.h"
#include "tests/fixtures/test_group.h"
#include "ui/charts/paint/decimate.h"

using namespace masu::ui;

namespace {

std::vector<QPointF> noisy(int count) {
  std::vector<QPointF> points;
  for (int i = 0; i < count; ++i) points.emplace_back(i, std::sin(i * 0.37) + (i == count / 3 ? 9 : 0));
  return points;
}

}  // namespace

class MetricChartTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void drawsAMillionPointsWithTwoThousandAndKeepsTheirExtremes() {
    const auto points = noisy(1'000'000);
    const auto drawn = decimated(points);
    QVERIFY(drawn.size() <= kPointsDrawn);
    QCOMPARE(drawn.front(), points.front());
    QCOMPARE(drawn.back(), points.back());
    const auto higher = [](QPointF a, QPointF b) { return a.y() < b.y(); };
    QCOMPARE(*std::max_element(drawn.begin(), drawn.end(), higher),
             *std::max_element(points.begin(), points.end(), higher));
    QCOMPARE(std::min_element(drawn.begin(), drawn.end(), higher)->y(),
             std::min_element(points.begin(), points.end(), higher)->y());
    QVERIFY(std::is_sorted(drawn.begin(), drawn.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); }));
  }

  void leavesFewPointsAsTheyAreAndDropsWhatIsNoNumber() {
    const std::vector<QPointF> points = {{1, 0.5}, {2, NAN}, {3, 0.25}};
    const std::vector<QPointF> wanted = {{1, 0.5}, {3, 0.25}};
    QCOMPARE(decimated(points), wanted);
  }

  void smoothsTowardsTheMeanWithoutABiasAtTheStart() {
    const auto flat = smoothed({{0, 2}, {1, 2}, {2, 2}}, 0.9);
    for (const QPointF& point : flat) QVERIFY(std::abs(point.y() - 2) < 1e-12);
    const auto points = noisy(50);
    QCOMPARE(smoothed(points, 0), points);
  }

  void choosesRoundTicks() {
    const std::vector<double> wanted = {0, 0.2, 0.4, 0.6, 0.8, 1};
    const auto ticks = roundTicks(0, 1, 6);
    QCOMPARE(ticks.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) QVERIFY(std::abs(ticks[i] - wanted[i]) < 1e-12);
    const std::vector<double> decades = {0.02, 0.05, 0.1, 0.2, 0.5, 1, 2};
    const auto log = logTicks(0.02, 2, 8);
    QCOMPARE(log.size(), decades.size());
    for (std::size_t i = 0; i < decades.size(); ++i) QVERIFY(std::abs(log[i] / decades[i] - 1) < 1e-9);
    for (const double tick : logTicks(1e-9, 1e9, 8)) QVERIFY(tick > 0);
  }

  void replacesItsCurvesAndKeepsThemSmall() {
    MetricChart chart;
    chart.resize(404, 256);
    chart.setSpan(20, QStringLiteral("Epoch"));
    chart.setSeries({{"a", Qt::red, true, noisy(500'000)}, {"a", Qt::red, false, {{1, 1.5}, {2, 0.5}}}});
    QVERIFY(pointsDrawn(chart, 0) <= kPointsDrawn);
    QCOMPARE(pointsDrawn(chart, 1), std::size_t(2));
    chart.setSeries({{"a", Qt::red, false, {{1, 1.5}}}});
    QCOMPARE(pointsDrawn(chart, 0), std::size_t(1));
    QCOMPARE(pointsDrawn(chart, 1), std::size_t(0));
  }

  void walksFromPointToPointByKeyboard() {
    MetricChart chart;
    chart.resize(404, 256);
    chart.setSpan(4, QStringLiteral("Epoch"));
    chart.setSeries({{"a", Qt::red, false, {{1, 1}, {2, 0.5}, {4, 0.2}}}});
    QSignalSpy marked(&chart, &MetricChart::markedChanged);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.marked(), std::optional<double>(4));
    QTest::keyClick(&chart, Qt::Key_Left);
    QCOMPARE(chart.marked(), std::optional<double>(2));
    QCOMPARE(marked.count(), 4);
  }
};

MASU_TEST(MetricChartTest)
#include "metric_chart_test.moc"
