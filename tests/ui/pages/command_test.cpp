// SPDX-License-Identifier: GPL-3.0-or-later
// "Copy as command": what a page copies is run in a shell, and does what the page does.
#include "ui/pages/import/command.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QLineEdit>
#include <QProcess>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "core/metrics/run_spec.h"
#include "core/tasks/cluster/cluster_script.h"
#include "core/tasks/data/dataset_task.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/export/page.h"
#include "ui/pages/fit/page.h"
#include "ui/pages/import/page.h"
#include "ui/pages/split/page.h"
#include "ui/pages/train/form.h"
#include "ui/pages/train/page.h"
#include "ui/pages/train/suspects/form.h"
#include "ui/pages/train/suspects/runs.h"
#include "ui/pages/train/suspects/view.h"
#include "ui/text/command_line.h"
#include "ui/theme/theme.h"
#include "ui/widgets/seed_field.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 120'000;

/// Runs a command as somebody who pasted it. Empty where it went well, else what it said.
QString runInShell(const QString& command) {
  QProcess shell;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  const QString folder = QFileInfo(qEnvironmentVariable("MASU")).absolutePath();
  environment.insert("PATH", folder + ":" + environment.value("PATH"));
  shell.setProcessEnvironment(environment);
  shell.setProcessChannelMode(QProcess::MergedChannels);
  shell.start("sh", {"-c", command});
  if (!shell.waitForFinished(kPatience)) return "It did not end: " + command;
  return shell.exitCode() == 0 ? QString() : command + "\n" + QString::fromUtf8(shell.readAll());
}

/// What a dataset says of its columns and classes.
QStringList shapeOf(const store::Dataset& dataset) {
  QStringList shape = {QString::number(dataset.samples())};
  for (const table::Column& column : dataset.meta().schema.columns)
    shape << QStringLiteral("%1 %2 %3 %4")
                 .arg(toQt(column.name), toQt(table::name(column.role)), toQt(table::name(column.kind)),
                      toQt(table::name(column.stored)));
  for (const std::string& name : dataset.meta().classes) shape << toQt(name);
  return shape;
}

/// All numbers; a missing one is written as such, as it equals nothing.
QStringList valuesOf(const store::Dataset& dataset) {
  QStringList values;
  const store::ObjectInfo* features = dataset.find("features");
  if (features == nullptr) return values;
  const auto read = dataset.readValues(*features, 0, dataset.samples());
  if (read)
    for (const double value : *read) values << QString::number(value, 'g', 17);
  return values;
}

template <class Field>
Field& named(const QWidget& page, const QString& name) {
  for (auto* field : page.findChildren<Field*>())
    if (field->accessibleName() == name) return *field;
  qFatal("There is no field %s.", qPrintable(name));
}

}  // namespace

class CommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    Theme::current().install(*qApp, Theme::Mode::light);
    QVERIFY(QFileInfo(qEnvironmentVariable("MASU")).isExecutable());
  }

  void quotesWhatAShellWouldRead() {
    QCOMPARE(shellText("plain/name-1.h5"), "plain/name-1.h5");
    QCOMPARE(shellText("it's $HOME"), "'it'\\''s $HOME'");
    QCOMPARE(shellText(""), "''");
    CommandLine line("import");
    line.argument("-dash.csv").option("--na", QString("-")).number("--tolerance", 0.1).flag("--overwrite", false);
    QCOMPARE(line.text(), "masu import ./-dash.csv --na=- --tolerance 0.1");
  }

  void importsATableAsThePageDoes() {
    const SampleProject project;
    MASU_TAKE(const QString other, project.plainTable(400));
    const QString csv = project.path("plain/census-persons.csv");
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    page.setVisible(true);
    page.setSources({csv});
    QTRY_VERIFY_WITH_TIMEOUT(page.inspection() && !page.inspecting(), kPatience);
    page.setLabel("income");
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    auto& where = *page.findChild<QLineEdit*>("where");
    where.setFocus();
    QTest::keyClicks(&where, "age >= 30 and age < 60");
    QTest::keyClick(&where, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    page.setTarget(project.path("by command.h5"));
    const QString command = page.commandLine();
    QVERIFY2(command.contains("--label income") && command.contains("--where"), qPrintable(command));
    const auto shared = page.clusterRequest();
    QVERIFY(shared && shared->words.front() == fromQt(csv) && tasks::clusterScript(*shared));
    QCOMPARE(runInShell(command), QString());
    page.setTarget(project.path("by page.h5"));
    page.triggerPrimary();
    QTRY_VERIFY_WITH_TIMEOUT(session.dataset() != nullptr, kPatience);
    const auto byPage = session.dataset();
    QVERIFY(session.open(project.path("by command.h5")));
    QCOMPARE(shapeOf(*session.dataset()), shapeOf(*byPage));
    QVERIFY(byPage->samples() > 0 && byPage->samples() < 400);
    QCOMPARE(valuesOf(*session.dataset()), valuesOf(*byPage));
  }

  void saysHowRecordsAreRepaired() {
    ingest::ImportPlan plan;
    plan.options.sources = {"a.csv"};
    plan.options.onError = ingest::OnError::missing;
    plan.options.table.ragged = ingest::Ragged::both;
    QCOMPARE(importCommand(plan, "a.h5", 0), "masu import a.csv --ragged both --on-error missing --out a.h5");
    plan.options.table.ragged = ingest::Ragged::pad;
    QVERIFY(importCommand(plan, "a.h5", 0).contains("--ragged pad "));
    plan.options.table.ragged = ingest::Ragged::truncate;
    QVERIFY(importCommand(plan, "a.h5", 0).contains("--ragged truncate "));
  }

  void saysWhichColumnIsTheTime() {
    ingest::ImportPlan plan;
    plan.content = ingest::RecordingsPlan();
    plan.options.sources = {"a.csv"};
    // Chosen for a table before, and refused beside recordings.
    plan.options.onError = ingest::OnError::missing;
    QCOMPARE(importCommand(plan, "a.h5", 0), "masu import a.csv --out a.h5");
    plan.options.recordings.time = "since start";
    QCOMPARE(importCommand(plan, "a.h5", 0), "masu import a.csv --time 'since start' --out a.h5");
    plan.options.recordings.time = "";
    QCOMPARE(importCommand(plan, "a.h5", 0), "masu import a.csv --time none --out a.h5");
    // A column of that name: only a recipe can say it.
    plan.options.recordings.time = "none";
    QVERIFY2(importCommand(plan, "a.h5", 0).contains("--recipe a.recipe.json"),
             qPrintable(importCommand(plan, "a.h5", 0)));
  }

  void drawsASplitAsThePageDoes() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(500));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    SplitPage page(session, runner);
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy() && page.shown(), kPatience);
    named<SeedField>(page, "Seed").setValue(7);
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy(), kPatience);
    const QString command = page.commandLine();
    QVERIFY2(command.contains("--seed 7") && command.contains("--ratios 0.8,0.1,0.1"), qPrintable(command));
    const manifest::SplitCounts shown = page.shown()->counts;
    QCOMPARE(runInShell(command), QString());
    QVERIFY(session.open(path));
    QVERIFY(session.manifestInfo() != nullptr);
    const manifest::SplitCounts& drawn = session.manifestInfo()->counts;
    QCOMPARE(drawn.train, shown.train);
    QCOMPARE(drawn.validation, shown.validation);
    QCOMPARE(drawn.test, shown.test);
  }

  void exportsAsThePageDoes() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    ExportPage page(session, runner);
    page.show();
    page.setFolder(project.path("shards of it"));
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy() && page.planned(), kPatience);
    QCOMPARE(runInShell(page.commandLine()), QString());
    for (const shards::ShardInfo& shard : page.planned()->shards)
      QVERIFY2(QFile::exists(page.folder() + "/" + toQt(shard.path)), shard.path.c_str());
    QVERIFY(drawn.counts.train > 0);
  }

  void trainsAndEstimatesAsThePagesDo() {
    if (qEnvironmentVariableIsEmpty("MASU_TRAIN")) QSKIP("This build has no masu-train.");
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    FitPage fit(session, runner);
    fit.show();
    QTRY_VERIFY_WITH_TIMEOUT(fit.outcome().has_value(), kPatience);
    QCOMPARE(runInShell(fit.commandLine()), QString());
    TrainPage train(session, runner);
    train.show();
    train.form().epochsField()->setValue(1);
    named<QLineEdit>(train, "Learning rate").setText("0.001, 0.002");
    named<SeedField>(train, "Seed").setValue(3);
    named<QSpinBox>(train, "Slices").setValue(2);
    metrics::RunSpec asked;
    train.form().fill(asked);
    const QString command = train.commandLine();
    auto shared = train.clusterRequest();
    QVERIFY(shared.has_value());
    shared->engine = tasks::ClusterEngine::slurm;
    shared->workers = 2;
    const auto script = tasks::clusterScript(*shared);
    QVERIFY2(script.has_value(), script ? "" : script.error().message.english().c_str());
    shared->workers = 3;  // than there are slices
    QVERIFY(!tasks::clusterScript(*shared));
    QCOMPARE(runInShell(command), QString());
    const QString folder = command.section("--out ", 1).remove('\'').trimmed();
    MASU_TAKE(metrics::RunSpec ran, metrics::readSpec(pathFrom(folder)));
    QCOMPARE(ran.epochs, 1);
    QCOMPARE(ran.learningRates, asked.learningRates);
    QCOMPARE(ran.models, asked.models);
    QCOMPARE(ran.seed, asked.seed);
    QCOMPARE(ran.slices, 2);
    QCOMPARE(ran.schedule, asked.schedule);
    QVERIFY(drawn.counts.train > 0);
    train.showView(TrainPage::View::suspects);
    train.suspects().form().setUsesRuns(true);
    train.suspects().form().runs().add(ran.out / metrics::modelFolders(ran).front());
    const QString search = train.commandLine();
    QVERIFY2(search.startsWith("masu suspects ") && search.contains("--runs "), qPrintable(search));
    QCOMPARE(runInShell(search), QString());
  }

  void isOnEveryPageThatRunsSomething() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    ExportPage page(session, runner);
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy() && page.planned(), kPatience);
    auto* copy = page.findChild<QToolButton*>("copyCommand");
    QVERIFY(copy != nullptr && copy->isVisible());
    copy->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), page.commandLine());
    QVERIFY(page.commandLine().startsWith("masu export "));
    QVERIFY(page.findChild<QToolButton*>("cluster") != nullptr && page.clusterRequest());
    const std::vector<Page*> others = {new ImportPage(session, runner, &page), new SplitPage(session, runner, &page),
                                       new FitPage(session, runner, &page), new TrainPage(session, runner, &page)};
    for (const Page* one : others)
      QVERIFY2(one->findChild<QToolButton*>("copyCommand") != nullptr, qPrintable(one->accessibleName()));
    for (const Page* one : {others.front(), others.back()}) {
      QVERIFY2(one->findChild<QToolButton*>("cluster") != nullptr, qPrintable(one->accessibleName()));
      QVERIFY(!one->clusterRequest());
    }
  }

 private:
  QTemporaryDir m_folder;
};

MASU_TEST(CommandTest)
#include "command_test.moc"
