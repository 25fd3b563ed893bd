// SPDX-License-Identifier: GPL-3.0-or-later
// The whole path through the window, as a person goes it: choose a file, import, browse, split, see that it fits,
// train, export; and what each page shows on the way.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QLabel>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include "core/tasks/data/sample_task.h"
#include "tests/fixtures/test_group.h"
#include "ui/models/run_table_model.h"
#include "ui/pages/export/page.h"
#include "ui/pages/fit/page.h"
#include "ui/pages/import/page.h"
#include "ui/pages/split/page.h"
#include "ui/pages/train/form.h"
#include "ui/pages/train/page.h"
#include "ui/shell/main_window.h"
#include "ui/text/to_qt.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 120'000;
constexpr std::uint64_t kPeople = 2000;
const QString kWorker = QStringLiteral(MASU_WORKER_FOLDER "/masu-train");

}  // namespace

class WholePathTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void choosesAFileAndSeesThePlan();
  void importsWhatThePlanSays();
  void browsesTheRows();
  void splitsByRatios();
  void seesThatItFits();
  void trainsToTheEnd();
  void exportsTheShards();

 private:
  template <class T>
  T& page(Step step) {
    m_window->goTo(step);
    return *qobject_cast<T*>(m_window->page(step));
  }
  bool shows(Step step, const QString& text) {
    const auto labels = m_window->page(step)->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text().contains(text); });
  }

  QTemporaryDir m_folder;
  Session m_session;
  JobRunner m_runner;
  std::unique_ptr<MainWindow> m_window;
  QString m_table;
};

void WholePathTest::initTestCase() {
  qputenv("MASU_TRAIN", kWorker.toUtf8());
  Progress progress;
  tasks::SampleRequest request;
  request.out = pathFrom(m_folder.path());
  request.rows = kPeople;
  const auto made = tasks::makeSample(request, {{}, progress});
  QVERIFY(made.has_value());
  m_table = toQt(made->path);
  m_window = std::make_unique<MainWindow>(m_session, m_runner);
  m_window->resize(1280, 800);
  m_window->show();
  QCOMPARE(m_window->current(), Step::start);
}

void WholePathTest::choosesAFileAndSeesThePlan() {
  m_window->openPaths({m_table});
  QCOMPARE(m_window->current(), Step::import);
  auto& import = page<ImportPage>(Step::import);
  QTRY_VERIFY_WITH_TIMEOUT(import.inspection().has_value(), kPatience);
  import.setLabel(QStringLiteral("income"));
  QTRY_VERIFY_WITH_TIMEOUT(!import.inspecting(), kPatience);
  QCOMPARE(import.inspection()->plan.columns.size(), std::size_t(15));
  QCOMPARE(import.inspection()->plan.classes.size(), std::size_t(2));
  QVERIFY(shows(Step::import, QStringLiteral("Nothing has been written yet.")));
}

void WholePathTest::importsWhatThePlanSays() {
  auto& import = page<ImportPage>(Step::import);
  import.setTarget(m_folder.filePath(QStringLiteral("census.h5")));
  import.triggerPrimary();
  QTRY_VERIFY_WITH_TIMEOUT(m_session.dataset() != nullptr, kPatience);
  QCOMPARE(m_session.dataset()->samples(), kPeople);
  QVERIFY(QFile::exists(m_folder.filePath(QStringLiteral("census.h5"))));
}

void WholePathTest::browsesTheRows() {
  m_window->goTo(Step::browse);
  QTRY_VERIFY_WITH_TIMEOUT(m_runner.jobs().empty(), kPatience);
  QVERIFY(shows(Step::browse, QStringLiteral("2,000")));
}

void WholePathTest::splitsByRatios() {
  auto& split = page<SplitPage>(Step::split);
  // What the page shows at first is a preview; it is kept when it is drawn.
  m_window->goTo(Step::split);
  QTRY_VERIFY_WITH_TIMEOUT(!split.busy() && split.shown().has_value() && split.shown()->counts.train > 0, kPatience);
  split.triggerPrimary();
  QTRY_VERIFY_WITH_TIMEOUT(!split.busy() && !split.stepState().isEmpty(), kPatience);
  const manifest::SplitCounts counts = split.shown()->counts;
  QCOMPARE(counts.train + counts.validation + counts.test + counts.unused, kPeople);
  // 80, 10 and 10 %, but for what keeping the shares of two classes rounds.
  const auto near = [](std::uint64_t count, std::uint64_t wanted) {
    return count + 2 >= wanted && count <= wanted + 2;
  };
  QVERIFY2(near(counts.train, kPeople * 8 / 10), qPrintable(QString::number(counts.train)));
  QVERIFY2(near(counts.validation, kPeople / 10), qPrintable(QString::number(counts.validation)));
  QVERIFY2(near(counts.test, kPeople / 10), qPrintable(QString::number(counts.test)));
  QVERIFY(!split.stepState().isEmpty());
}

void WholePathTest::seesThatItFits() {
  if (!QFile::exists(kWorker)) {
    QSKIP("masu-train is not built");
  }
  auto& fit = page<FitPage>(Step::fit);
  QTRY_VERIFY_WITH_TIMEOUT(fit.outcome().has_value(), kPatience);
  QVERIFY(fit.outcome()->ledger.fits);
  QVERIFY2(fit.verdict().contains(QStringLiteral("fits")), qPrintable(fit.verdict()));
}

void WholePathTest::trainsToTheEnd() {
  if (!QFile::exists(kWorker)) {
    QSKIP("masu-train is not built");
  }
  auto& train = page<TrainPage>(Step::train);
  train.form().epochsField()->setValue(2);
  train.triggerPrimary();
  QTRY_VERIFY_WITH_TIMEOUT(!train.live() && train.runs().rowCount() > 0, kPatience);
  const QModelIndex epoch = train.runs().index(0, RunTableModel::kEpoch);
  QTRY_COMPARE_WITH_TIMEOUT(epoch.data().toString(), QStringLiteral("2 / 2"), kPatience);
  QVERIFY(train.runs().index(0, RunTableModel::kTestAccuracy).data().toDouble() > 0.6);
}

void WholePathTest::exportsTheShards() {
  auto& shards = page<ExportPage>(Step::export_);
  const QString folder = m_folder.filePath(QStringLiteral("shards"));
  shards.setFolder(folder);
  QTRY_VERIFY_WITH_TIMEOUT(!shards.busy() && shards.planned().has_value(), kPatience);
  QCOMPARE(shards.planned()->samples, kPeople);
  shards.triggerPrimary();
  QTRY_VERIFY_WITH_TIMEOUT(!shards.busy() && QDir(folder).exists(QStringLiteral("train/split_data_00000.csv")),
                           kPatience);
  int records = 0;
  for (QDirIterator found(folder, {QStringLiteral("*.csv")}, QDir::Files, QDirIterator::Subdirectories);
       found.hasNext();) {
    QFile file(found.next());
    QVERIFY(file.open(QIODevice::ReadOnly));
    records += static_cast<int>(file.readAll().count('\n')) - 1;
  }
  QCOMPARE(records, static_cast<int>(kPeople));
}

MASU_TEST(WholePathTest)
#include "whole_path_test.moc"
