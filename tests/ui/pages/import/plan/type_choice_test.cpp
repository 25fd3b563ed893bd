// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/type_choice.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/widgets/labels.h"

using namespace masu;
using namespace masu::ui;
using table::DType;

class TypeChoiceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_choice = std::make_unique<ImportTypeChoice>();
    m_choice->show();
    m_tolerance = m_choice->findChild<QLineEdit*>("tolerance");
    m_past = m_choice->findChild<QComboBox*>("past-tolerance");
  }

  void everyTypeSaysWhatItWouldLose() {
    show(fourTypes());
    QCOMPARE(radios(), (QStringList{"f64", "f32", "i16", "i8", "auto"}));  // the widest first
    QVERIFY(radio("f32")->isChecked());
    for (const char* loss : {"exact", "± 0.5 in age", "overflow in income", "missing cells in city"})
      QVERIFY2(says(QString::fromUtf8(loss)), loss);
    QVERIFY(says("f32 is the narrowest type that keeps all surveyed numbers exact."));
  }

  /// Where the plan says why it chose a type, that is said instead.
  void theReasonsOfThePlanGoFirst() {
    tasks::Inspection inspection = fourTypes();
    inspection.plan.reasons = {{"{0} needs its digits.", {"age"}}};
    show(inspection);
    QVERIFY(says("age needs its digits.") && !says("f32 is the narrowest", true));
    inspection.plan.reasons.clear();
    for (auto& at : inspection.forecast.types) at.largestError = 1;
    show(inspection);
    QVERIFY(!says("is the narrowest type", true));
  }

  void aTypeIsChosenOrTheNarrowest() {
    show(fourTypes());
    const QSignalSpy types(m_choice.get(), &ImportTypeChoice::typeChosen);
    const QSignalSpy narrowest(m_choice.get(), &ImportTypeChoice::narrowestChosen);
    QTest::mouseClick(radio("i16"), Qt::LeftButton, {}, QPoint(8, radio("i16")->height() / 2));
    QCOMPARE(types.count(), 1);
    QCOMPARE(types.last().first().value<DType>(), DType::i16);
    QTest::mouseClick(radio("auto"), Qt::LeftButton, {}, QPoint(8, radio("auto")->height() / 2));
    QCOMPARE(narrowest.count(), 1);
    QCOMPARE(types.count(), 1);
    tasks::Inspection inspection = fourTypes();
    inspection.plan.options.autoType = true;
    show(inspection);
    QVERIFY(radio("auto")->isChecked() && !radio("f32")->isChecked());
  }

  void anotherInspectionLeavesNoRowBehind() {
    show(fourTypes());
    tasks::Inspection fewer = fourTypes();
    fewer.forecast.types.resize(1);
    fewer.plan.dtype = fewer.forecast.types.front().type;
    show(fewer);
    QCOMPARE(radios(), (QStringList{toText(fewer.plan.dtype), "auto"}));
    QVERIFY(radio(toText(fewer.plan.dtype))->isChecked());
  }

  void aToleranceIsTakenWhenItHasBeenTyped() {
    show(fourTypes());
    QSignalSpy chosen(m_choice.get(), &ImportTypeChoice::toleranceChosen);
    QTest::keyClick(m_tolerance, Qt::Key_Return);
    QCOMPARE(chosen.count(), 0);  // nothing was typed
    QTest::keyClicks(m_tolerance, "0.5e-3");
    QTest::keyClick(m_tolerance, Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
    QVERIFY(chosen.takeFirst().first().value<std::optional<double>>() == std::optional(0.5e-3));
    // No letters, and nothing that is only half a number.
    QTest::keyClick(m_tolerance, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(m_tolerance, "1xe");
    QTest::keyClick(m_tolerance, Qt::Key_Return);
    QCOMPARE(m_tolerance->text(), "1e");
    QCOMPARE(chosen.count(), 0);
  }

  void anEmptiedToleranceIsNone() {
    tasks::Inspection inspection = fourTypes();
    inspection.plan.options.tolerance = 0.25;
    show(inspection);
    QCOMPARE(m_tolerance->text(), "0.25");
    QSignalSpy chosen(m_choice.get(), &ImportTypeChoice::toleranceChosen);
    QTest::keyClick(m_tolerance, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(m_tolerance, Qt::Key_Delete);
    QTest::keyClick(m_tolerance, Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
    QVERIFY(!chosen.first().first().value<std::optional<double>>());
  }

  void whatHappensBeyondTheToleranceIsChosen() {
    tasks::Inspection inspection = fourTypes();
    show(inspection);
    QSignalSpy chosen(m_choice.get(), &ImportTypeChoice::pastToleranceChosen);
    QTest::keyClick(m_past, Qt::Key_Down);
    QCOMPARE(chosen.count(), 1);
    QVERIFY(chosen.first().first().value<ingest::OnToleranceExceeded>() == ingest::OnToleranceExceeded::stop);
    const QString lossy = m_tolerance->placeholderText();
    inspection.plan.options.autoType = true;
    show(inspection);
    QCOMPARE(m_past->currentIndex(), 0);
    QVERIFY(m_tolerance->placeholderText() != lossy);  // the narrowest loses nothing unless one is given
  }

 private:
  /// f64 and f32 are exact, i16 loses some, i8 holds neither all numbers nor missing cells.
  static tasks::Inspection fourTypes() {
    tasks::Inspection inspection;
    inspection.plan.dtype = DType::f32;
    inspection.forecast.types = {{DType::i8, 100, 0, "income", true, false},
                                 {DType::i16, 200, 0.5, "age", false, false},
                                 {DType::f32, 400, 0, {}, false, false},
                                 {DType::f64, 800, 0, "city", false, true}};
    return inspection;
  }
  static QString toText(DType type) {
    const std::string_view name = table::name(type);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
  }

  /// And waits until its rows are there, and those before are gone.
  void show(const tasks::Inspection& inspection) {
    m_tolerance->clearFocus();
    m_choice->showInspection(inspection);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
  }

  QStringList radios() const {
    QStringList names;
    for (const auto* radio : m_choice->findChildren<QRadioButton*>())
      if (radio->isVisible()) names << radio->text();
    return names;
  }
  QRadioButton* radio(const QString& name) const {
    for (auto* radio : m_choice->findChildren<QRadioButton*>())
      if (radio->isVisible() && radio->text() == name) return radio;
    qFatal("There is no type %s.", qPrintable(name));
  }
  bool says(const QString& text, bool part = false) const {
    for (const QLabel* label : m_choice->findChildren<QLabel*>())
      if (label->isVisible() && (part ? label->text().contains(text) : label->text() == text)) return true;
    return false;
  }

  std::unique_ptr<ImportTypeChoice> m_choice;
  QLineEdit* m_tolerance = nullptr;
  QComboBox* m_past = nullptr;
};

MASU_TEST(TypeChoiceTest)
#include "type_choice_test.moc"
