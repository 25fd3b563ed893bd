// SPDX-License-Identifier: GPL-3.0-or-later
// A session is one value: when another dataset is opened, nothing of the one before is seen on any page.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QDir>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <fstream>

#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/charts/figure/histogram_header.h"
#include "ui/charts/figure/split_bar.h"
#include "ui/pages/browse/page.h"
#include "ui/pages/import/page.h"
#include "ui/pages/split/page.h"
#include "ui/pages/split/samples.h"
#include "ui/pages/train/form.h"
#include "ui/pages/train/page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/step_bar.h"
#include "ui/theme/theme.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 120'000;
constexpr int kRowsRead = 40;  ///< of a table, which is as much as fits on a screen

/// The texts of a table or a tree, with those below its lines.
void addCells(const QAbstractItemModel& model, const QModelIndex& parent, QStringList& texts) {
  for (int column = 0; column < model.columnCount(parent); ++column) {
    texts << model.headerData(column, Qt::Horizontal).toString();
    for (int row = 0; row < std::min(kRowsRead, model.rowCount(parent)); ++row) {
      const QModelIndex cell = model.index(row, column, parent);
      texts << cell.data().toString() << cell.data(Qt::ToolTipRole).toString();
      if (column == 0 && !parent.isValid()) addCells(model, cell, texts);
    }
  }
}

/// All that people can read in a window, or hear from it, and what they may choose from.
QStringList windowTexts(const QWidget& window) {
  QStringList texts = {window.windowTitle()};
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    texts << widget->toolTip() << widget->accessibleName() << widget->accessibleDescription();
    if (const auto* label = qobject_cast<const QLabel*>(widget)) texts << label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) texts << button->text();
    if (const auto* field = qobject_cast<const QLineEdit*>(widget)) texts << field->text();
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(widget)) texts << text->toPlainText();
    if (const auto* choice = qobject_cast<const QComboBox*>(widget))
      for (int item = 0; item < choice->count(); ++item) texts << choice->itemText(item);
    if (const auto* bars = qobject_cast<const ClassBars*>(widget))
      for (const ClassBars::ClassBar& bar : bars->rows()) texts << bar.name;
    const auto* view = qobject_cast<const QAbstractItemView*>(widget);
    if (view != nullptr && view->model() != nullptr) addCells(*view->model(), {}, texts);
  }
  return texts;
}

std::string tableOf(const char* column, const char* one, const char* two, int rows) {
  const std::string name(column);
  std::string text = name + "first," + name + "second," + name + "kind\n";
  for (int row = 0; row < rows; ++row)
    text += std::to_string(row) + ',' + std::to_string(row * 7 % 13) + ',' + (row % 2 == 0 ? one : two) + '\n';
  return text;
}

}  // namespace

class OneStateTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    Theme::current().install(*qApp, Theme::Mode::light);
    for (const char* folder : {"one", "two"}) QVERIFY(QDir(m_folder.path()).mkpath(folder));
    std::ofstream(pathFrom(m_folder.filePath("one/zebras.csv"))) << tableOf("zebra", "zebraplain", "zebraspotted", 300);
    std::ofstream(pathFrom(m_folder.filePath("two/hippos.csv"))) << tableOf("hippo", "hippoplain", "hippospotted", 60);
  }

  void showsNothingOfTheDatasetBefore() {
    MASU_TAKE(const QString other, importHippos());
    MainWindow window(m_session, m_runner);
    window.show();
    importZebras(window);
    QVERIFY(!QTest::currentTestFailed());
    useBrowse(window);
    useSplit(window);
    QVERIFY(!QTest::currentTestFailed());
    useTheRest(window);
    QVERIFY(!QTest::currentTestFailed());
    QVERIFY(windowTexts(window).join(' ').contains("zebra"));  // the test finds what it looks for

    window.openPaths({other});
    QCOMPARE(m_session.name(), "zebras");  // what is shown is of it until the other one is open
    QTRY_COMPARE_WITH_TIMEOUT(m_session.name(), "hippos", kPatience);
    for (const StepBarButton* step : window.findChildren<StepBarButton*>())
      if (step->text() == "Train" || step->text() == "Fit") QCOMPARE(step->accessibleDescription(), QString());
    for (const Step step : kSteps) {
      window.goTo(step);
      expectNoZebra(window);
      settle();
      expectNoZebra(window);
      QVERIFY(step != Step::import || windowTexts(window).contains("hippos is imported"));
      openTabs(window);
    }
    const auto& train = *static_cast<TrainPage*>(window.page(Step::train));
    QCOMPARE(named<QLineEdit>(train, "Learning rate").text(), QString());
    QVERIFY(named<QLineEdit>(*window.page(Step::browse), "Go to row").text() != "250");
    QVERIFY(m_session.plan() == nullptr && m_session.runLog() == nullptr);
    window.goTo(Step::start);
  }

 private:
  Result<QString> importHippos() {
    Progress progress;
    tasks::InspectRequest inspect;
    inspect.options.sources = {pathFrom(m_folder.filePath("two/hippos.csv"))};
    inspect.options.labels = {"hippokind"};
    MASU_TRY(const auto inspection, tasks::inspectionIn(tasks::inspect(inspect, {{}, progress})));
    tasks::ImportRequest request;
    request.plan = inspection.plan;
    request.load.target = pathFrom(m_folder.filePath("two/hippos.h5"));
    MASU_TRY(const auto imported, tasks::runImport(request, {{}, progress}));
    return toQt(imported.dataset);
  }

  /// As people do it, so that the Import page has a plan to forget.
  void importZebras(MainWindow& window) {
    window.openPaths({m_folder.filePath("one/zebras.csv")});
    auto& page = *static_cast<ImportPage*>(window.page(Step::import));
    QTRY_VERIFY_WITH_TIMEOUT(page.inspection() && !page.inspecting(), kPatience);
    page.setLabel("zebrakind");
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    page.setTarget(m_folder.filePath("one/zebras.h5"));
    page.triggerPrimary();
    QTRY_VERIFY_WITH_TIMEOUT(m_session.name() == "zebras" && m_session.dataset() != nullptr, kPatience);
    settle();
  }

  void useBrowse(MainWindow& window) {
    window.goTo(Step::browse);
    auto& page = *static_cast<BrowsePage*>(window.page(Step::browse));
    settle();
    Q_EMIT page.findChild<HistogramHeader*>()->currentChanged(1);
    page.open(250);
    auto& where = named<QLineEdit>(page, "Samples where");
    where.setFocus();
    where.setText("zebrafirst > 100");
    QTest::keyClick(&where, Qt::Key_Return);
    settle();
  }

  void useSplit(MainWindow& window) {
    window.goTo(Step::split);
    auto& page = *static_cast<SplitPage*>(window.page(Step::split));
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy() && page.shown(), kPatience);
    page.triggerPrimary();
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy() && m_session.manifestInfo() != nullptr, kPatience);
    page.samples().setFilter("zebrasecond = 3");
    settle();
  }

  void useTheRest(MainWindow& window) {
    window.goTo(Step::fit);
    settle();
    window.goTo(Step::train);
    auto& train = *static_cast<TrainPage*>(window.page(Step::train));
    settle();
    named<QLineEdit>(train, "Learning rate").setText("0.0123");
    train.form().epochsField()->setValue(1);
    train.start();  // where there is no worker, it ends with a sentence
    QTRY_VERIFY_WITH_TIMEOUT(!train.live(), kPatience);
    window.goTo(Step::export_);
    settle();
  }

  /// What is behind tabs of a page is seen, too.
  void openTabs(MainWindow& window) {
    for (auto* tab : window.findChildren<QToolButton*>()) {
      if (!tab->isVisible() || !tab->isCheckable() || tab->isChecked() || !tab->isEnabled()) continue;
      const bool pane = QStringList({"Options", "Checks", "Worst"}).contains(tab->text());
      if (!tab->property("tab").toBool() && !pane) continue;
      tab->click();
      expectNoZebra(window);
    }
  }

  void expectNoZebra(const MainWindow& window) {
    for (const QString& text : windowTexts(window))
      QVERIFY2(!text.contains("zebra", Qt::CaseInsensitive),
               qPrintable(stepName(window.current()) + ": " + text.left(200)));
  }

  void settle() { QTRY_VERIFY_WITH_TIMEOUT(m_runner.jobs().empty(), kPatience); }

  template <class Field>
  static Field& named(const QWidget& page, const QString& name) {
    for (auto* field : page.findChildren<Field*>())
      if (field->accessibleName() == name) return *field;
    qFatal("There is no field %s.", qPrintable(name));
  }

  QTemporaryDir m_folder;
  Session m_session;
  JobRunner m_runner;
};

MASU_TEST(OneStateTest)
#include "one_state_test.moc"
