// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/forecast_panel.h"

#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QTimer>

#include "tests/fixtures/test_group.h"
#include "ui/pages/import/plan/type_choice.h"
#include "ui/widgets/section.h"

using namespace masu;
using namespace masu::ui;

class ForecastPanelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_panel = std::make_unique<ImportForecastPanel>();
    m_where = m_panel->findChild<QLineEdit*>("where");
    for (auto* combo : m_panel->findChildren<QComboBox*>()) {
      if (combo->findText("Drop the record") >= 0) m_missing = combo;
      if (combo->findText("Stop the import") >= 0 && combo->findText("Set aside in a file") >= 0) m_onError = combo;
    }
    QVERIFY(m_missing != nullptr && m_onError != nullptr);
  }

  void figuresAreThoseOfTheForecast() {
    m_panel->showInspection(twoColumns());
    QVERIFY(says("1.00\u00A0GB") && says("all of it read"));
    QVERIFY(says("25\u00A0% of the text file’s 4.00\u00A0GB"));
    QCOMPARE(fact("Samples"), "1,234");
    QCOMPARE(fact("Each sample"), "1 number(s), 1 categories");
    QVERIFY2(fact("Time").contains("20") && fact("Time").contains("200\u00A0MB/s"), qPrintable(fact("Time")));
    QCOMPARE(fact("Disk left after"), "2.00\u00A0GB");
  }

  /// Counts of a sample are about, and what the disk does not hold is said.
  void whatIsGuessedOrLackingIsSaid() {
    tasks::Inspection inspection = twoColumns();
    inspection.plan.surveyedBytes = 1'000'000'000;
    inspection.forecast.fitsDisk = false;
    inspection.forecast.seconds = 0;
    m_panel->showInspection(inspection);
    QVERIFY(says("from 1.00\u00A0GB read"));
    QCOMPARE(fact("Samples"), QString::fromUtf8("≈ 1,234"));
    QVERIFY2(fact("Disk left after").startsWith("not enough: 4.00"), qPrintable(fact("Disk left after")));
    QVERIFY(fact("Time").isEmpty());
    inspection.plan.sourceBytes = 0;  // no share of nothing
    m_panel->showInspection(inspection);
    QVERIFY(says("all of it read"));
  }

  void withoutNumbersThereIsNoTypeToChoose() {
    m_panel->showInspection(twoColumns());
    const QWidget* section = m_panel->types().parentWidget();
    QVERIFY(section->isVisibleTo(m_panel.get()));
    tasks::Inspection inspection = twoColumns();
    inspection.plan.columns.erase(inspection.plan.columns.begin());
    m_panel->showInspection(inspection);
    QVERIFY(!section->isVisibleTo(m_panel.get()));
  }

  void choicesAreSaidAndShownAgain() {
    const QSignalSpy missing(m_panel.get(), &ImportForecastPanel::missingChosen);
    const QSignalSpy onError(m_panel.get(), &ImportForecastPanel::onErrorChosen);
    m_panel->showInspection(twoColumns());
    QCOMPARE(missing.count() + onError.count(), 0);
    QTest::keyClick(m_missing, Qt::Key_Down);
    QCOMPARE(missing.last().first().value<ingest::MissingRule>().policy, ingest::MissingPolicy::zero);
    QTest::keyClick(m_missing, Qt::Key_Down);
    QCOMPARE(missing.last().first().value<ingest::MissingRule>().policy, ingest::MissingPolicy::mean);
    QTest::keyClick(m_onError, Qt::Key_Down);
    QCOMPARE(onError.last().first().value<ingest::OnError>(), ingest::OnError::fail);
    tasks::Inspection inspection = twoColumns();
    inspection.plan.options.missing = ingest::MissingPolicy::drop;
    inspection.plan.options.onError = ingest::OnError::missing;
    m_panel->showInspection(inspection);
    QCOMPARE(m_missing->currentText(), "Drop the record");
    QCOMPARE(m_onError->currentText(), "Make bad cells missing");
    QCOMPARE(missing.count() + onError.count(), 3);
  }

  void aNumberForWhatIsMissingIsAskedFor() {
    const QSignalSpy missing(m_panel.get(), &ImportForecastPanel::missingChosen);
    tasks::Inspection inspection = twoColumns();
    inspection.plan.options.missing = ingest::MissingPolicy::drop;
    m_panel->showInspection(inspection);
    chooseNumber(-2.5, true);
    QCOMPARE(missing.count(), 1);
    const auto rule = missing.last().first().value<ingest::MissingRule>();
    QCOMPARE(rule.policy, ingest::MissingPolicy::constant);
    QCOMPARE(rule.constant, -2.5);
    // Without one, all is as it was, and so the panel shows it.
    m_panel->showInspection(inspection);
    chooseNumber(7, false);
    QCOMPARE(missing.count(), 1);
    QCOMPARE(m_missing->currentText(), "Drop the record");
  }

  void aFilterIsTakenWhenItHasBeenTyped() {
    const QSignalSpy chosen(m_panel.get(), &ImportForecastPanel::whereChosen);
    tasks::Inspection inspection = twoColumns();
    inspection.plan.options.table.where = "age >= 18";
    m_panel->showInspection(inspection);
    QCOMPARE(m_where->text(), "age >= 18");
    QTest::keyClick(m_where, Qt::Key_Return);
    QCOMPARE(chosen.count(), 0);
    QTest::keyClicks(m_where, " and age < 90 ");
    QTest::keyClick(m_where, Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.first().first().toString(), "age >= 18 and age < 90");
    QTest::keyClick(m_where, Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
  }

  void theBudgetIsAStopOfTheSlider() {
    const QSignalSpy chosen(m_panel.get(), &ImportForecastPanel::memoryChosen);
    m_panel->setMemoryBytes(256'000'000);
    QCOMPARE(m_panel->memoryBytes(), std::uint64_t{256'000'000});
    m_panel->setMemoryBytes(200'000'000);  // the next stop holds it
    QCOMPARE(m_panel->memoryBytes(), std::uint64_t{256'000'000});
    m_panel->setMemoryBytes(1);
    QCOMPARE(m_panel->memoryBytes(), std::uint64_t{128'000'000});
    QCOMPARE(chosen.count(), 0);
    auto* slider = m_panel->findChild<QSlider*>();
    QTest::keyClick(slider, Qt::Key_Right);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.first().first().toULongLong(), 256'000'000ULL);
    QVERIFY(says("256\u00A0MB"));
  }

 private:
  /// A number and a category, of 4 GB in 20 seconds.
  static tasks::Inspection twoColumns() {
    tasks::Inspection inspection;
    inspection.plan.columns.resize(2);
    inspection.plan.columns[0].name = "age";
    inspection.plan.columns[1].name = "city";
    inspection.plan.columns[1].role = table::Role::category;
    inspection.plan.columns[1].kind = table::Kind::category;
    inspection.plan.sourceBytes = 4'000'000'000;
    inspection.plan.surveyedBytes = 4'000'000'000;
    inspection.plan.samples = 1234;
    inspection.forecast.bytes = 1'000'000'000;
    inspection.forecast.scratchBytes = 1'000'000'000;
    inspection.forecast.diskFreeBytes = 4'000'000'000;
    inspection.forecast.fitsDisk = true;
    inspection.forecast.seconds = 20;
    return inspection;
  }

  /// Chooses the last way, types a number into the dialog, and takes it or not.
  void chooseNumber(double number, bool accept) {
    QTimer wait;
    connect(&wait, &QTimer::timeout, &wait, [&] {
      auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      wait.stop();
      dialog->findChild<QDoubleSpinBox*>()->setValue(number);
      accept ? dialog->accept() : dialog->reject();
    });
    wait.start(1);
    QTest::keyClick(m_missing, Qt::Key_End);
  }

  bool says(const QString& text) const {
    for (const QLabel* label : m_panel->findChildren<QLabel*>())
      if (label->text() == text) return true;
    return false;
  }
  QString fact(const char* name) const { return m_panel->findChild<KeyValues*>()->value(name); }

  std::unique_ptr<ImportForecastPanel> m_panel;
  QLineEdit* m_where = nullptr;
  QComboBox* m_missing = nullptr;
  QComboBox* m_onError = nullptr;
};

MASU_TEST(ForecastPanelTest)
#include "forecast_panel_test.moc"
