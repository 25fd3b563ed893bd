// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/seed_field.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <limits>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

class SeedFieldTest : public QObject {
  Q_OBJECT

  static constexpr quint64 kMost = std::numeric_limits<quint64>::max();

 private Q_SLOTS:
  void holdsEverySeed() {
    SeedField field;
    QSignalSpy changed(&field, &SeedField::valueChanged);
    for (const quint64 seed : {quint64{1} << 31U, quint64{1} << 53U, kMost, quint64{0}}) {
      field.setValue(seed);
      QCOMPARE(field.value(), seed);
      QCOMPARE(field.text(), QString::number(seed));
      QCOMPARE(changed.takeLast().first().toULongLong(), seed);
    }
    field.setValue(0);
    QVERIFY(changed.isEmpty());
  }

  /// A page that is asked while somebody types uses what stands there; it hears of it once.
  void isTypedAndHeardOfOnce() {
    SeedField field;
    field.show();
    QSignalSpy changed(&field, &SeedField::valueChanged);
    QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&field, "18446744073709551615");
    QCOMPARE(field.value(), kMost);
    QCOMPARE(changed.count(), 0);
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.first().first().toULongLong(), kMost);
  }

  void whatIsNoSeedIsNotTaken() {
    SeedField field;
    field.show();
    field.setValue(7);
    QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&field, "-1.5e3x");
    QCOMPARE(field.text(), "153");
    QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&field, "18446744073709551616");
    QCOMPARE(field.value(), 1'844'674'407'370'955'161U);
    field.setValue(7);
    QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&field, Qt::Key_Delete);
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(field.text(), "7");
    QCOMPARE(field.value(), 7U);
  }

  void stepsEndAtBothEnds() {
    SeedField field;
    field.show();
    QTest::keyClick(&field, Qt::Key_Down);
    QCOMPARE(field.value(), 0U);
    QTest::keyClick(&field, Qt::Key_PageUp);
    QCOMPARE(field.value(), 10U);
    field.setValue(kMost - 1);
    QTest::keyClick(&field, Qt::Key_PageUp);
    QCOMPARE(field.value(), kMost);
    QTest::keyClick(&field, Qt::Key_Up);
    QCOMPARE(field.value(), kMost);
  }

  void aPrefixIsShownAndNotTyped() {
    SeedField field(QStringLiteral("seed "));
    field.show();
    field.setValue(12);
    QCOMPARE(field.text(), "seed 12");
    QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&field, "34");
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(field.value(), 34U);
    QCOMPARE(field.text(), "seed 34");
  }

  void isAsWideAsItsNumber() {
    SeedField field;
    const int few = field.sizeHint().width();
    field.setValue(9999);
    QCOMPARE(field.sizeHint().width(), few);
    field.setValue(kMost);
    field.resize(field.sizeHint());
    field.show();
    const auto* line = field.findChild<QLineEdit*>();
    QVERIFY(line->width() >= line->fontMetrics().horizontalAdvance(field.text()));
  }
};

MASU_TEST(SeedFieldTest)
#include "seed_field_test.moc"
