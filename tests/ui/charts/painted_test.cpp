// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "tests/fixtures/test_group.h"
#include "ui/charts/figure/confusion_matrix.h"
#include "ui/charts/figure/ledger_bar.h"
#include "ui/charts/figure/sparkline.h"
#include "ui/charts/figure/split_bar.h"
#include "ui/charts/signal/waveform_view.h"
#include "ui/theme/split_colours.h"

using namespace masu::ui;

class PaintedTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void waveformExtentsCoverEveryFrame() {
    std::vector<float> values(100'000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(std::sin(double(i)));
    values[77'777] = 5;
    values[12'345] = -4;
    values[50'000] = NAN;
    const auto columns = extents({0, 1, values, values}, 0, 100'000 / 640.0, 640);
    QCOMPARE(columns.size(), std::size_t(640));
    float low = 0;
    float high = 0;
    for (const Extent& column : columns) {
      QVERIFY(column.low <= column.high);
      low = std::min(low, column.low);
      high = std::max(high, column.high);
    }
    QCOMPARE(high, 5.F);
    QCOMPARE(low, -4.F);
  }

  void waveformEndsWhereItsValuesEnd() {
    const std::vector<float> values(100, 1.F);
    const auto columns = extents({0, 1, values, values}, 50, 10, 640);
    QCOMPARE(columns[4].high, 1.F);
    QVERIFY(std::isnan(columns[5].low));
    for (const Extent& column : extents({}, 0, 1, 640)) QVERIFY(std::isnan(column.low));
  }

  void waveformZoomsAtAFrameAndStaysInsideItsAxis() {
    WaveformView view;
    view.resize(800, 400);
    view.setAxis(8000, 4096);
    view.zoom(4, 1024);
    QCOMPARE(view.firstFrame(), 768.0);
    view.scrollFrames(1e9);
    QCOMPARE(view.firstFrame(), 3072.0);  // 1024 frames before the end, as many as are shown
    view.fit();
    QCOMPARE(view.firstFrame(), 0.0);
    view.scrollFrames(1e9);
    QCOMPARE(view.firstFrame(), 0.0);  // all are shown
  }

  void barsOfLargeClassesLeaveTheirFiguresFree() {
    ClassBars bars;
    bars.setRows({{"the longest class of all", {1'321'190, 165'148, 165'149, 0}}, {"b", {24'632, 3'079, 3'079, 0}}});
    bars.resize(252, bars.sizeHint().height());
    const QImage image = bars.grab().toImage();
    // Along the middle of the first row: the bar in its colours, then a gap, then figures.
    const int middle = 24 + 17;
    int first = -1;
    int last = -1;
    for (int x = 0; x < image.width(); ++x) {
      const QColor colour = image.pixelColor(x, middle);
      const bool bar = colour == splitColour(0) || colour == splitColour(1) || colour == splitColour(2);
      if (bar && first < 0) first = x;
      if (bar) last = x;
    }
    QVERIFY2(last - first >= 50, qPrintable(QString("%1 … %2").arg(first).arg(last)));
    const QColor ground = image.pixelColor(0, 2);
    for (int x = last + 1; x < last + 6; ++x)
      for (int y = middle - 5; y < middle + 5; ++y) QCOMPARE(image.pixelColor(x, y), ground);
  }

  void lanesThatBelongTogetherFitTogether() {
    WaveformView view;
    view.resize(800, 640);
    const int alone = view.capacity();
    QSignalSpy changed(&view, &WaveformView::capacityChanged);
    view.setLanesTogether(11);
    QCOMPARE(changed.count(), 1);
    QVERIFY(alone < 11 && view.capacity() >= 11);
    // Whole samples fill the view: two of four lanes, rather than one and nothing below it.
    for (const int lanes : {2, 3, 4, 6}) {
      view.setLanesTogether(lanes);
      QCOMPARE(view.capacity() % lanes, 0);
      QVERIFY(view.capacity() >= 6);
    }
    view.setLanesTogether(1);
    QCOMPARE(view.capacity(), alone);
  }

  void waveformAsksForMoreBeyondItsLanes() {
    WaveformView view;
    view.resize(800, 400);
    view.setLanes(std::vector<WaveformView::Lane>(2));
    view.setCurrent(0);
    QSignalSpy scrolled(&view, &WaveformView::scrollRequested);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.current(), 1);
    QCOMPARE(scrolled.count(), 0);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(scrolled.takeFirst().at(0).toInt(), 1);
  }

  void ledgerGivesEveryItemAPixelAndTheRestInProportion() {
    LedgerBar bar(LedgerBar::Form::wide);
    bar.resize(1002, bar.sizeHint().height());
    LedgerBar::Account account;
    account.capacity = 1e9;
    account.segments = {{"a", "", "m", 1, Qt::red}, {"b", "", "m", 5e8, Qt::blue}};
    bar.setAccount(account);
    QVERIFY(bar.segmentRect(0).width() >= 1);
    QVERIFY(std::abs(bar.segmentRect(1).width() - 500) < 2);
  }

  void ledgerThatDoesNotFitKeepsItsItemsInsideTheBar() {
    LedgerBar bar(LedgerBar::Form::wide);
    bar.resize(800, bar.sizeHint().height());
    LedgerBar::Account account;
    account.capacity = 1e9;
    account.segments = {{"a", "", "m", 4e9, Qt::red}};
    bar.setAccount(account);
    QVERIFY(bar.segmentRect(0).right() <= 800);
  }

  void confusionOpensTheCellThatIsClicked() {
    ConfusionMatrix matrix;
    matrix.resize(240, 240);
    matrix.setMatrix({5, 1, 0, 2, 6, 1, 0, 0, 9}, {"a", "b", "c"});
    QCOMPARE(matrix.right(), std::uint64_t(20));
    QCOMPARE(matrix.total(), std::uint64_t(24));
    QSignalSpy opened(&matrix, &ConfusionMatrix::cellActivated);
    QTest::mouseClick(&matrix, Qt::LeftButton, {}, matrix.cellRect(1, 2).center());
    QCOMPARE(opened.takeFirst(), (QVariantList{1, 2}));
    QTest::keyClick(&matrix, Qt::Key_Down);
    QTest::keyClick(&matrix, Qt::Key_Return);
    QCOMPARE(opened.takeFirst(), (QVariantList{2, 2}));
  }

  void confusionRefusesCountsThatDoNotFitItsClasses() {
    ConfusionMatrix matrix;
    matrix.setMatrix({1, 2, 3}, {"a", "b"});
    QCOMPARE(matrix.classCount(), 0);
  }

  void sparklineKeepsTheNewestValues() {
    Sparkline line(Sparkline::Form::line);
    for (std::size_t i = 0; i < Sparkline::kKept + 10; ++i) line.append(double(i));
    QCOMPARE(line.values().size(), Sparkline::kKept);
    QCOMPARE(line.values().front(), 10.0);
  }
};

MASU_TEST(PaintedTest)
#include "painted_test.moc"
