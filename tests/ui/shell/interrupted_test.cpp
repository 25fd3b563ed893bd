// SPDX-License-Identifier: GPL-3.0-or-later
// Work that was interrupted is offered on Start, and resumed from there with what had been chosen for it.
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <stop_token>
#include <thread>

#include "core/metrics/run_event.h"
#include "core/metrics/run_spec.h"
#include "core/tasks/data/export_task.h"
#include "core/tasks/runs/run_history.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/export/page.h"
#include "ui/pages/export/unfinished.h"
#include "ui/pages/import/page.h"
#include "ui/pages/train/page.h"
#include "ui/pages/train/runs.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 60'000;

/// Stops a job once `begun` says so, as the end of a program does.
template <class Run, class Begun>
bool stopsMidway(Run run, Begun begun) {
  std::stop_source stop;
  Progress progress;
  const std::jthread watcher([&](const std::stop_token& done) {
    while (!done.stop_requested() && !begun(progress)) std::this_thread::yield();
    stop.request_stop();
  });
  return !run(JobContext{stop.get_token(), progress});
}

}  // namespace

class InterruptedTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    Theme::current().install(*qApp, Theme::Mode::light);
  }

  void init() {
    QSettings().clear();
    m_session = std::make_unique<Session>();
    m_runner = std::make_unique<JobRunner>();
  }

  void cleanup() {
    m_window.reset();
    m_runner.reset();
    m_session.reset();
  }

  void anImportIsResumedWithItsChoices() {
    const SampleProject project;
    MASU_TAKE(const QString other, project.table(2000));
    QVERIFY(!other.isEmpty());
    const QString target = project.path("again.h5");
    MASU_TAKE(const ingest::ImportPlan plan, chosenPlan(project.path("census/census-persons.csv")));
    interruptImport(plan, target);
    QVERIFY(!QTest::currentTestFailed());

    openWindow();
    auto* resume = buttonOnStart("Resume…");
    QVERIFY(startSays("The import to again.h5 was interrupted."));
    QTest::mouseClick(resume, Qt::LeftButton);
    QCOMPARE(m_window->current(), Step::import);
    auto& page = *static_cast<ImportPage*>(m_window->page(Step::import));
    const auto* offer = page.findChild<QCheckBox*>("resume");
    QTRY_VERIFY_WITH_TIMEOUT(!offer->isHidden(), kPatience);
    QVERIFY(offer->isChecked());
    QCOMPARE(page.inspection()->plan.dtype, table::DType::f64);
    QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(m_session->dataset() != nullptr, kPatience);
    QCOMPARE(m_session->dataset()->samples(), std::uint64_t{2000});
    QVERIFY(!QFile::exists(target + ".partial"));
    m_window->goTo(Step::start);
    QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().empty(), kPatience);
    QVERIFY(!startSays("The import to again.h5 was interrupted."));
    QVERIFY(interruptedWork().empty());
  }

  void anExportIsResumedWithItsChoices() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(40'000));
    tasks::ExportRequest request{pathFrom(path), {}, {1, std::uint64_t{256} << 20}};
    request.options.out = pathFrom(project.path("out"));
    request.options.shardSamples = 400;
    request.options.format = shards::Format::npy;
    noteWork(workOf(request));
    QVERIFY(stopsMidway([&](const JobContext& job) { return tasks::runExport(request, job); },
                        [](const Progress& progress) { return progress.done() >= 2000; }));
    noteInterruption(project.path("out"));

    openWindow();
    auto* resume = buttonOnStart("Resume…");
    QVERIFY(startSays("The export of census.h5 to out was interrupted."));
    resume->setFocus();
    QTest::keyClick(resume, Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->current(), Step::export_, kPatience);
    QCOMPARE(m_session->path(), path);
    auto& page = *static_cast<ExportPage*>(m_window->page(Step::export_));
    const auto* offer = page.findChild<QCheckBox*>("resume");
    QTRY_VERIFY_WITH_TIMEOUT(!offer->isHidden(), kPatience);
    QVERIFY(offer->isChecked());
    QCOMPARE(page.folder(), project.path("out"));
    page.triggerPrimary();
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy() && QFile::exists(project.path("out/index.json")), kPatience);
    QVERIFY(interruptedWork().empty());
  }

  void aTrainingIsShownWithTheWayToResumeIt() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    const std::filesystem::path folder = tasks::runsFolderOf(pathFrom(path));
    for (const char* name : {"run-0001", "run-0002"}) writeRun(folder / name, pathFrom(path));
    std::ofstream(folder / "run-0001" / "resume.state") << "x";
    UnfinishedWork work;
    work.kind = UnfinishedWork::Kind::training;
    work.target = toQt(folder / "run-0001");
    work.dataset = path;
    work.begun = QDateTime::currentDateTime();
    noteWork(work);
    noteInterruption(work.target);

    openWindow();
    QTest::mouseClick(buttonOnStart("Resume…"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->current(), Step::train, kPatience);
    auto& page = *static_cast<TrainPage*>(m_window->page(Step::train));
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 2, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(m_session->openRun(), folder / "run-0001", kPatience);
    bool offered = false;
    for (const QPushButton* button : page.findChildren<QPushButton*>())
      offered |= button->isVisible() && button->text() == "Resume this run";
    QVERIFY(offered);
  }

  void whatIsForgottenOrGoneIsNotOffered() {
    const SampleProject project;
    MASU_TAKE(const QString other, project.table(2000));
    QVERIFY(!other.isEmpty());
    const QString target = project.path("again.h5");
    MASU_TAKE(const ingest::ImportPlan plan, chosenPlan(project.path("census/census-persons.csv")));
    interruptImport(plan, target);
    QVERIFY(!QTest::currentTestFailed());
    UnfinishedWork gone;
    gone.target = project.path("gone.h5");
    gone.begun = QDateTime::currentDateTime();
    noteWork(gone);
    noteInterruption(gone.target);

    openWindow();
    auto* forget = buttonOnStart("Forget");
    QVERIFY(!startSays("The import to gone.h5 was interrupted."));
    QTest::mouseClick(forget, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().empty(), kPatience);
    QVERIFY(!startSays("The import to again.h5 was interrupted."));
    QVERIFY(QFile::exists(target + ".partial"));  // the disk stays as it is
  }

 private:
  static Result<ingest::ImportPlan> chosenPlan(const QString& source) {
    Progress progress;
    tasks::InspectRequest inspect;
    inspect.options.sources = {pathFrom(source)};
    inspect.options.labels = {"income"};
    inspect.options.dtype = table::DType::f64;
    MASU_TRY(auto inspection, tasks::inspectionIn(tasks::inspect(inspect, {{}, progress})));
    return std::move(inspection.plan);
  }

  static void interruptImport(const ingest::ImportPlan& plan, const QString& target) {
    tasks::ImportRequest request{.plan = plan, .load = {}, .resources = {1, std::uint64_t{256} << 20}};
    request.load.target = pathFrom(target);
    request.load.blockBytes = 1024;
    request.load.checkpointEvery = std::chrono::milliseconds(0);
    noteWork(workOf(plan, target, 0));
    QVERIFY(stopsMidway([&](const JobContext& job) { return tasks::runImport(request, job); },
                        [](const Progress& progress) { return progress.samples() >= 200; }));
    QVERIFY(tasks::finishedBefore(request) > 0);
    noteInterruption(target);
  }

  static void writeRun(const std::filesystem::path& run, const std::filesystem::path& dataset) {
    std::filesystem::create_directories(run);
    metrics::RunSpec spec;
    spec.dataset = dataset;
    spec.models = {"mlp"};
    spec.out = run;
    std::ofstream(run / "spec.json") << metrics::toJson(spec);
    std::ofstream(run / "events.jsonl") << metrics::toJsonLine(metrics::RunStarted{0, "mlp", 1000, 3, 10}) << "\n";
  }

  void openWindow() {
    m_window = std::make_unique<MainWindow>(*m_session, *m_runner);
    m_window->resize(1280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().empty(), kPatience);
  }

  QPushButton* buttonOnStart(const QString& text) const {
    for (auto* button : m_window->page(Step::start)->findChildren<QPushButton*>())
      if (button->isVisible() && button->text() == text) return button;
    qFatal("There is no button %s on Start.", qPrintable(text));
  }

  bool startSays(const QString& text) const {
    for (const QLabel* label : m_window->page(Step::start)->findChildren<QLabel*>())
      if (label->isVisible() && label->text() == text) return true;
    return false;
  }

  QTemporaryDir m_folder;
  std::unique_ptr<Session> m_session;
  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<MainWindow> m_window;
};

MASU_TEST(InterruptedTest)
#include "interrupted_test.moc"
