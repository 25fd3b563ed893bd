// SPDX-License-Identifier: GPL-3.0-or-later
// What the Train page chooses by the data: the fields that it fills, the words, and the run.
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include "core/metrics/recipe.h"
#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/train/form.h"
#include "ui/pages/train/labels.h"
#include "ui/pages/train/page.h"
#include "ui/widgets/banner.h"

using namespace masu;
using namespace masu::ui;

class TrainRecipeTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_settings;

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
    QCoreApplication::setOrganizationName("Masu");
  }

  void aRecipeFillsWhatNobodyHasChosen() {
    TrainForm form;
    form.setModels({"mlp"}, {});
    QVERIFY(form.isAuto() && form.stated().empty());
    named<QSpinBox>(form, "Batch")->setValue(32);
    QCOMPARE(form.stated(), std::vector<std::string>{"batch"});
    metrics::RunSpec asked;
    form.fill(asked);
    QCOMPARE(asked.epochs, metrics::kAutoEpochs);
    const QString command = trainCommand(asked, "run", form.stated());
    QVERIFY2(command.contains("--epochs auto") && command.contains("--batch 32"), qPrintable(command));
    QVERIFY2(!command.contains("--schedule"), qPrintable(command));
    const metrics::RunSpec chosen = metrics::withRecipe(asked, form.stated(), {500, 100, {490, 10}, 20});
    form.showRecipe(chosen);
    metrics::RunSpec shown;
    form.fill(shown);
    QCOMPARE(shown.batch, std::uint64_t{32});
    QCOMPARE(shown.patience, chosen.patience);
    QCOMPARE(shown.classWeights, std::string("balanced"));
    QCOMPARE(shown.weightDecay, chosen.weightDecay);
    QCOMPARE(shown.epochs, metrics::kAutoEpochs);
    QCOMPARE(form.stated().size(), std::size_t{1});
    bool said = false;
    for (const auto* label : form.findChildren<QLabel*>())
      said = said || (!label->isHidden() && label->text().contains(QString::number(chosen.epochs)));
    QVERIFY(said);
    // All can be left to the data again.
    titled<QPushButton>(form, QStringLiteral("Choose all by the data"))->click();
    QVERIFY(form.stated().empty());
    // A number of epochs is a run without a recipe.
    named<QSpinBox>(form, "Stop early")->setValue(9);
    form.epochsField()->setValue(7);
    form.fill(shown);
    QCOMPARE(shown.epochs, 7);
    QCOMPARE(shown.patience, 9);
    QCOMPARE(shown.batch, metrics::RunSpec().batch);
    QCOMPARE(shown.weightDecay, 0.0);
    QCOMPARE(shown.classWeights, std::string("none"));
  }

  /// The batch that the Fit page begins with states nothing, unless it was another one before.
  void theBatchOfAnEstimateIsStatedWhereSomebodyChoseIt() {
    TrainForm form;
    form.setBatch(metrics::RunSpec().batch, "adamw");
    QVERIFY(form.stated().empty());
    form.setBatch(128, "adamw");
    QCOMPARE(form.stated(), std::vector<std::string>{"batch"});
    form.setBatch(metrics::RunSpec().batch, "adamw");
    metrics::RunSpec asked;
    form.fill(asked);
    QCOMPARE(asked.batch, metrics::RunSpec().batch);
    QCOMPARE(form.stated(), std::vector<std::string>{"batch"});
  }

  void trainsAsItChoseByTheData() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(600));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    auto* batch = named<QSpinBox>(page, "Batch");
    QTRY_COMPARE_WITH_TIMEOUT(batch->value(), 32, 30'000);  // about an eighth of 480
    named<QSpinBox>(page, "Stop early")->setValue(1);
    const QString command = page.commandLine();
    QVERIFY2(command.contains("--epochs auto") && command.contains("--patience 1"), qPrintable(command));
    QVERIFY2(!command.contains("--batch"), qPrintable(command));
    page.start();
    QTRY_VERIFY_WITH_TIMEOUT(!page.live(), 120'000);
    if (!page.findChild<Banner*>()->sentence().isEmpty()) QSKIP("masu-train is not installed here.");
    const auto ran = metrics::readSpec(pathFrom(project.path(QStringLiteral("census.runs/run-0001"))));
    QVERIFY(ran);
    QVERIFY(ran->epochs > 10);
    QCOMPARE(ran->patience, 1);
    QCOMPARE(ran->batch, std::uint64_t{32});
    QVERIFY(!ran->recipe.empty());
    // The run that is over is shown with its numbers and their reasons.
    bool said = false;
    for (const auto* label : page.form().findChildren<QLabel*>())
      said = said || (label->isVisible() && label->text() == recipeText(ran->recipe));
    QVERIFY(page.form().showsFixed() && said);
  }
};

MASU_TEST(TrainRecipeTest)
#include "train_recipe_test.moc"
