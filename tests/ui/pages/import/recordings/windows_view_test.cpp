// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/windows_view.h"

#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kWidth = 1001;  // a pixel for each of 1000 frames
constexpr int kBelowBrackets = 100;

ImportWindowsView::Recording recordingWith(std::vector<waveform::RecordingSegment> segments, std::uint64_t length,
                                           std::uint64_t hop, bool padRest = true) {
  ImportWindowsView::Recording recording;
  recording.frames = 1000;
  recording.rate = 10;
  recording.segments = std::move(segments);
  recording.rule = {length, hop, padRest};
  return recording;
}

}  // namespace

class WindowsViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_view = std::make_unique<ImportWindowsView>();
    m_view->resize(kWidth, 200);
  }

  void keysChooseTheNextWindow() {
    m_view->setRecording(recordingWith({{0, 0, 1000}}, 250, 250));
    QCOMPARE(m_view->windows().size(), std::uint64_t{4});
    const QSignalSpy changed(m_view.get(), &ImportWindowsView::chosenChanged);
    QTest::keyClick(m_view.get(), Qt::Key_Left);
    QCOMPARE(changed.count(), 0);
    for (const int expected : {1, 2, 3}) {
      QTest::keyClick(m_view.get(), Qt::Key_Right);
      QCOMPARE(changed.last().value(0).toInt(), expected);
    }
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    QCOMPARE(changed.count(), 3);
    QCOMPARE(m_view->chosen(), 3);
    m_view->setChosen(-7);
    QCOMPARE(m_view->chosen(), 0);
    m_view->setChosen(99);
    QCOMPARE(m_view->chosen(), 3);
    // Of a recording with fewer windows, the last that there is.
    m_view->setRecording(recordingWith({{0, 0, 1000}}, 500, 500));
    QCOMPARE(m_view->chosen(), 1);
  }

  /// A frame is in the window that begins at or before it.
  void thePointerChoosesTheWindowOfAFrame() {
    m_view->setRecording(recordingWith({{0, 0, 400}, {0, 600, 400}}, 100, 100));
    QCOMPARE(m_view->windows().size(), std::uint64_t{8});
    for (const auto& [x, window] : {std::pair(350, 3), {50, 0}, {150, 1}, {650, 4}, {990, 7}, {250, 2}}) {
      press(x);
      QCOMPARE(m_view->chosen(), window);
      const waveform::Window at = m_view->windows().at(static_cast<std::uint64_t>(m_view->chosen()));
      QVERIFY(at.start <= static_cast<std::uint64_t>(x) && static_cast<std::uint64_t>(x) < at.start + 100);
    }
    // In a gap, the window before it.
    press(500);
    QCOMPARE(m_view->chosen(), 3);
  }

  /// However short it is, and whether the rest of a longer one is padded or dropped.
  void aShortSegmentIsOneWindow() {
    for (const bool padRest : {false, true}) {
      m_view->setRecording(recordingWith({{0, 0, 300}, {0, 300, 7}, {0, 400, 600}}, 100, 100, padRest));
      QCOMPARE(m_view->windows().size(), std::uint64_t{10});
      m_view->setChosen(9);
      press(303);
      QCOMPARE(m_view->chosen(), 3);
      press(401);
      QCOMPARE(m_view->chosen(), 4);
    }
  }

  void withoutWindowsThereIsNothingToChoose() {
    m_view->setRecording(recordingWith({{0, 0, 1000}}, 0, 0));
    QCOMPARE(m_view->windows().size(), std::uint64_t{0});
    press(500);
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    QCOMPARE(m_view->chosen(), 0);
    QVERIFY(!m_view->grab().isNull());
  }

  /// Of a very long recording the beginning is read.
  void onlyWhatWasReadIsDrawn() {
    ImportWindowsView::Recording recording = recordingWith({{0, 0, 1000}}, 100, 100);
    m_view->setRecording(recording);
    QCOMPARE(m_view->framesDrawn(), 1000.0);
    for (const std::size_t read : {0U, 300U, 1000U, 2000U}) {
      recording.values = std::make_shared<const std::vector<float>>(read, 0.5F);
      m_view->setRecording(recording);
      QCOMPARE(m_view->framesDrawn(), static_cast<double>(std::min<std::size_t>(read, 1000)));
      QVERIFY(!m_view->grab().isNull());
    }
  }

 private:
  void press(int x) { QTest::mousePress(m_view.get(), Qt::LeftButton, {}, QPoint(x, kBelowBrackets)); }

  std::unique_ptr<ImportWindowsView> m_view;
};

MASU_TEST(WindowsViewTest)
#include "windows_view_test.moc"
