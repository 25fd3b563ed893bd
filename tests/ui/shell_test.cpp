#include <QFile>
#include <QLabel>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "made_hdf5.h"
#include "ui/pages/import_page.h"
#include "ui/shell/job_strip.h"
#include "ui/shell/main_window.h"
#include "ui/shell/rail.h"
#include "ui/shell/step_states.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"

using namespace masu;
using namespace masu::ui;

namespace {

Result<int> untilStopped(const JobContext& job) {
  while (!job.stopRequested()) QThread::msleep(1);
  return fail(Error::cancelled());
}

}  // namespace

class ShellTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    Theme::current().install(*qApp, Theme::Mode::light);
  }

  void opensWithStartAndLocksWhatNeedsADataset() {
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    QCOMPARE(window.current(), Step::start);
    int enabled = 0;
    for (const RailButton* button : window.findChildren<RailButton*>())
      if (button->isCheckable() && button->isEnabled()) ++enabled;
    QCOMPARE(enabled, 1);
  }

  void goesByKeyboardOnlyWhereThereIsSomething() {
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(window.current(), Step::import);
    QTest::keyClick(&window, Qt::Key_3, Qt::ControlModifier);
    QCOMPARE(window.current(), Step::import);
  }

  void foldsTheRailWhenNarrow() {
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    const auto* rail = window.findChild<Rail*>();
    QCOMPARE(rail->width(), size::kRail);
    window.resize(1024, 640);
    QTRY_COMPARE(rail->width(), size::kRailFolded);
  }

  void takesAFileThatIsNoDatasetBackToStartWithASentence() {
    const QString path = m_folder.filePath("broken.h5");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("not HDF5 at all");
    file.close();
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.openPaths({path});
    QCOMPARE(window.current(), Step::start);
    const auto* banner = window.page(Step::start)->findChild<Banner*>();
    QVERIFY2(banner->sentence().contains("broken.h5"), qPrintable(banner->sentence()));
  }

  void takesHdf5MadeElsewhereToTheImport() {
    const QString path = m_folder.filePath("made.h5");
    QVERIFY(test::makeHdf5(path, {"f['x'] = numpy.ones((50, 3))", "f['y'] = numpy.arange(50) % 2"}));
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.openPaths({path});
    QCOMPARE(window.current(), Step::import);
    const auto* page = static_cast<const ImportPage*>(window.page(Step::import));
    QTRY_VERIFY_WITH_TIMEOUT(!page->inspecting(), 30'000);
    QVERIFY(page->inspection());
    QCOMPARE(page->inspection()->plan.samples, std::uint64_t{50});
  }

  void tellsAJobInTheStripAndHowItEnded() {
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    const auto* strip = window.findChild<JobStrip*>();
    Job* job = runner.start<int>({"Importing x.csv"}, untilStopped, &window, [](Result<int>) {});
    QTRY_VERIFY(says(*strip, "Importing x.csv"));
    job->cancel();
    QTRY_VERIFY(says(*strip, "Importing x.csv: cancelled"));
    runner.start<int>(
        {"Importing y.csv"}, [](const JobContext&) -> Result<int> { return fail(Errc::noSpace, "The disk is full."); },
        &window, [](Result<int>) {});
    QTRY_VERIFY(says(*strip, "Importing y.csv failed: The disk is full."));
  }

  void writesTheFactsOfAJob() {
    JobState state;
    state.unit = Progress::Unit::bytes;
    state.done = 41'000'000'000;
    state.total = 107'900'000'000;
    state.unitsPerSecond = 842e6;
    state.rejected = 12;
    state.secondsLeft = 79;
    const QStringList facts = jobFacts(state).replaceInStrings(QChar(0x00A0), " ");
    QCOMPARE(facts, (QStringList{"41.0 of 107.9 GB", "842 MB/s", "12 rejected", "1 min 19 s left"}));
  }

  void asksBeforeClosingOverAJobAndClosesWhenItHasStopped() {
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    runner.start<int>({"Importing"}, untilStopped, &window, [](Result<int>) {});
    answer("Keep running");
    window.close();
    QVERIFY(window.isVisible());
    QVERIFY(runner.busy());
    answer("Stop and quit");
    window.close();
    QTRY_VERIFY(!window.isVisible());
    QVERIFY(!runner.busy());
  }

 private:
  static bool says(const QWidget& widget, const QString& text) {
    for (const QLabel* label : widget.findChildren<QLabel*>())
      if (label->isVisible() && label->text() == text) return true;
    return false;
  }

  /// Clicks a button of the dialog that is about to open.
  static void answer(const QString& text) {
    QTimer::singleShot(50, qApp, [text] {
      const QWidget* dialog = QApplication::activeModalWidget();
      if (dialog == nullptr) return;
      for (auto* button : dialog->findChildren<QAbstractButton*>())
        if (button->text() == text) button->click();
    });
  }

  QTemporaryDir m_folder;
};

QTEST_MAIN(ShellTest)
#include "shell_test.moc"
