// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/section.h"

#include <QLabel>
#include <QTest>
#include <QVBoxLayout>

#include "tests/fixtures/test_group.h"
#include "ui/widgets/labels.h"

using namespace masu::ui;

class SectionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatASectionDoesNotSayTakesNoRoom() {
    Section section({});
    QCOMPARE(shown(section), QStringList());
    section.show();
    const int empty = section.sizeHint().height();
    section.setHeading("Signal");
    QCOMPARE(shown(section), QStringList{"Signal"});
    QTRY_VERIFY(section.sizeHint().height() > empty);
    section.setCaption("16 bit");
    QCOMPARE(shown(section), (QStringList{"Signal", "16 bit"}));
    section.setHeading({});
    section.setCaption({});
    QCOMPARE(shown(section), QStringList());
    QTRY_COMPARE(section.sizeHint().height(), empty);
  }

  void contentIsBelowTheHeading() {
    Section section("Signal", "16 bit");
    auto* inside = new QLabel("inside");
    section.content()->addWidget(inside);
    section.resize(280, 120);
    section.show();
    for (const QLabel* label : section.findChildren<QLabel*>())
      if (label != inside) QVERIFY(label->geometry().bottom() < inside->y());
  }

  void aValueIsSetAgainInItsRow() {
    KeyValues values;
    values.set("Rate", "8 kHz");
    values.set("Frames", "100");
    const int two = values.sizeHint().height();
    values.set("Rate", "16 kHz");
    QCOMPARE(values.sizeHint().height(), two);
    QCOMPARE(values.value("Rate"), "16 kHz");
    QCOMPARE(values.value("Frames"), "100");
    QVERIFY(values.value("Peak").isEmpty());
    // In the order in which they were first set.
    QCOMPARE(shown(values), (QStringList{"Rate", "16 kHz", "Frames", "100"}));
  }

  void anEmptyValueHidesItsRow() {
    KeyValues values;
    values.set("Rate", {});
    values.set("Frames", "100");
    QCOMPARE(shown(values), (QStringList{"Frames", "100"}));
    values.set("Rate", "8 kHz");
    QCOMPARE(shown(values), (QStringList{"Rate", "8 kHz", "Frames", "100"}));  // where it was
    values.set("Frames", {});
    QCOMPARE(shown(values), (QStringList{"Rate", "8 kHz"}));
  }

  void afterClearingThereAreNoRows() {
    KeyValues values;
    for (int i = 0; i < 5; ++i) values.set(QString::number(i), "value");
    values.clear();
    QVERIFY(values.value("3").isEmpty() && values.findChildren<QLabel*>().isEmpty());
    values.set("3", "another");
    QCOMPARE(shown(values), (QStringList{"3", "another"}));
  }

  /// A row gives its name away before a short value.
  void aShortValueIsWhole() {
    KeyValues values;
    values.set(QString(200, 'n'), "12,345");
    values.resize(160, values.sizeHint().height());
    values.show();
    const auto labels = values.findChildren<ElidedLabel*>();
    QCOMPARE(labels.size(), qsizetype(2));
    for (const ElidedLabel* label : labels) {
      const bool whole = label->width() >= label->sizeHint().width();
      QCOMPARE(whole, label->fullText() == "12,345");
    }
  }

 private:
  /// The texts of labels that are not hidden, in their order.
  static QStringList shown(const QWidget& widget) {
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>())
      if (label->isVisibleTo(&widget)) texts << label->text();
    return texts;
  }
};

MASU_TEST(SectionTest)
#include "section_test.moc"
