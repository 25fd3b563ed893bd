// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/recording_view.h"

#include <QImage>
#include <QPainter>
#include <QPicture>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "tests/fixtures/test_group.h"
#include "ui/theme/theme.h"

using namespace masu::ui;

namespace {

/// 24 hours of 32 channels at 1 kHz.
constexpr double kDay = 86'400'000;
constexpr int kChannels = 32;

std::shared_ptr<const SignalBlocks> blocks(double block, double first, std::size_t count, std::size_t channels) {
  auto made = std::make_shared<SignalBlocks>();
  made->first = first;
  made->block = block;
  made->low.resize(channels);
  made->high.resize(block > 1 ? channels : 0);
  for (std::size_t c = 0; c < channels; ++c) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto at = static_cast<float>(std::sin(static_cast<double>(i * (c + 1)) * 0.7));
      made->low[c].push_back(block > 1 ? at - 1 : at);
      if (block > 1) made->high[c].push_back(at + 1);
    }
  }
  return made;
}

QStringList names(int count) {
  QStringList channels;
  for (int i = 0; i < count; ++i) channels << QStringLiteral("ch %1").arg(i);
  return channels;
}

/// The work of painting, as the bytes of its recorded commands: every point of every line counts.
unsigned int paintedBytes(QWidget& view) {
  QPicture commands;
  QPainter painter(&commands);
  view.render(&painter);
  painter.end();
  return commands.size();
}

/// True where a column of the picture, or its neighbour, holds some of a signal.
bool inkAt(const QImage& image, int x, const QRect& plot) {
  const QColor wave = masu::ui::tokens().wave;
  for (int y = plot.top(); y <= plot.bottom(); ++y) {
    for (const int at : {x, x + 1}) {
      if (std::abs(image.pixelColor(at, y).lightness() - wave.lightness()) < 60) return true;
    }
  }
  return false;
}

}  // namespace

class RecordingViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aDayOf32ChannelsIsDrawnWhole_data() {
    QTest::addColumn<double>("block");
    QTest::addColumn<double>("shown");
    QTest::newRow("all of it") << 32768.0 << kDay;
    QTest::newRow("the most blocks a column") << 32768.0 << 8.0 * 32768 * 1500;
    QTest::newRow("two seconds, frame by frame") << 1.0 << 2000.0;
    QTest::newRow("a twentieth of a second") << 1.0 << 50.0;
  }
  void aDayOf32ChannelsIsDrawnWhole() {
    QFETCH(const double, block);
    QFETCH(const double, shown);
    RecordingView view;
    view.resize(1600, 1000);
    const double frames = std::max(kDay, shown);
    view.setRecording("day", 1000, frames, names(kChannels));
    view.setOverview(blocks(32768, 0, static_cast<std::size_t>(kDay / 32768) + 1, kChannels));
    const auto count = static_cast<std::size_t>(shown / block) + 2;
    view.show(0, shown);
    view.setDetail(blocks(block, 0, count, kChannels));
    std::vector<RecordingView::Window> windows;
    for (std::uint64_t i = 0; i < 512; ++i)
      windows.push_back({i, static_cast<double>(i) * shown / 512, shown / 512, "class", Qt::blue, Qt::gray});
    view.setWindows(windows, true);
    // A column of a lane is a line or two, whatever the length of the signal: 40 bytes each, and the windows beside
    // them.
    const auto columns = static_cast<unsigned int>(view.width() * kChannels);
    const unsigned int painted = paintedBytes(view);
    QVERIFY2(painted > columns * 4 && painted < columns * 120, qPrintable(QString::number(painted)));
    // However long the signal: every lane is drawn, from its left to its right.
    QImage image(view.size(), QImage::Format_ARGB32_Premultiplied);
    view.render(&image);
    for (int lane = 0; lane < view.lanesShown(); ++lane) {
      const QRect plot = view.plotRect(lane).toRect();
      for (const int x : {plot.left() + 1, plot.center().x(), plot.right() - 2}) QVERIFY(inkAt(image, x, plot));
    }
    QCOMPARE(view.lanesShown(), kChannels);
  }

  void columnsHoldTheExtremesOfTheirBlocks() {
    auto made = std::make_shared<SignalBlocks>();
    made->first = 640;
    made->block = 64;
    made->low = {{-1, -5, NAN, 0, 2}};
    made->high = {{1, 5, NAN, 0, 3}};
    const auto found = extents(made->channel(0), 640, 128, 3);
    QCOMPARE(found[0].low, -5.F);
    QCOMPARE(found[0].high, 5.F);
    QCOMPARE(found[1].low, 0.F);
    QCOMPARE(found[2].high, 3.F);
    const auto beside = extents(made->channel(0), 0, 128, 20);
    QVERIFY(std::isnan(beside[0].low) && std::isnan(beside[19].low));
    QVERIFY(std::isnan(extents(made->channel(0), 640 + 128, 64, 1).front().low));
    QCOMPARE(range(made->channel(0)).low, -5.F);
  }

  void zoomsUnderThePointerToSingleSamplesAndFitsAgain() {
    RecordingView view;
    view.resize(1000, 600);
    view.setRecording("day", 1000, kDay, names(2));
    QSignalSpy spans(&view, &RecordingView::spanChanged);
    const QRectF plot = view.plotRect(0);
    const QPointF at(plot.left() + plot.width() / 4, plot.center().y());
    for (int i = 0; i < 120; ++i) {
      const double under = view.axis().frameAt(plot, at.x());
      QWheelEvent turn(at, at, {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
      QCoreApplication::sendEvent(&view, &turn);
      const double moved = std::abs(view.axis().frameAt(plot, at.x()) - under);
      QVERIFY2(moved <= 1e-6 * kDay, qPrintable(QString::number(moved)));
    }
    QCOMPARE(view.axis().shown(), 16.0);
    QVERIFY(spans.count() >= 100);
    QVERIFY(view.framesPerColumn() < 1);
    QTest::keyClick(&view, Qt::Key_F);
    QCOMPARE(view.axis().shown(), kDay);
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.axis().first(), 0.0);
  }

  void asksForDetailOnlyWhereBlocksAreTooCoarse() {
    RecordingView view;
    view.resize(1000, 600);
    view.setRecording("x", 1000, 1e6, names(2));
    QVERIFY(view.wantsDetail());
    view.setOverview(blocks(512, 0, 1954, 2));
    QVERIFY(!view.wantsDetail());
    view.show(1000, 10'000);
    QVERIFY(view.wantsDetail());
    view.setDetail(blocks(8, 0, 1500, 2));
    QVERIFY(!view.wantsDetail());
    view.scrollFrames(5000);
    QVERIFY(view.wantsDetail());
  }

  void aClickChoosesTheSampleUnderItAndADragDoesNot() {
    RecordingView view;
    view.resize(1000, 600);
    view.setRecording("x", 0, 1000, names(1));
    view.setWindows({{7, 0, 500, "a", Qt::blue, Qt::gray}, {8, 500, 400, "b", Qt::blue, Qt::gray}}, false);
    QSignalSpy chosen(&view, &RecordingView::sampleChosen);
    const QRectF plot = view.plotRect(0);
    const auto at = [&](double share) {
      return QPointF(plot.left() + plot.width() * share, plot.center().y()).toPoint();
    };
    QTest::mouseClick(&view, Qt::LeftButton, {}, at(0.6));
    QCOMPARE(chosen.takeFirst().at(0).toULongLong(), 8ULL);
    QTest::mouseClick(&view, Qt::LeftButton, {}, at(0.95));
    QCOMPARE(chosen.count(), 0);
    view.show(0, 500);
    QTest::mousePress(&view, Qt::LeftButton, {}, at(0.8));
    QTest::mouseMove(&view, at(0.3));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, at(0.3));
    QCOMPARE(chosen.count(), 0);
    QVERIFY(std::abs(view.axis().first() - 250) < 2);
  }

  void clocksAreRound() {
    QCOMPARE(clockTicks(0, 86'400, 9),
             (std::vector<double>{0, 10'800, 21'600, 32'400, 43'200, 54'000, 64'800, 75'600, 86'400}));
    for (const double span : {10.0, 700.0, 5e3, 1e5, 1e7, 1e10}) QVERIFY(clockTicks(3, 3 + span, 12).size() <= 12);
    QCOMPARE(clockText(3723.4567, 3), QStringLiteral("1:02:03.457"));
    QCOMPARE(clockText(59.9999, 2), QStringLiteral("0:01:00.00"));
  }
};

MASU_TEST(RecordingViewTest)
#include "recording_view_test.moc"
