// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/title_dialog.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

class TitleDialogTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatARunIsCalledIsShownAndStays() {
    const metrics::RunTitle title{"the first", "with a larger batch\nthan before"};
    const TrainTitleDialog dialog(title, nullptr);
    QCOMPARE(dialog.findChild<QLineEdit*>()->text(), "the first");
    QVERIFY(dialog.title() == title);
  }

  /// Blanks around a text are no part of it; blanks alone are no name.
  void blanksAreNoPartOfATitle() {
    TrainTitleDialog dialog({}, nullptr);
    auto* name = dialog.findChild<QLineEdit*>();
    QTest::keyClicks(name, "  two   words ");
    dialog.findChild<QPlainTextEdit*>()->setPlainText("\n a note\n\nof two lines \n");
    QCOMPARE(dialog.title().name, "two words");
    QCOMPARE(dialog.title().note, "a note\n\nof two lines");
    name->setText("   ");
    QVERIFY(dialog.title().name.empty());
  }

  void aNameIsNoLongerThanAListHasRoomFor() {
    TrainTitleDialog dialog({}, nullptr);
    auto* name = dialog.findChild<QLineEdit*>();
    QTest::keyClicks(name, QString(200, 'a'));
    QCOMPARE(dialog.title().name.size(), std::size_t{120});
  }

  void enterSavesAndEscDoesNot() {
    TrainTitleDialog dialog({"old", {}}, nullptr);
    dialog.show();
    QTest::keyClick(dialog.findChild<QLineEdit*>(), Qt::Key_Return);
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    TrainTitleDialog other({"old", {}}, nullptr);
    other.show();
    QTest::keyClick(&other, Qt::Key_Escape);
    QVERIFY(!other.isVisible());
    QCOMPARE(other.result(), int(QDialog::Rejected));
    for (auto* button : dialog.findChildren<QPushButton*>()) {
      dialog.show();
      QTest::mouseClick(button, Qt::LeftButton);
      QVERIFY(!dialog.isVisible());
      QCOMPARE(dialog.result(), button->text() == "Save" ? int(QDialog::Accepted) : int(QDialog::Rejected));
    }
  }

  /// A note may be of several lines, so that Enter is one of them there; Tab leaves it.
  void aNoteTakesItsOwnKeys() {
    TrainTitleDialog dialog({{}, "one"}, nullptr);
    dialog.show();
    auto* note = dialog.findChild<QPlainTextEdit*>();
    note->setFocus();
    note->moveCursor(QTextCursor::End);
    QTest::keyClick(note, Qt::Key_Return);
    QTest::keyClicks(note, "two");
    QVERIFY(dialog.isVisible());
    QCOMPARE(dialog.title().note, "one\ntwo");
    QTest::keyClick(note, Qt::Key_Tab);
    QCOMPARE(dialog.title().note, "one\ntwo");
  }
};

MASU_TEST(TitleDialogTest)
#include "title_dialog_test.moc"
