// SPDX-License-Identifier: GPL-3.0-or-later
// The search for wrong labels on the Train page: what it is asked for, what it shows, and what becomes of it.
#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "tests/fixtures/trained_run.h"
#include "ui/pages/train/page.h"
#include "ui/pages/train/runs.h"
#include "ui/pages/train/suspects/form.h"
#include "ui/pages/train/suspects/model.h"
#include "ui/pages/train/suspects/noise_model.h"
#include "ui/pages/train/suspects/runs.h"
#include "ui/pages/train/suspects/view.h"
#include "ui/text/format.h"
#include "ui/widgets/seed_field.h"
#include "ui/widgets/segments.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 120'000;

/// One of so many classes with long names is doubted for each of the others.
std::shared_ptr<const tasks::SuspectsOutcome> manyClasses(std::size_t classes) {
  auto outcome = std::make_shared<tasks::SuspectsOutcome>();
  const std::string longName(120, 'x');
  outcome->found.classes = classes;
  outcome->found.labelled.assign(classes, 10);
  outcome->found.joint.assign(classes * classes, 1);
  outcome->found.estimated.assign(classes * classes, 10.0 / static_cast<double>(classes));
  for (std::size_t k = 0; k < classes; ++k) {
    outcome->classes.push_back("class " + std::to_string(k) + ' ' + longName);
    outcome->found.suspects.push_back(
        {k, static_cast<std::uint32_t>(k), static_cast<std::uint32_t>((k + 1) % classes), 0.125F, -0.5F});
    outcome->places.push_back({k, longName + "/source.csv", 7 * k});
  }
  return outcome;
}

void press(QWidget& page, const QString& button) {
  QTest::mouseClick(titled<QPushButton>(page, button), Qt::LeftButton);
}

}  // namespace

class SuspectsTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_settings;
  SampleProject m_project;
  QString m_path;
  bool m_hasRun = false;

  /// The Train page with the search in front, by the button beside the worst predictions.
  void showSearch(TrainPage& page) const {
    page.resize(1096, 764);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    for (Segments* segments : page.table().findChildren<Segments*>())
      QTest::mouseClick(segments->button(1), Qt::LeftButton);  // "Worst"
    press(page, QStringLiteral("Find wrong labels…"));
    QVERIFY(page.view() == TrainPage::View::suspects);
    QVERIFY(page.suspects().isVisible() && !page.table().isVisible());
  }

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
    QCoreApplication::setOrganizationName("Masu");
    MASU_TAKE(m_path, m_project.table(400));
    MASU_TAKE(const auto drawn, m_project.split(m_path));
    const auto trained = trainRun(pathFrom(m_path), pathFrom(m_project.path("census.runs")) / "run-0001", 2);
    m_hasRun = trained.has_value();
    QVERIFY2(m_hasRun || trained.error().code == Errc::notFound, "the run failed");
  }

  void asksForWhatTheFieldsSay() {
    Session session;
    JobRunner runner;
    QVERIFY(session.open(m_path));
    TrainPage page(session, runner);
    showSearch(page);
    SuspectsView& view = page.suspects();
    // As the command, where nobody has changed a field.
    auto asked = view.form().asked();
    QVERIFY(asked.has_value());
    QCOMPARE(asked->training.folds, tasks::FoldsRequest().folds);
    QCOMPARE(asked->training.spec.epochs, metrics::kAutoEpochs);
    QCOMPARE(asked->training.spec.batch, metrics::RunSpec().batch);
    QCOMPARE(asked->training.stated, std::vector<std::string>{"models"});
    QVERIFY(asked->keepRuns.empty() && asked->training.groupBy.empty() && !asked->training.singleSamples);

    auto* model = named<QComboBox>(view, "Model");
    model->setFocus();
    QTest::keyClick(model, Qt::Key_M);  // the next choice that begins so
    enter(named<QSpinBox>(view, "Folds"), "3");
    enter(named<QSpinBox>(view, "Epochs"), "4");
    enter(named<QSpinBox>(view, "Batch"), "32");
    enter(named<SeedField>(view, "Seed"), "9");
    auto* groups = named<QComboBox>(view, "Groups");
    groups->setFocus();
    QTest::keyClick(groups, Qt::Key_N);
    auto* shape = named<QLineEdit>(view, "Shape");
    QTest::keyClicks(shape, "1x");
    QVERIFY(!view.form().asked());
    QVERIFY(!titled<QPushButton>(view, QStringLiteral("Find wrong labels"))->isEnabled());
    QVERIFY(page.commandLine().isEmpty());
    QTest::keyClicks(shape, "13");
    QTest::keyClicks(named<QLineEdit>(view, "Keep the runs in"), "kept");
    asked = view.form().asked();
    QVERIFY(asked.has_value());
    QCOMPARE(asked->training.spec.models, std::vector<std::string>{"mlp"});
    QCOMPARE(asked->training.spec.shape, (std::vector<std::int64_t>{1, 13}));
    QCOMPARE(asked->training.stated, (std::vector<std::string>{"models", "shape", "epochs", "batch", "seed"}));
    QVERIFY(asked->training.singleSamples);
    QCOMPARE(toQt(asked->keepRuns), m_project.path("kept"));  // beside the dataset
    asked->file = "t.h5";
    asked->keepRuns = "kept";
    asked->resources = {};
    QCOMPARE(suspectsCommand(*asked),
             "masu suspects t.h5 --model mlp --folds 3 --no-group --shape 1x13 --epochs 4 --batch 32 --seed 9 \\\n"
             "  --keep-runs kept");
    QVERIFY(page.commandLine().startsWith("masu suspects "));
    // Runs instead: at least one is ticked.
    QTest::mouseClick(view.form().findChild<Segments*>()->button(1), Qt::LeftButton);
    QVERIFY(!view.form().asked());
    view.form().runs().add("/runs/a");
    view.form().runs().add("/runs/b c");
    asked = view.form().asked();
    QVERIFY(asked && asked->training.spec.models.empty());
    asked->file = "t.h5";
    asked->resources = {};
    QCOMPARE(suspectsCommand(*asked), "masu suspects t.h5 --runs /runs/a '/runs/b c'");

    press(view, QStringLiteral("Back to the runs"));
    QVERIFY(page.view() != TrainPage::View::suspects && page.table().isVisible());
    QVERIFY(page.commandLine().startsWith("masu train "));
  }

  void runsThatAreThereFindThem() {
    if (!m_hasRun) QSKIP("masu-train is not installed here.");
    Session session;
    JobRunner runner;
    QVERIFY(session.open(m_path));
    TrainPage page(session, runner);
    showSearch(page);
    SuspectsView& view = page.suspects();
    const QAbstractItemModelTester samples(const_cast<SuspectsModel*>(&view.suspects()));
    const QAbstractItemModelTester pairs(const_cast<NoiseModel*>(&view.noise()));
    QTest::mouseClick(view.form().findChild<Segments*>()->button(1), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(view.form().runs().findChildren<QCheckBox*>().size() == 1, kPatience);
    auto* run = view.form().runs().findChild<QCheckBox*>();
    QVERIFY2(run->text().startsWith("linear, run-0001"), qPrintable(run->text()));
    QTest::keyClick(run, Qt::Key_Space);
    const auto asked = view.form().asked();
    QVERIFY(asked && asked->runs.size() == 1);
    page.triggerPrimary();  // Ctrl+Enter
    QVERIFY(view.searching());
    QVERIFY(titled<QPushButton>(view, QStringLiteral("Cancel"))->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!view.searching(), kPatience);
    QVERIFY2(view.complaint().isEmpty(), qPrintable(view.complaint()));

    // The same that the task finds for the command, with its list.
    tasks::SuspectsRequest request = *asked;
    request.limit = 10'000;
    request.out = pathFrom(m_project.path("by-task.csv"));
    Progress progress;
    MASU_TAKE(const tasks::SuspectsOutcome outcome, tasks::suspects(request, {{}, progress}));
    QVERIFY(outcome.predicted > 0 && !outcome.found.suspects.empty());
    QCOMPARE(view.suspects().rowCount(), static_cast<int>(outcome.found.suspects.size()));
    QVERIFY(says(view, formatCount(outcome.predicted)));
    QVERIFY(says(view, QStringLiteral("not looked at")));  // those that the run learned from
    std::uint64_t counted = 0;
    for (int row = 0; row < view.noise().rowCount(); ++row)
      counted += view.noise().index(row, NoiseModel::kSuspects).data().toULongLong();
    QCOMPARE(counted, outcome.found.suspects.size());
    QSignalSpy opened(&page, &TrainPage::sampleOpened);
    auto* table = named<QTableView>(view, "Samples whose label is probably wrong");
    table->setFocus();
    table->selectRow(0);
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened.front().front().toULongLong(), outcome.found.suspects.front().sample);
    QVERIFY(view.suspects().index(0, SuspectsModel::kSource).data().toString().startsWith("census"));

    view.save(m_project.path("by-page.csv"));
    QTRY_VERIFY_WITH_TIMEOUT(!view.saving(), kPatience);
    QVERIFY2(view.complaint().contains("by-page.csv"), qPrintable(view.complaint()));
    QFile byPage(m_project.path("by-page.csv"));
    QFile byTask(m_project.path("by-task.csv"));
    QVERIFY(byPage.open(QIODevice::ReadOnly) && byTask.open(QIODevice::ReadOnly));
    QCOMPARE(byPage.readAll(), byTask.readAll());
    // The list never replaces the dataset.
    view.save(m_path);
    QTRY_VERIFY_WITH_TIMEOUT(!view.saving(), kPatience);
    QVERIFY2(view.complaint().contains("census.h5"), qPrintable(view.complaint()));

    // Another dataset shows nothing of it; this one shows it again.
    MASU_TAKE(const QString other, m_project.plainTable(300));
    QVERIFY(session.open(other));
    QVERIFY(page.view() != TrainPage::View::suspects);
    QCOMPARE(view.suspects().rowCount(), 0);
    QCOMPARE(view.noise().rowCount(), 0);
    QVERIFY(view.complaint().isEmpty());
    QVERIFY(view.form().runs().chosen().empty());
    QVERIFY(!view.action()->isEnabled());  // it has no labels
    QVERIFY(session.open(m_path));
    QCOMPARE(view.suspects().rowCount(), static_cast<int>(outcome.found.suspects.size()));
  }

  void aSearchIsCancelledAndRefusedInASentence() {
    Session session;
    JobRunner runner;
    QVERIFY(session.open(m_path));
    TrainPage page(session, runner);
    showSearch(page);
    SuspectsView& view = page.suspects();
    press(view, QStringLiteral("Find wrong labels"));
    QVERIFY(view.searching());
    QVERIFY(!named<QSpinBox>(view, "Folds")->isEnabled());
    press(view, QStringLiteral("Cancel"));
    QTRY_VERIFY_WITH_TIMEOUT(!view.searching(), kPatience);
    if (m_hasRun) QVERIFY2(view.complaint().isEmpty(), qPrintable(view.complaint()));
    QVERIFY(named<QSpinBox>(view, "Folds")->isEnabled());
    QCOMPARE(view.suspects().rowCount(), 0);
    QTest::mouseClick(view.form().findChild<Segments*>()->button(1), Qt::LeftButton);
    view.form().runs().add(pathFrom(m_project.path("no-such-run")));
    press(view, QStringLiteral("Find wrong labels"));
    QTRY_VERIFY_WITH_TIMEOUT(!view.searching(), kPatience);
    QVERIFY2(view.complaint().contains("no-such-run"), qPrintable(view.complaint()));
  }

  void manyClassesWithLongNamesFit() {
    constexpr int kClasses = 200;
    SuspectsModel suspects;
    NoiseModel noise;
    const QAbstractItemModelTester first(&suspects);
    const QAbstractItemModelTester second(&noise);
    const auto outcome = manyClasses(kClasses);
    QStringList classes;
    for (const std::string& name : outcome->classes) classes << toQt(name);
    suspects.setOutcome(outcome);
    noise.setPairs(tasks::noisePairs(outcome->found), classes, outcome->found.labelled);
    QCOMPARE(suspects.rowCount(), kClasses);
    QCOMPARE(noise.rowCount(), kClasses * (kClasses - 1));
    QCOMPARE(suspects.index(3, SuspectsModel::kOther).data().toString(), formatNumber(0.625, 3));
    QVERIFY(suspects.index(3, SuspectsModel::kSource).data(Qt::ToolTipRole).toString().endsWith(":21"));
    QCOMPARE(noise.index(0, NoiseModel::kShare).data().toString(), formatPercent(1.0 / kClasses, 1));
    // Beside the folded step bar of a window of 1024 × 640.
    Session session;
    JobRunner runner;
    SuspectsView view(session, runner);
    view.ensurePolished();
    QVERIFY2(view.minimumSizeHint().width() <= 968, qPrintable(QString::number(view.minimumSizeHint().width())));
    QVERIFY2(view.minimumSizeHint().height() <= 540, qPrintable(QString::number(view.minimumSizeHint().height())));
  }

  void theReportOfARunHasAButton() {
    Session session;
    JobRunner runner;
    QVERIFY(session.open(m_path));
    TrainPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), m_hasRun ? 1 : 0, kPatience);
    const QToolButton* button = nullptr;
    for (const QToolButton* one : page.table().findChildren<QToolButton*>())
      if (one->accessibleName() == QStringLiteral("Save a report of the chosen run…")) button = one;
    QVERIFY(button != nullptr && button->isVisible() && (button->focusPolicy() & Qt::TabFocus) != 0);
    QCOMPARE(button->isEnabled(), m_hasRun);
    const auto* table = page.table().findChild<QTableView*>();
    const int wanted = table->sizeHintForIndex(table->model()->index(0, RunTableModel::kRun)).width();
    QVERIFY(table->columnWidth(RunTableModel::kRun) >= std::min(wanted, 200));
  }
};

MASU_TEST(SuspectsTest)
#include "suspects_test.moc"
