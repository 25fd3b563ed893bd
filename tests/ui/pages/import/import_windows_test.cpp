// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QTest>
#include <QToolTip>
#include <algorithm>

#include "tests/fixtures/test_group.h"
#include "ui/pages/import/recordings/view.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr std::uint64_t kFrames = 3000;

/// Three segments: a label changes at frame 1000, and from 1300 to 2000 there is none.
ingest::RecordingPlan divided() {
  ingest::RecordingPlan recording;
  recording.path = "night.edf";
  recording.frames = kFrames;
  recording.rate = 100;
  recording.labels = {"wake", "sleep"};
  recording.segments = {{0, 1000, 0}, {1000, 300, 1}, {2000, 1000, 0}};
  return recording;
}

std::shared_ptr<const ingest::ImportPlan> planOf(const ingest::RecordingPlan& recording) {
  auto plan = std::make_shared<ingest::ImportPlan>();
  plan->content.emplace<ingest::RecordingsPlan>();
  plan->recordings().files = {recording};
  plan->recordings().window = plan->recordings().hop = 400;
  plan->recordings().rate = recording.rate;
  return plan;
}

/// Loud everywhere, so that wherever a signal is drawn there is ink.
std::shared_ptr<const tasks::RecordingSignal> loud(std::vector<tasks::SignalNote> notes = {}) {
  auto signal = std::make_shared<tasks::RecordingSignal>();
  for (std::size_t i = 0; i < kFrames; ++i) signal->values.push_back(i % 2 == 0 ? 1.F : -1.F);
  signal->notes = std::move(notes);
  signal->channel = "Fp1";
  signal->channels = signal->notes.empty() ? 1 : 11;
  return signal;
}

}  // namespace

class ImportWindowsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { Theme::current().install(*qApp, Theme::Mode::light); }

  void windowsLieInPartsAsTheImportCutsThem() {
    const Shown shown(divided());
    ImportWindowsView& windows = shown.windows();
    QCOMPARE(windows.windows().size(), std::uint64_t{7});
    QCOMPARE(clickAt(windows, 1100), std::uint64_t{1000});
    QCOMPARE(clickAt(windows, 2500), std::uint64_t{2400});
    QCOMPARE(clickAt(windows, 950), std::uint64_t{800});
    QCOMPARE(clickAt(windows, 2999), std::uint64_t{2800});
    QCOMPARE(clickAt(windows, 0), std::uint64_t{0});
  }

  void whatBecomesNoSampleIsVeiled() {
    const Shown shown(divided());
    QVERIFY(hasInk(shown, 200));
    QVERIFY(hasInk(shown, 2300));
    QVERIFY(!hasInk(shown, 1650));
    ingest::RecordingPlan whole = divided();
    whole.segments.clear();
    whole.labels.clear();
    QVERIFY(hasInk(Shown(whole), 1650));
  }

  void segmentsAndPaddingAreShown() {
    const Shown shown(divided());
    const auto says = [&](const char* words, double first, double second) {
      return shown.says(QString(words).arg(formatSeconds(first), formatSeconds(second)));
    };
    const auto go = [&](int windows) {
      for (int i = 0; i < windows; ++i) QTest::keyClick(&shown.windows(), Qt::Key_Right);
    };
    QVERIFY2(shown.says(formatSeconds(30) + " in 3 segments gives 7 window(s)"), qPrintable(shown.texts()));
    go(2);
    QVERIFY2(says("; window 3 starts at %1, then %2 of padding", 8, 2), qPrintable(shown.texts()));
    go(1);
    QVERIFY2(says("; window 4 starts at %1, then %2 of padding", 10, 1), qPrintable(shown.texts()));
    // The last one's padding is after the recording, where it is drawn.
    go(3);
    QVERIFY2(shown.says("; window 7 starts at " + formatSeconds(28)), qPrintable(shown.texts()));
    QVERIFY(!shown.says("padding"));
  }

  void aRecordingThatIsSetAsideHasNoWindows() {
    ingest::RecordingPlan bad = divided();
    bad.reject("damaged", {"night.edf is cut short.", {}});
    const Shown shown(bad);
    QCOMPARE(shown.windows().windows().size(), std::uint64_t{0});
    QTest::mouseClick(&shown.windows(), Qt::LeftButton, {}, QPoint(300, 60));
    QVERIFY(!shown.windows().grab().isNull());
  }

  void aBeginningIsCalledOne() {
    ingest::RecordingPlan recording = divided();
    recording.segments.clear();
    recording.labels.clear();
    QVERIFY(!Shown(recording).says("are drawn"));
    recording.frames = 4 * kFrames;
    const Shown shown(recording);
    QVERIFY2(shown.says("; only the first " + formatSeconds(30) + " are drawn"), qPrintable(shown.texts()));
    const QImage image = shown.windows().grab().toImage();
    const int y = image.height() - 40;
    QVERIFY(image.pixelColor(image.width() / 2, y) == tokens().sunken);
    QVERIFY(image.pixelColor(image.width() / 8, y) != tokens().sunken);
  }

  void whatWasNotedIsMarkedWhereItWas() {
    const Shown shown(divided(), {{750, 0, "blink"}, {2250, 300, "spindle"}});
    QVERIFY2(shown.says("; 2 annotation(s)"), qPrintable(shown.texts()));
    QVERIFY2(shown.says("; channel Fp1 of 11 is drawn"), qPrintable(shown.texts()));
    const ImportWindowsView& windows = shown.windows();
    const QImage image = shown.windows().grab().toImage();
    const auto isMarked = [&](double frame) {
      const int foot = image.height() - 24 - 2;  // above the axis
      return image.pixelColor(xOf(windows, frame), foot) == tokens().accent;
    };
    QVERIFY(isMarked(750));
    QVERIFY(isMarked(2400));  // as long as it lasts
    QVERIFY(!isMarked(1650));
    QHelpEvent help(QEvent::ToolTip, QPoint(xOf(windows, 750), 100), windows.mapToGlobal(QPoint(0, 0)));
    QApplication::sendEvent(&shown.windows(), &help);
    QVERIFY2(QToolTip::text().contains("blink"), qPrintable(QToolTip::text()));
    QToolTip::hideText();
    QVERIFY(!Shown(divided()).says("annotation"));
  }

  void moreWindowsThanThereIsRoomForStillShowTheChosenOne() {
    ingest::RecordingPlan recording = divided();
    recording.segments.clear();
    recording.labels.clear();
    recording.frames = 40'000'000;
    const Shown shown(recording);
    QCOMPARE(shown.windows().windows().size(), std::uint64_t{100'000});
    QCOMPARE(clickAt(shown.windows(), 0), std::uint64_t{0});
    const QImage image = shown.windows().grab().toImage();
    const QColor accent = tokens().accent;
    QCOMPARE(image.pixelColor(0, 4), accent);
  }

 private:
  /// The view with one recording chosen.
  class Shown {
   public:
    explicit Shown(const ingest::RecordingPlan& recording, std::vector<tasks::SignalNote> notes = {})
        : m_view(std::make_unique<ImportRecordingsView>()) {
      m_view->resize(1000, 800);
      m_view->showPlan(planOf(recording));
      m_view->showSignal(recording.path, loud(std::move(notes)));
      m_view->show();
    }
    ImportWindowsView& windows() const { return *m_view->findChild<ImportWindowsView*>(); }
    bool says(const QString& words) const { return texts().contains(words); }
    QString texts() const {
      QString all;
      for (const QLabel* label : m_view->findChildren<QLabel*>()) all += label->text() + '\n';
      return all;
    }

   private:
    std::unique_ptr<ImportRecordingsView> m_view;
  };

  static int xOf(const ImportWindowsView& view, double frame) {
    const waveform::WindowPlan& windows = view.windows();
    const waveform::Window last = windows.at(windows.size() - 1);
    const double axis = std::max(static_cast<double>(kFrames), static_cast<double>(last.start) + 400);
    return static_cast<int>(frame / axis * (view.width() - 1) + 0.5);
  }

  /// The start of the window that a click into the signal chooses.
  static std::uint64_t clickAt(ImportWindowsView& view, double frame) {
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(xOf(view, frame), view.height() / 2));
    return view.windows().at(static_cast<std::uint64_t>(view.chosen())).start;
  }

  static bool hasInk(const Shown& shown, double frame) {
    const QImage image = shown.windows().grab().toImage();
    const int x = xOf(shown.windows(), frame);
    for (int y = 0; y < image.height(); ++y)
      if (image.pixelColor(x, y) == tokens().wave) return true;
    return false;
  }
};

MASU_TEST(ImportWindowsTest)
#include "import_windows_test.moc"
