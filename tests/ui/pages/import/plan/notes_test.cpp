// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/notes.h"

#include <QLabel>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

class NotesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void withoutNotesThereIsNoSection() {
    ImportNotes notes;
    QVERIFY(notes.isHidden());
    notes.setNotes(some(1));
    QVERIFY(!notes.isHidden());
    notes.setNotes({});
    QVERIFY(notes.isHidden());
  }

  void everyNoteIsASentenceOfItsOwn() {
    ImportNotes notes;
    notes.setNotes(some(3));
    QCOMPARE(shown(notes), (QStringList{"Note 0 of <b>x</b>.", "Note 1 of <b>x</b>.", "Note 2 of <b>x</b>."}));
    QCOMPARE(notes.findChild<QLabel*>("notes")->textFormat(), Qt::PlainText);
  }

  /// Many would hide the panel's end; how many more there are is said.
  void ofManyTheFirstEightAreShown() {
    ImportNotes notes;
    notes.setNotes(some(8));
    QCOMPARE(shown(notes).size(), qsizetype(8));
    QVERIFY(shown(notes).last().startsWith("Note 7"));
    notes.setNotes(some(13));
    QCOMPARE(shown(notes).size(), qsizetype(9));
    QVERIFY(shown(notes)[7].startsWith("Note 7"));
    QVERIFY2(shown(notes).last().startsWith("5 more"), qPrintable(shown(notes).last()));
    notes.setNotes(some(2));
    QCOMPARE(shown(notes).size(), qsizetype(2));
  }

 private:
  static std::vector<Message> some(int count) {
    std::vector<Message> notes;
    for (int i = 0; i < count; ++i) notes.push_back({"Note {0} of {1}.", {std::to_string(i), "<b>x</b>"}});
    return notes;
  }
  static QStringList shown(const ImportNotes& notes) { return notes.findChild<QLabel*>("notes")->text().split("\n\n"); }
};

MASU_TEST(NotesTest)
#include "notes_test.moc"
