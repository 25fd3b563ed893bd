// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of the Train page as a list: in another order, narrowed down, and what can be started beside them.
#include <QAction>
#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <fstream>

#include "core/metrics/run_event.h"
#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/common/save_report.h"
#include "ui/pages/train/form.h"
#include "ui/pages/train/page.h"
#include "ui/pages/train/runs.h"
#include "ui/widgets/banner.h"

using namespace masu;
using namespace masu::ui;

class RunListTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_settings;

  /// What a run of so many epochs leaves of itself, without its checkpoints.
  static void writeRun(const std::filesystem::path& folder, const std::vector<std::string>& models, int epochs) {
    std::filesystem::create_directories(folder);
    metrics::RunSpec spec;
    spec.models = models;
    spec.epochs = epochs;
    std::ofstream(folder / "spec.json") << metrics::toJson(spec);
    std::ofstream log(folder / "events.jsonl");
    for (int run = 0; run < static_cast<int>(models.size()); ++run) {
      log << metrics::toJsonLine(metrics::RunStarted{run, models[static_cast<std::size_t>(run)], 1000, epochs, 10})
          << "\n";
      for (int epoch = 1; epoch <= epochs; ++epoch)
        log << metrics::toJsonLine(metrics::EpochDone{run, epoch, {1.0 / epoch, 0.5}, {1.1 / epoch, 0.6}, 1.0, {}})
            << "\n";
    }
  }

  static std::vector<int> charted(const TrainPage& page) {
    std::vector<int> colours;
    for (const RunTableModel::Run& run : page.runs().runs()) colours.push_back(run.colour);
    return colours;
  }

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
    QCoreApplication::setOrganizationName("Masu");
  }

  void everyLogThatCannotBeReadIsNamed() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    const std::filesystem::path folder = pathFrom(project.path(QStringLiteral("census.runs")));
    for (const char* run : {"run-0001", "run-0002"}) {
      std::filesystem::create_directories(folder / run);
      std::ofstream(folder / run / "events.jsonl") << "no event\n";
    }
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.show();
    const QString said = QStringLiteral("The logs of 2 runs cannot be read, so that they are not listed: run-0002, ");
    const auto isSaid = [&](const Banner* banner) {
      return banner->sentence().startsWith(said + QStringLiteral("run-0001. The first one:"));
    };
    QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(page.findChildren<Banner*>(), isSaid), 30'000);
  }

  void runsAreSortedAndNarrowedDown() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    const std::filesystem::path folder = pathFrom(project.path(QStringLiteral("census.runs")));
    writeRun(folder / "run-0001", {"mlp", "linear"}, 3);
    writeRun(folder / "run-0002", {"linear"}, 5);
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 3, 30'000);
    const auto open = [&] { return session.openRun().filename().string(); };
    QCOMPARE(open(), std::string("run-0002"));

    const auto* table = page.table().findChild<QTableView*>();
    const auto epochs = [&] {
      QStringList shown;
      for (int row = 0; row < table->model()->rowCount(); ++row)
        shown << table->model()->index(row, RunTableModel::kEpoch).data().toString();
      return shown;
    };
    QHeaderView* header = table->horizontalHeader();
    const auto click = [&] {
      const QPoint place(header->sectionViewportPosition(RunTableModel::kEpoch) + 20, header->height() / 2);
      QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, place);
    };
    click();
    QCOMPARE(epochs(), (QStringList{"3 / 3", "3 / 3", "5 / 5"}));
    QCOMPARE(open(), std::string("run-0002"));  // the same run is current, in another row
    QCOMPARE(page.table().current(), 0);
    page.table().choose({1});
    QCOMPARE(charted(page), (std::vector<int>{-1, 0, 1}));
    click();
    QCOMPARE(epochs(), (QStringList{"5 / 5", "3 / 3", "3 / 3"}));
    click();
    QCOMPARE(header->sortIndicatorSection(), -1);
    for (QAction* action : page.actions())
      if (action->text() == "Sort runs by: Epoch") action->trigger();
    QCOMPARE(epochs(), (QStringList{"3 / 3", "3 / 3", "5 / 5"}));

    page.focusFilter();
    auto* field = named<QLineEdit>(page, "Filter runs");
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, "MLP run-0001");
    QCOMPARE(epochs(), QStringList{"3 / 3"});
    QCOMPARE(page.table().current(), 1);
    QCOMPARE(open(), std::string("run-0001"));
    QTest::keyClicks(field, "x");
    QVERIFY(epochs().isEmpty());
    QCOMPARE(page.table().current(), -1);
    QVERIFY(session.openRun().empty());
    QVERIFY(!titled<QPushButton>(page, QStringLiteral("Delete"))->isEnabled());
    field->selectAll();
    QTest::keyClick(field, Qt::Key_Delete);
    QCOMPARE(epochs().size(), 3);
    // A run that is asked for is shown whatever was typed.
    QTest::keyClicks(field, "mlp");
    QCOMPARE(epochs().size(), 1);
    page.showRun(folder / "run-0002");
    QVERIFY(field->text().isEmpty());
    QCOMPARE(page.table().current(), 0);
    QCOMPARE(open(), std::string("run-0002"));
    auto* report = page.findChild<SaveReport*>();
    QSignalSpy saved(report, &SaveReport::saved);
    report->save(project.path(QStringLiteral("run.html")));
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20'000);
    QFile written(project.path(QStringLiteral("run.html")));
    QVERIFY(written.open(QIODevice::ReadOnly) && written.readAll().contains("run-0002"));
  }

  void aRunGetsANameAndANote() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    const std::filesystem::path folder = pathFrom(project.path(QStringLiteral("census.runs")));
    writeRun(folder / "run-0001", {"mlp", "linear"}, 3);
    writeRun(folder / "run-0002", {"linear"}, 5);
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 3, 30'000);
    page.table().makeCurrent(1);
    auto* table = page.table().findChild<QTableView*>();
    table->setFocus();
    bool beganWithTheName = false;
    QTimer::singleShot(0, qApp, [&beganWithTheName] {
      auto* dialog = QApplication::activeModalWidget();
      if (dialog == nullptr) return;
      auto* name = dialog->findChild<QLineEdit*>();
      beganWithTheName = dialog->focusWidget() == name;
      QTest::keyClicks(name, "  slow   baseline ");
      QTest::keyClicks(dialog->findChild<QPlainTextEdit*>(), "with the old labels");
      QTest::mouseClick(titled<QPushButton>(*dialog, "Save"), Qt::LeftButton);
    });
    QTest::keyClick(table, Qt::Key_F2);
    QVERIFY(beganWithTheName);
    const auto shown = [&](int row) { return page.runs().index(row, RunTableModel::kRun).data().toString(); };
    QTRY_VERIFY_WITH_TIMEOUT(shown(1).startsWith("slow baseline: mlp"), 30'000);
    QVERIFY(shown(2).startsWith("slow baseline: linear"));  // of the same run
    QVERIFY(!shown(0).contains("baseline"));
    QVERIFY(page.runs().index(1, RunTableModel::kRun).data(Qt::ToolTipRole).toString().contains("old labels"));
    page.focusFilter();
    QTest::keyClicks(named<QLineEdit>(page, "Filter runs"), "old labels");
    QCOMPARE(table->model()->rowCount(), 2);
    // It is in the run's folder, for whoever opens the dataset next.
    TrainPage next(session, runner);
    next.show();
    QTRY_COMPARE_WITH_TIMEOUT(next.runs().rowCount(), 3, 30'000);
    QVERIFY(next.runs().index(1, RunTableModel::kRun).data().toString().startsWith("slow baseline"));
  }

  /// Start starts what is on screen: a run that is looked at is copied into the fields first.
  void startBelongsToTheFields() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    writeRun(pathFrom(project.path(QStringLiteral("census.runs"))) / "run-0001", {"linear"}, 3);
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.show();
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 1, 30'000);
    const auto* start = titled<QPushButton>(page, QStringLiteral("Start"));
    QVERIFY(start->isVisible());
    auto log = std::make_shared<metrics::RunLog>();
    metrics::RunSpec spec;
    spec.dataset = session.dataset()->path();
    spec.models = {"linear"};
    spec.epochs = 7;
    session.setRun(spec, log);
    QVERIFY(page.form().showsFixed());
    QVERIFY(!start->isVisible());
    QVERIFY2(page.commandLine().contains("--epochs 7"), qPrintable(page.commandLine()));
    page.triggerPrimary();
    QVERIFY(!page.live());
    QVERIFY(!page.form().showsFixed());
    QVERIFY(start->isVisible());
    QCOMPARE(page.form().epochsField()->value(), 7);
  }
};

MASU_TEST(RunListTest)
#include "run_list_test.moc"
