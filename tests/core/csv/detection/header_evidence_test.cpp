// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/header_evidence.h"

#include <QTest>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

using Cells = std::vector<std::string>;

/// What a column says whose cells are these, the first of them included.
HeaderEvidence evidenceOf(const Cells& cells, std::size_t column = 0) {
  std::vector<Cells> records;
  for (const std::string& cell : cells) {
    records.emplace_back(column, "x");
    records.back().push_back(cell);
  }
  const Dialect dialect;
  return headerEvidence(records, column, CellParser(dialect));
}

}  // namespace

/// What the first cell of one column says for a header or against it.
class HeaderEvidenceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aCellIsWhatItIsBesideThoseBelow_data() {
    QTest::addColumn<QStringList>("cells");
    QTest::addColumn<int>("sign");
    QTest::addColumn<int>("direction");  // 1: for a header
    const auto row = [](const char* name, const QStringList& cells, HeaderSign sign, int direction) {
      QTest::newRow(name) << cells << static_cast<int>(sign) << direction;
    };
    row("a word over numbers", {"age", "1", "2.5"}, HeaderSign::overValues, 1);
    row("a word over dates", {"when", "2024-01-01", "2024-01-02"}, HeaderSign::overValues, 1);
    row("a word over numbers and a gap", {"age", "1", "", "3"}, HeaderSign::overValues, 1);
    row("a date over numbers", {"2024-01-01", "1", "2"}, HeaderSign::overValues, 1);
    row("nothing over 0, 1, 2", {"", "0", "1", "2"}, HeaderSign::emptyName, 1);
    row("nothing over 1, 2", {"", "1", "2"}, HeaderSign::emptyName, 1);
    row("nothing over full cells", {"", "b", "c", "d"}, HeaderSign::emptyName, 1);
    row("nothing over a gap", {"", "b", "", "d"}, HeaderSign::emptyName, 0);
    row("nothing over few cells", {"", "b", "c"}, HeaderSign::emptyName, 0);
    row("a new word over words", {"colour", "red", "red", "blue"}, HeaderSign::newWord, 1);
    row("a new word over nothing", {"colour", "", "NA"}, HeaderSign::newWord, 1);
    row("a word alone", {"colour"}, HeaderSign::newWord, 1);
    row("a word over codes", {"code", "AB1", "CD2", "EF3"}, HeaderSign::otherForm, 1);
    row("a word over words of one length", {"country", "IT", "FR", "DE"}, HeaderSign::otherForm, 1);
    row("a number among numbers", {"3", "1", "2"}, HeaderSign::sameKind, -1);
    row("a number alone", {"3"}, HeaderSign::sameKind, -1);
    row("a date among dates", {"2024-01-03", "2024-01-01", "2024-01-02"}, HeaderSign::sameKind, -1);
    row("a date alone", {"2024-01-03"}, HeaderSign::sameKind, -1);
    row("a code among codes", {"GH4", "AB1", "CD2", "EF3"}, HeaderSign::sameForm, -1);
    row("a word that occurs again", {"red", "red", "blue", "red", "blue"}, HeaderSign::again, -1);
    row("a marker of missing cells", {"NA", "red", "blue"}, HeaderSign::missing, -1);
    row("a number over words", {"3", "red", "blue"}, HeaderSign::number, -1);
    row("a number over nothing", {"3", "", ""}, HeaderSign::number, -1);
    row("a year over shares", {"1999", "0.5", "0.7"}, HeaderSign::number, -1);
    row("a year over millions", {"1999", "57000000", "60000000", "82000000"}, HeaderSign::number, -1);
    row("a year over few millions", {"1999", "57000000", "60000000"}, HeaderSign::sameKind, -1);
    row("a year among years", {"1999", "2000", "2001", "2002"}, HeaderSign::sameKind, -1);
    row("inf over numbers", {"inf", "0.5", "0.6"}, HeaderSign::wordOfNumber, -1);
    row("a date over words", {"2024-01-03", "red", "blue"}, HeaderSign::notAName, -1);
    row("an address", {"anna@example.org", "bert", "carl"}, HeaderSign::notAName, -1);
    row("a link alone", {"https://example.org"}, HeaderSign::notAName, -1);
    row("a sentence of lines alone", {"one\ntwo"}, HeaderSign::notAName, -1);
    row("a text too long for a name", {QString(121, 'a')}, HeaderSign::notAName, -1);
    row("a text as long as a name", {QString(120, 'a')}, HeaderSign::newWord, 1);
    row("letters of any script", {QString::fromUtf8("年齢"), "b", "c"}, HeaderSign::newWord, 1);
    row("signs alone", {"***", "b", "c"}, HeaderSign::notAName, -1);
    row("signs that name columns", {"#", "b", "c"}, HeaderSign::newWord, 1);
  }

  void aCellIsWhatItIsBesideThoseBelow() {
    QFETCH(QStringList, cells);
    QFETCH(int, sign);
    QFETCH(int, direction);
    Cells texts;
    for (const QString& cell : cells) texts.push_back(cell.toStdString());
    const HeaderEvidence evidence = evidenceOf(texts);
    QVERIFY2((evidence.weight > 0) - (evidence.weight < 0) == direction, qPrintable(QString::number(evidence.weight)));
    if (direction != 0) QCOMPARE(static_cast<int>(evidence.sign), sign);
  }

  /// A running index is the first column.
  void onlyTheFirstColumnIsAnIndexWithoutAName() {
    const Cells index = {"", "0", "1", "2"};
    QVERIFY(evidenceOf(index, 0).weight > evidenceOf(index, 1).weight);
    for (const Cells& other : {Cells{"", "2", "3", "4"}, {"", "0", "2", "4"}, {"", "2", "1", "0"}, {"", "0", "x", "1"}})
      QCOMPARE(evidenceOf(other, 0).weight, evidenceOf(other, 1).weight);
  }

  /// The more often the same cells occur below, the more a word says that is none of them, or is one.
  void repetitionsMakeItSurer() {
    const auto below = [](const std::string& first, int count) {
      Cells cells = {first};
      for (int i = 0; i < count; ++i) cells.push_back(i % 2 == 0 ? "red" : "rose");
      return cells;
    };
    double surer = evidenceOf(below("colour", 2)).weight;
    for (const int count : {4, 6, 8}) {
      const double weight = evidenceOf(below("colour", count)).weight;
      QVERIFY(weight > surer);
      surer = weight;
    }
    // A word of a list, which has no other twice, says next to nothing by being in it once.
    Cells list = {"word"};
    for (char letter = 'a'; letter <= 'z'; ++letter) list.push_back(std::string(3, letter));
    list.push_back("word");
    QVERIFY(evidenceOf(list).weight < 0 && evidenceOf(list).weight > evidenceOf(below("red", 26)).weight / 4);
  }

  /// A record that is too short for the column says nothing of it, and no table breaks it.
  void anyCellsGiveEvidence() {
    const Dialect dialect;
    const CellParser parser(dialect);
    QCOMPARE(headerEvidence({{"a", "age"}, {"b"}, {"c", "1"}, {}}, 1, parser).sign, HeaderSign::overValues);
    constexpr const char* kCells[] = {"",    "NA",   "1",          "1999",  "-0.5", "inf",
                                      "red", "AB12", "2024-01-01", "12:30", "#x",   "\xFF"};
    std::mt19937 random(5);
    for (int round = 0; round < 1000; ++round) {
      Cells cells;
      for (auto count = 1 + random() % 8; count > 0; --count) cells.emplace_back(kCells[random() % std::size(kCells)]);
      const HeaderEvidence evidence = evidenceOf(cells);
      QVERIFY(evidence.weight >= -1.5 && evidence.weight <= 1.5);
      // The first four signs speak for a header, the others against it.
      if (evidence.weight != 0) QCOMPARE(evidence.sign < HeaderSign::sameKind, evidence.weight > 0);
    }
  }
};

MASU_TEST(HeaderEvidenceTest)
#include "header_evidence_test.moc"
