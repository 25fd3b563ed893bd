// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/run_history.h"

#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/metrics/run_event.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_lock.h"
#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/train/page.h"
#include "ui/pages/train/runs.h"

using namespace masu;
using namespace masu::ui;
namespace fs = std::filesystem;

namespace {

constexpr int kPatience = 30'000;

/// A run whose log grows, as another process would write it.
class GrowingRun {
 public:
  GrowingRun(fs::path folder, const std::string& model) : m_folder(std::move(folder)) {
    fs::create_directories(m_folder);
    metrics::RunSpec spec;
    spec.models = {model};
    spec.epochs = 3;
    std::ofstream(m_folder / metrics::kSpecName) << metrics::toJson(spec);
    append(metrics::RunStarted{0, model, 1000, 3, 10});
  }

  void finishEpoch(int epoch) { append(metrics::EpochDone{0, epoch, {1.0 / epoch, 0.5}, {1.1 / epoch, 0.6}, 1.0, {}}); }
  void append(const metrics::RunEvent& event) {
    std::ofstream(m_folder / metrics::kEventLogName, std::ios::app) << metrics::toJsonLine(event) << "\n";
  }
  const fs::path& folder() const { return m_folder; }

 private:
  fs::path m_folder;
};

}  // namespace

class RunHistoryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
    QCoreApplication::setOrganizationName("Masu");
  }

  void init() {
    m_project = std::make_unique<SampleProject>();
    MASU_TAKE(const QString path, m_project->table(300));
    QVERIFY(m_session.open(path));
    m_runs = pathFrom(m_project->path(QStringLiteral("census.runs")));
  }

  void aRunOfAnotherProcessIsFollowed();
  void whatIsLookedAtStaysWhileRunsComeAndGo();
  void nothingIsReadWhileThePageIsHidden();

 private:
  /// Of the only run.
  QString shown(const TrainPage& page, int column) const { return page.runs().index(0, column).data().toString(); }

  QTemporaryDir m_settings;
  std::unique_ptr<SampleProject> m_project;
  Session m_session;
  JobRunner m_runner;
  fs::path m_runs;
};

void RunHistoryTest::aRunOfAnotherProcessIsFollowed() {
  TrainPage page(m_session, m_runner);
  page.show();
  QTRY_VERIFY_WITH_TIMEOUT(m_runner.jobs().empty(), kPatience);
  QCOMPARE(page.runs().rowCount(), 0);
  GrowingRun run(m_runs / "run-0001", "mlp");
  std::ofstream(run.folder() / metrics::kStateName) << "state";
  auto lock = metrics::RunLock::take(run.folder());
  QVERIFY(lock.has_value());
  QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 1, kPatience);
  const auto state = [&] { return page.runs().runs().front().state; };
  auto* resume = titled<QPushButton>(page, QStringLiteral("Resume this run"));
  auto* remove = titled<QPushButton>(page, QStringLiteral("Delete"));
  QCOMPARE(state(), RunTableModel::State::live);
  QVERIFY(resume->isHidden() && !remove->isEnabled());
  QCOMPARE(shown(page, RunTableModel::kTime), QStringLiteral("starting"));
  run.finishEpoch(1);
  QTRY_COMPARE_WITH_TIMEOUT(shown(page, RunTableModel::kEpoch), QStringLiteral("1 / 3"), kPatience);
  QVERIFY2(shown(page, RunTableModel::kTime).endsWith("left"), qPrintable(shown(page, RunTableModel::kTime)));
  // It is stopped, and can be resumed here then.
  *lock = metrics::RunLock();
  QTRY_COMPARE_WITH_TIMEOUT(state(), RunTableModel::State::stopped, kPatience);
  QVERIFY(!resume->isHidden() && remove->isEnabled());
  // Somebody resumes it elsewhere, and it comes to its end.
  lock = metrics::RunLock::take(run.folder());
  QTRY_COMPARE_WITH_TIMEOUT(state(), RunTableModel::State::live, kPatience);
  QVERIFY(resume->isHidden());
  metrics::RunTested tested;
  tested.test.accuracy = 0.75;
  run.append(tested);
  QTRY_COMPARE_WITH_TIMEOUT(state(), RunTableModel::State::done, kPatience);
  QCOMPARE(shown(page, RunTableModel::kTestAccuracy), QStringLiteral("0.750"));
  *lock = metrics::RunLock();
  fs::remove_all(run.folder());
  QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 0, kPatience);
}

void RunHistoryTest::whatIsLookedAtStaysWhileRunsComeAndGo() {
  const GrowingRun first(m_runs / "run-0001", "mlp"), second(m_runs / "run-0002", "linear");
  TrainPage page(m_session, m_runner);
  page.show();
  QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 2, kPatience);
  page.table().makeCurrent(1);
  page.table().choose({0, 1});
  QCOMPARE(m_session.openRun(), first.folder());
  const GrowingRun third(m_runs / "run-0003", "cnn1d");
  QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 3, kPatience);
  QCOMPARE(page.table().current(), 2);
  QCOMPARE(page.table().chosen(), (std::vector<int>{1, 2}));
  QCOMPARE(m_session.openRun(), first.folder());
  fs::remove_all(second.folder());
  QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 2, kPatience);
  QCOMPARE(page.table().chosen(), std::vector<int>{1});
  QCOMPARE(m_session.openRun(), first.folder());
}

void RunHistoryTest::nothingIsReadWhileThePageIsHidden() {
  TrainPage page(m_session, m_runner);
  page.show();
  QTRY_VERIFY_WITH_TIMEOUT(m_runner.jobs().empty(), kPatience);
  page.hide();
  const GrowingRun run(m_runs / "run-0001", "mlp");
  QTest::qWait(2500);  // more than the pause between two looks
  QCOMPARE(page.runs().rowCount(), 0);
  page.show();
  QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 1, kPatience);
}

MASU_TEST(RunHistoryTest)
#include "run_history_test.moc"
