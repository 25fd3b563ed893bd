// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/plan/note_folding.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using masu::Message;
using masu::ingest::foldNotes;

class NoteFoldingTest : public QObject {
  Q_OBJECT

  using Notes = std::vector<Message>;

  static Message note(const char* text, int column) { return {text, {std::to_string(column)}}; }
  static std::string shown(const Notes& notes) {
    std::string all;
    for (const Message& note : notes) all += note.english() + "|";
    return all;
  }

 private Q_SLOTS:
  void fiveOfAKindStay() {
    Notes notes;
    for (int column = 1; column <= 5; ++column) notes.push_back(note("a {0}", column));
    notes.push_back(note("b", 0));
    const std::string before = shown(notes);
    foldNotes(notes);
    QCOMPARE(shown(notes), before);
  }

  void moreAreCounted() {
    Notes notes;
    for (int column = 1; column <= 1000; ++column) notes.push_back(note("a {0}", column));
    foldNotes(notes);
    QCOMPARE(notes.size(), std::size_t{6});
    QCOMPARE(shown(notes), std::string("a 1|a 2|a 3|a 4|a 5|The same holds for other columns; 995 more notes are left "
                                       "out.|"));
  }

  /// Kinds differ by their text before the arguments; the order is that of the notes, and the count that of all kinds.
  void eachKindIsCountedByItself() {
    Notes notes;
    for (int column = 1; column <= 7; ++column) {
      notes.push_back(note("a {0}", column));
      notes.push_back(note("b {0}", column));
    }
    notes.push_back(note("c", 0));
    foldNotes(notes);
    QCOMPARE(shown(notes), std::string("a 1|b 1|a 2|b 2|a 3|b 3|a 4|b 4|a 5|b 5|c|The same holds for other columns; 4 "
                                       "more notes are left out.|"));
  }

  void ofNothingThereIsNothing() {
    Notes notes;
    foldNotes(notes);
    QVERIFY(notes.empty());
  }
};

MASU_TEST(NoteFoldingTest)
#include "note_folding_test.moc"
