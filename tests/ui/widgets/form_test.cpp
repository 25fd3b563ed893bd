// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/form.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/theme/tokens.h"

using namespace masu::ui;

class FormTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// A screen reader hears the label of a field, unless the field has a name of its own.
  void aFieldIsCalledAsItsLabel() {
    Form form;
    auto* plain = new QLineEdit;
    auto* named = new QLineEdit;
    named->setAccessibleName("Batch of a step");
    form.addRow("Name", plain);
    form.addRow("Batch", named);
    QCOMPARE(plain->accessibleName(), "Name");
    QCOMPARE(named->accessibleName(), "Batch of a step");
    for (const QLabel* label : form.findChildren<QLabel*>()) {
      if (label->text() == "Name") QVERIFY(label->buddy() == plain);
      if (label->text() == "Batch") QVERIFY(label->buddy() == named);
    }
  }

  void rowsAreBelowEachOtherAndFieldsAlign() {
    Form form(80);
    auto* first = new QLineEdit;
    auto* second = new QLineEdit;
    QLabel* note = form.addRow("A", first, "of the train split");
    form.addRow("A longer label", second);
    form.resize(500, form.sizeHint().height());
    form.show();
    QVERIFY(second->y() > first->geometry().bottom());
    QCOMPARE(second->x(), first->x());
    QVERIFY(first->x() >= 80);
    QCOMPARE(note->text(), "of the train split");
    QVERIFY(note->x() > first->geometry().right());
    note->setText("another");
    QCOMPARE(note->text(), "another");
  }

  void aFormStopsWhereLinesWouldBeTooLong() {
    QWidget window;
    Form form(112, &window);
    form.resize(2000, 100);
    QCOMPARE(form.width(), int(size::kForm));
  }
};

MASU_TEST(FormTest)
#include "form_test.moc"
