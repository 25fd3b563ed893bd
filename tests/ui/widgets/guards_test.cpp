// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/guards.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

namespace {

void turnWheel(QWidget& at) {
  const QPointF middle = at.rect().center();
  QWheelEvent turn(middle, at.mapToGlobal(middle), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                   false);
  QCoreApplication::sendEvent(&at, &turn);
}

}  // namespace

class GuardsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    qApp->installEventFilter(&m_wheel);
    qApp->installEventFilter(&m_plain);
  }
  void cleanupTestCase() {
    qApp->removeEventFilter(&m_wheel);
    qApp->removeEventFilter(&m_plain);
  }

  void theWheelEditsOnlyWhatSomebodyWorksOn() {
    QWidget window;
    QVBoxLayout column(&window);
    QSpinBox number;
    QSlider slider;
    QComboBox choice;
    for (QWidget* field : std::initializer_list<QWidget*>{&number, &slider, &choice}) column.addWidget(field);
    choice.addItems({"one", "two", "three"});
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    slider.setValue(50);
    number.setValue(50);
    number.setFocus();
    turnWheel(slider);
    turnWheel(choice);
    QCOMPARE(slider.value(), 50);
    QCOMPARE(choice.currentIndex(), 0);
    turnWheel(number);
    QVERIFY(number.value() < 50);
    const int before = number.value();
    choice.setFocus();
    turnWheel(number);
    QCOMPARE(number.value(), before);
    turnWheel(choice);
    QCOMPARE(choice.currentIndex(), 1);
  }

  void theWheelGivesNoFieldTheFocus() {
    QSpinBox number;
    QCOMPARE(number.focusPolicy(), Qt::WheelFocus);
    number.ensurePolished();
    QCOMPARE(number.focusPolicy(), Qt::StrongFocus);
    QSpinBox none;
    none.setFocusPolicy(Qt::NoFocus);
    none.ensurePolished();
    QCOMPARE(none.focusPolicy(), Qt::NoFocus);
  }

  void aScrollBarIsNotAField() {
    QScrollBar bar;
    bar.setRange(0, 100);
    bar.show();
    QVERIFY(!bar.hasFocus());
    turnWheel(bar);
    QVERIFY(bar.value() > 0);
  }

  /// A name from a file is shown as it is; who means markup says so.
  void noTextIsTakenForMarkup() {
    QLabel name(QStringLiteral("<b>bold</b>"));
    name.ensurePolished();
    QCOMPARE(name.textFormat(), Qt::PlainText);
    QLabel meant(QStringLiteral("<b>bold</b>"));
    meant.setTextFormat(Qt::RichText);
    meant.ensurePolished();
    QCOMPARE(meant.textFormat(), Qt::RichText);
  }

 private:
  WheelGuard m_wheel;
  PlainTextGuard m_plain;
};

MASU_TEST(GuardsTest)
#include "guards_test.moc"
