// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <QtTest/qtestspontaneevent.h>

#include "tests/fixtures/made_hdf5.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/import/page.h"
#include "ui/pages/split/page.h"
#include "ui/shell/action_palette.h"
#include "ui/shell/job_strip.h"
#include "ui/shell/main_window.h"
#include "ui/shell/step_bar.h"
#include "ui/shell/step_states.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"

using namespace masu;
using namespace masu::ui;

namespace {

/// Drags `urls` onto the window and lets go, as a file manager does. False: the window refused them.
bool drop(MainWindow& window, const QList<QUrl>& urls) {
  QMimeData dragged;
  dragged.setUrls(urls);
  QDragEnterEvent enter(QPoint(40, 40), Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
  enter.ignore();
  qApp->notify(&window, &enter);
  if (!enter.isAccepted()) return false;
  QDropEvent dropped(QPointF(40, 40), Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
  qApp->notify(&window, &dropped);
  return dropped.isAccepted();
}

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
    for (const StepBarButton* button : window.findChildren<StepBarButton*>())
      if (button->isCheckable() && button->isEnabled()) ++enabled;
    QCOMPARE(enabled, 1);
  }

  /// Not as boxes that may each be checked.
  void stepsAreHeardAsPages() {
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.goTo(Step::import);
    int pages = 0;
    for (StepBarButton* button : window.findChildren<StepBarButton*>()) {
      auto* heard = QAccessible::queryAccessibleInterface(button);
      QVERIFY(heard != nullptr);
      QCOMPARE(heard->text(QAccessible::Name), button->text());
      QCOMPARE(heard->role(), button->isCheckable() ? QAccessible::PageTab : QAccessible::Button);
      if (!button->isCheckable()) continue;
      ++pages;
      QCOMPARE(bool(heard->state().selected), button->text() == "Import");
      QVERIFY(!heard->state().checkable);
    }
    QCOMPARE(pages, 6);
    const auto* bar = QAccessible::queryAccessibleInterface(window.findChild<StepBar*>());
    QCOMPARE(bar->role(), QAccessible::PageTabList);
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
    const auto* steps = window.findChild<StepBar*>();
    QCOMPARE(steps->width(), size::kStepBar);
    window.resize(1024, 640);
    QTRY_COMPARE(steps->width(), size::kStepBarFolded);
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
    const auto* banner = window.page(Step::start)->findChild<Banner*>();
    QTRY_VERIFY_WITH_TIMEOUT(banner->sentence().contains("broken.h5"), 30'000);
    QCOMPARE(window.current(), Step::start);
  }

  void saysThatADatasetIsGoneAndForgetsIt() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.openPaths({path});
    QTRY_VERIFY_WITH_TIMEOUT(session.dataset() != nullptr, 30'000);
    QCOMPARE(session.recentFiles().front().path, path);
    session.noteState("best run 0.900");
    window.openPaths({path});  // the same content again: what was noted of it stays
    QTRY_VERIFY_WITH_TIMEOUT(!runner.busy(), 30'000);
    QCOMPARE(session.recentFiles().front().state, "best run 0.900");
    session.close();
    QVERIFY(QFile::remove(path));
    window.openPaths({path});
    const auto* banner = window.page(Step::start)->findChild<Banner*>();
    QTRY_VERIFY_WITH_TIMEOUT(banner->sentence().contains("census.h5"), 30'000);
    QCOMPARE(window.current(), Step::start);
    for (const RecentFile& known : session.recentFiles()) QVERIFY(known.path != path);
  }

  void opensFilesThatAreDroppedOnTheWindow() {
    const QString path = m_folder.filePath("dropped.csv");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("a,b,label\n1,2,x\n3,4,y\n");
    file.close();
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    QVERIFY(!drop(window, {QUrl("https://example.org/dropped.csv")}));
    QCOMPARE(window.current(), Step::start);
    QVERIFY(drop(window, {QUrl("https://example.org/other.csv"), QUrl::fromLocalFile(path)}));
    QCOMPARE(window.current(), Step::import);
    const auto* page = static_cast<const ImportPage*>(window.page(Step::import));
    QTRY_VERIFY_WITH_TIMEOUT(!page->inspecting(), 30'000);
    QVERIFY(page->inspection());
    QCOMPARE(page->inspection()->plan.sources.size(), std::size_t{1});
  }

  void takesHdf5MadeElsewhereToTheImport() {
    const QString path = m_folder.filePath("made.h5");
    QVERIFY(test::makeHdf5(path, {"f['x'] = numpy.ones((50, 3))", "f['y'] = numpy.arange(50) % 2"}));
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.openPaths({path});
    QTRY_COMPARE_WITH_TIMEOUT(window.current(), Step::import, 30'000);
    const auto* page = static_cast<const ImportPage*>(window.page(Step::import));
    QTRY_VERIFY_WITH_TIMEOUT(!page->inspecting(), 30'000);
    QVERIFY(page->inspection());
    QCOMPARE(page->inspection()->plan.samples, std::uint64_t{50});
  }

  void showsAJobInTheStripAndHowItEnded() {
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

  void namesAStageThatTheTitleDoesNotSay() {
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    const auto* strip = window.findChild<JobStrip*>();
    for (const char* stage : {"Importing", "Surveying"}) {
      Job* job = runner.start<int>(
          {"Importing x.csv"},
          [stage](const JobContext& context) {
            context.progress.begin(stage, 10, Progress::Unit::samples);
            return untilStopped(context);
          },
          &window, [](Result<int>) {});
      QTRY_COMPARE(job->state().stage, QString(stage));
      QTRY_VERIFY(says(*strip, QString(stage) == "Importing" ? "Importing x.csv" : "Importing x.csv · Surveying"));
      job->cancel();
      QTRY_VERIFY(!runner.busy());
    }
  }

  void showsThatAJobWaitsAndThatItIsKept() {
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    const auto* strip = window.findChild<JobStrip*>();
    Job* job = runner.start<int>({.title = "Training mlp", .stopped = Job::Stopped::keeps}, untilStopped, &window,
                                 [](Result<int>) {});
    job->setPaused(true);
    QTRY_VERIFY(says(*strip, "paused"));
    const double worked = job->state().elapsed;
    const QSignalSpy polled(job, &Job::progressed);
    QTRY_VERIFY(polled.count() > 2);
    QCOMPARE(job->state().elapsed, worked);  // a pause is no work
    job->setPaused(false);
    QTRY_VERIFY(!says(*strip, "paused"));
    QTRY_VERIFY(job->state().elapsed > worked);
    job->cancel();
    QTRY_VERIFY(says(*strip, "Training mlp: stopped, and kept"));
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
    state.paused = true;
    QCOMPARE(jobFacts(state).mid(1), (QStringList{QString(), "12 rejected", "paused"}));
    state = {};
    state.unitsPerSecond = 1;
    QCOMPARE(jobFacts(state)[1], "1 step/s");
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

  void leavesFieldsWithoutTheFocusToTheWheel() {
    Session session;
    JobRunner runner;
    const MainWindow window(session, runner);
    QScrollArea panel;
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    auto* choice = new QComboBox;
    choice->addItems({"Store all wider", "Stop the import", "Neither"});
    auto* number = new QSpinBox;
    number->setRange(0, 20'000);
    number->setValue(10'000);
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setRange(0, 100);
    slider->setValue(50);
    for (QWidget* field : {static_cast<QWidget*>(choice), static_cast<QWidget*>(number), static_cast<QWidget*>(slider)})
      column->addWidget(field);
    content->setMinimumHeight(2000);
    column->addStretch();
    panel.setWidget(content);
    panel.setWidgetResizable(true);
    panel.resize(300, 200);
    panel.show();
    QVERIFY(QTest::qWaitForWindowActive(&panel));
    panel.setFocus();
    const QScrollBar* scroll = panel.verticalScrollBar();
    for (QWidget* field :
         {static_cast<QWidget*>(choice), static_cast<QWidget*>(number), static_cast<QWidget*>(slider)}) {
      panel.verticalScrollBar()->setValue(0);
      turnWheel(panel, *field, -120);
      turnWheel(panel, *field, -120);  // the first turn must not have given it the focus
      QVERIFY2(!field->hasFocus(), field->metaObject()->className());
      QVERIFY2(scroll->value() > 0, field->metaObject()->className());
    }
    QCOMPARE(choice->currentIndex(), 0);
    QCOMPARE(number->value(), 10'000);
    QCOMPARE(slider->value(), 50);
    // Who works on a field turns it.
    panel.verticalScrollBar()->setValue(0);
    QTest::mouseClick(number, Qt::LeftButton, {}, QPoint(10, number->height() / 2));
    QVERIFY(number->hasFocus());
    turnWheel(panel, *number, -120);
    QCOMPARE(number->value(), 9'999);
    QCOMPARE(scroll->value(), 0);
  }

  void takesNoNameForMarkup() {
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    const QString name = QStringLiteral("<b>name</b>");
    QMessageBox box(QMessageBox::NoIcon, name, name, QMessageBox::Ok, &window);
    box.open();
    QToolTip::showText(window.mapToGlobal(window.rect().center()), name, &window);
    int seen = 0;
    for (const QWidget* widget : QApplication::allWidgets()) {
      const auto* label = qobject_cast<const QLabel*>(widget);
      if (label == nullptr || label->text() != name) continue;
      ++seen;
      QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    QCOMPARE(seen, 2);
    QToolTip::hideText();
  }

  void findsWhatAPageCanDoAndNothingThatItCannot() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    const auto names = [&](const QString& typed) {
      for (QAction* action : window.actions())
        if (action->text() == "Find an action") action->trigger();
      auto* palette = window.findChild<ActionPalette*>();
      palette->findChild<QLineEdit*>()->setText(typed);
      QStringList found;
      const auto* list = palette->findChild<QListWidget*>();
      for (int row = 0; row < list->count(); ++row) {
        const QWidget* line = list->itemWidget(list->item(row));
        found << (line == nullptr ? list->item(row)->text() : line->findChild<QLabel*>()->text());
      }
      delete palette;
      return found;
    };
    QVERIFY(!names({}).contains("Train"));  // there is nothing to train on
    QCOMPARE(names("no action is called so"), QStringList{"There is no such action"});
    window.openPaths({path});
    QTRY_VERIFY_WITH_TIMEOUT(session.dataset() != nullptr, 30'000);
    QVERIFY(names({}).contains("Train"));
    window.goTo(Step::split);
    auto& page = *static_cast<SplitPage*>(window.page(Step::split));
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy() && page.shown(), 30'000);
    page.triggerPrimary();
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy() && session.manifestInfo() != nullptr, 30'000);
    QCOMPARE(names("freeze"), QStringList{"Freeze"});
    QVERIFY(names("lists").contains("Write lists"));
    // What a page offers in a menu, or beside its buttons, is an action as well.
    window.goTo(Step::export_);
    QCOMPARE(names("receipt zip"), QStringList{"Receipt of a ZIP file…"});
  }

  void drawsAndKeepsASplitForWhoLacksOne() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    window.openPaths({path});
    QTRY_VERIFY_WITH_TIMEOUT(session.dataset() != nullptr, 30'000);
    window.goTo(Step::train);
    auto* notice = window.page(Step::train)->findChild<Banner*>("splitNotice");
    QVERIFY(notice->isVisible());
    QTest::mouseClick(notice->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(window.current(), Step::split);
    QTRY_VERIFY_WITH_TIMEOUT(session.manifestInfo() != nullptr, 30'000);
    QCOMPARE(session.manifestInfo()->counts.train, std::uint64_t{240});
    window.goTo(Step::train);
    QVERIFY(notice->isHidden());
  }

  void asksBeforeAnotherLanguageStopsJobs() {
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    const QSignalSpy changed(&window, &MainWindow::languageChanged);
    const auto choose = [&](const char* language, const char* reply) {
      QTimer::singleShot(50, qApp, [language, reply] {
        auto* dialog = QApplication::activeModalWidget();
        auto* field = dialog->findChild<QComboBox*>();
        field->setFocus();
        while (field->currentText() != QString::fromUtf8(language)) QTest::keyClick(field, Qt::Key_Down);
        answer(reply);
        for (auto* button : dialog->findChildren<QPushButton*>())
          if (button->text() == "Save") QTest::mouseClick(button, Qt::LeftButton);
      });
      for (QAction* action : window.actions())
        if (action->text() == "Settings") action->trigger();
    };
    Job* job = runner.start<int>({"Importing"}, untilStopped, &window, [](Result<int>) {});
    choose("English", "Change when they end");
    QTest::qWait(100);
    QVERIFY(runner.busy() && !job->stopping());
    QCOMPARE(changed.count(), 0);
    job->cancel();
    QTRY_COMPARE(changed.count(), 1);
    job = runner.start<int>({"Importing"}, untilStopped, &window, [](Result<int>) {});
    choose("日本語", "Stop and change");
    QTRY_COMPARE(changed.count(), 2);
    QVERIFY(!runner.busy());
  }

  /// As when the language changes.
  void goesOnWithAnEditedPlanInAnotherWindow() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.plainTable(300));
    const QString csv = project.path("plain/census-persons.csv");
    QVERIFY(QFile::exists(csv));
    Session session;
    JobRunner runner;
    auto before = std::make_unique<MainWindow>(session, runner);
    before->show();
    before->openPaths({csv});
    auto& edited = *static_cast<ImportPage*>(before->page(Step::import));
    QTRY_VERIFY_WITH_TIMEOUT(edited.inspection() && !edited.inspecting(), 30'000);
    edited.setLabel("income");
    QTRY_VERIFY_WITH_TIMEOUT(!edited.inspecting(), 30'000);
    edited.setTarget(project.path("mine.h5"));
    MainWindow after(session, runner);
    after.show();
    after.continueFrom(*before);
    before.reset();
    QCOMPARE(after.current(), Step::import);
    const auto& page = *static_cast<ImportPage*>(after.page(Step::import));
    QVERIFY(page.inspection().has_value());
    QVERIFY(page.inspection()->plan.columns.back().role == table::Role::label);
    QVERIFY(session.plan() != nullptr);
    QCOMPARE(page.draft().target, project.path("mine.h5"));
    QVERIFY(says(page, "Nothing has been written yet."));
  }

  void closesWhenTheLastEditsOfASplitAreStored() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(500));
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    window.openPaths({path});
    QTRY_VERIFY_WITH_TIMEOUT(session.dataset() != nullptr, 30'000);
    window.goTo(Step::split);
    auto& page = *static_cast<SplitPage*>(window.page(Step::split));
    QTRY_VERIFY(!page.busy() && page.shown());
    page.triggerPrimary();
    QTRY_VERIFY(!page.busy());
    const store::Dataset& dataset = *session.dataset();
    const auto splits = [&] { return store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples()); };
    const store::Assignment drawn = *splits()->read("default");

    page.triggerPrimary();
    window.close();
    QVERIFY(window.isVisible());
    QTRY_VERIFY(!window.isVisible());
    const store::Assignment again = *splits()->read("default");
    QVERIFY(again != drawn);

    window.show();
    QVERIFY(splits()->write({"default", "{}", false}, drawn));
    page.triggerPrimary();
    bool asked = false;
    answer("Stay", &asked);
    window.close();
    QTRY_VERIFY(asked);
    QVERIFY(window.isVisible());
    answer("Quit without them");
    window.close();
    QTRY_VERIFY(!window.isVisible());
    QVERIFY(*splits()->read("default") == drawn);
  }

 private:
  /// As the window system does it: to the window, at the middle of a widget in it.
  static void turnWheel(QWidget& window, QWidget& at, int angle) {
    const QPoint middle = at.mapTo(&window, at.rect().center());
    QWheelEvent turn(middle, window.mapToGlobal(middle), {}, {0, angle}, Qt::NoButton, Qt::NoModifier,
                     Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&turn);
    QCoreApplication::instance()->notify(window.windowHandle(), &turn);
  }

  static bool says(const QWidget& widget, const QString& text) {
    for (const QLabel* label : widget.findChildren<QLabel*>())
      if (label->isVisible() && label->text() == text) return true;
    return false;
  }

  /// Clicks a button of the dialog that is about to open.
  static void answer(const QString& text, bool* asked = nullptr) {
    QTimer::singleShot(50, qApp, [text, asked] {
      const QWidget* dialog = QApplication::activeModalWidget();
      if (dialog == nullptr) return answer(text, asked);
      if (asked != nullptr) *asked = true;
      for (auto* button : dialog->findChildren<QAbstractButton*>())
        if (button->text() == text) button->click();
    });
  }

  QTemporaryDir m_folder;
};

MASU_TEST(ShellTest)
#include "shell_test.moc"
