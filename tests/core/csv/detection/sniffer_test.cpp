// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/sniffer.h"

#include <QTest>
#include <string>

#include "core/csv/detection/encoding.h"
#include "core/csv/detection/header.h"
#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

Dialect sniffed(const std::string& text, const DialectHints& hints = {}) {
  const auto dialect = sniffDialect(text, true, hints, "t.csv");
  return dialect ? *dialect : Dialect{.delimiter = '!'};
}

}  // namespace

class SnifferTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void findsTheDelimiter();
  void findsADecimalComma();
  void findsQuotedDelimiters();
  void takesApostrophesOnlyWhereTheyQuote();
  void distinguishesHeadersFromData();
  void passesOverACommentPreamble();
  void passesOverPaddedTitles();
  void believesADeclaredDelimiter();
  void judgesUnevenRecordsByTheirOwnDelimiter();
  void keepsWhatIsGiven();
  void namesColumnsWithoutAHeader();
  void refusesAnEmptyText();
  void refusesOtherEncodings();
};

void SnifferTest::findsTheDelimiter() {
  QCOMPARE(sniffed("a,b\n1,2\n3,4\n").delimiter, ',');
  QCOMPARE(sniffed("a;b\r\n1;2\r\n3;4\r\n").delimiter, ';');
  QCOMPARE(sniffed("a\tb\r1\t2\r3\t4\r").delimiter, '\t');
  QCOMPARE(sniffed("a|b|c\n1|x, y|3\n4|z|6\n").delimiter, '|');
  QCOMPARE(sniffed("x\n1\n2\n").delimiter, ',');
}

void SnifferTest::takesApostrophesOnlyWhereTheyQuote() {
  QCOMPARE(sniffed("a,b\n'x, y',1\n'z',2\n").quote, '\'');
  QCOMPARE(sniffed("a,b\n'x, it''s',1\n'z',2\n").quote, '\'');
  QCOMPARE(sniffed("a,b\n'tis,1\nit's,2\n").quote, '"');
  // One usual quote never closes; that others would not be there is no reason to take it for text.
  QCOMPARE(sniffed("a,b\n\"open,1\nx,2\ny,3\n").quote, '"');
}

void SnifferTest::findsADecimalComma() {
  const Dialect dialect = sniffed("t;v\n1,5;2,25\n3,5;4,75\n");
  QCOMPARE(dialect.delimiter, ';');
  QCOMPARE(dialect.decimal, ',');
  QCOMPARE(sniffed("t;v\n1.001,5;x\n2.002.003,5;y\n-7.000,25;z\n").delimiter, ';');
  QCOMPARE(sniffed("t;v\n1.5;2.25\n").decimal, '.');
  // Marks that may separate thousands show nothing beside others that cannot.
  QCOMPARE(sniffed("x;w\n73.998;67,35\n26.949;9,39\n1.234;7,5\n").decimal, ',');
  QCOMPARE(sniffed("x;w\n73,998;67.35\n26,949;9.39\n1,234;7.5\n5,678;1\n").decimal, '.');
  QCOMPARE(sniffed("x;w\n73.998;67\n26.949;9\n").decimal, '.');
  QCOMPARE(sniffed("x;w\n0.998;1,500\n0.949;2,250\n0.123;3,125\n7;4,750\n").decimal, '.');
  // Separators of thousands are stated; the decimal mark is another one.
  DialectHints grouped;
  grouped.thousands = '.';
  QCOMPARE(sniffed("x;w\n73.998;1\n26.949;9\n", grouped).decimal, ',');
  grouped.thousands = ',';
  QCOMPARE(sniffed("x;w\n1,5;1\n2,5;9\n", grouped).decimal, '.');
  grouped.thousands = ' ';
  QCOMPARE(sniffed("x;w\n1 234,5;1\n2 345,5;9\n", grouped).decimal, ',');
  grouped.decimal = ' ';
  QVERIFY(!sniffDialect("x;w\n1;2\n", true, grouped, "t.csv"));
  grouped.thousands = '7';
  QVERIFY(!sniffDialect("x;w\n1;2\n", true, grouped, "t.csv"));
  const Dialect both = sniffed("t,v\n1,\"0,5\"\n2,\"12,25\"\n");
  QCOMPARE(both.delimiter, ',');
  QCOMPARE(both.decimal, ',');
  QCOMPARE(sniffed("t,v\n1,\"1,500\"\n2,\"12,250\"\n").decimal, '.');
}

void SnifferTest::findsQuotedDelimiters() {
  const Dialect usual = sniffed("n,v\n\"a, b\",1\n\"c, d, e\",2\nf,3\n");
  QCOMPARE(usual.delimiter, ',');
  QCOMPARE(usual.quote, '"');
  QCOMPARE(sniffed("n,v\n'a, b',1\n'c, d, e',2\nf,3\n").quote, '\'');
  QCOMPARE(sniffed("n,v\nO'Hara,1\nD'Arcy,2\n").quote, '"');
}

void SnifferTest::distinguishesHeadersFromData() {
  QVERIFY(sniffed("age,name\n1,a\n2,b\n").header);
  QVERIFY(!sniffed("39, State-gov, 77516\n50, Private, 83311\n").header);
  QVERIFY(sniffed("colour,shape\nred,round\nred,square\n").header);
  QVERIFY(!sniffed("red,round\nred,square\nblue,round\n").header);
  QVERIFY(!sniffed("?,a\n1,b\n").header);
  // Years over numbers; but years over years are data, and so is one number in the range of years.
  QVERIFY(sniffed("country,2019,2020\nIT,1.5,2.5\nFR,3.5,4.5\n").header);
  QVERIFY(!sniffed("Anna,2019,2020\nBert,2018,2021\n").header);
  QVERIFY(!sniffed("Anna,2000,7\nBert,1.5,8\n").header);
  QVERIFY(!sniffed("IT,2019,2020\nIT,1.5,2.5\nFR,3.5,4.5\n").header);
  // A name may occur in its column; a cell that is no number may be data.
  QVERIFY(sniffed("p,q,c,y\n0.1,0.2,a,0\n0.3,0.4,b,1\n0.5,0.6,c,0\n").header);
  QVERIFY(!sniffed("red,none\nblue,7\nred,8\n").header);
}

void SnifferTest::passesOverACommentPreamble() {
  const Dialect dialect = sniffed("# made by a machine\n# on a day, at night\na,b\n1,2\n");
  QCOMPARE(dialect.preambleLines, std::uint64_t{2});
  QVERIFY(dialect.header);
}

void SnifferTest::passesOverPaddedTitles() {
  const Dialect report = sniffed("Sales of 2019,,\nby shop,,\nshop,items,price\na,1,2.5\nb,2,3.5\n");
  QCOMPARE(report.preambleLines, std::uint64_t{2});
  QVERIFY(report.header);
  const Dialect groups = sniffed(",,size,\nid,name,width,height\n1,a,2,3\n2,b,4,5\n");
  QCOMPARE(groups.preambleLines, std::uint64_t{1});
  // Records with gaps are none.
  QCOMPARE(sniffed("a,,\nb,2,3\nc,4,5\n").preambleLines, std::uint64_t{0});
  QCOMPARE(sniffed("1,,\n2,2,3\n3,4,5\n").preambleLines, std::uint64_t{0});
}

void SnifferTest::believesADeclaredDelimiter() {
  const Dialect dialect = sniffed("sep=;\r\na,b;c\r\n1,5;2\r\n2,5;3\r\n");
  QCOMPARE(dialect.delimiter, ';');
  QCOMPARE(dialect.preambleLines, std::uint64_t{1});
  QVERIFY(dialect.header);
  QVERIFY(dialect.declared == true);
  QCOMPARE(dialect.skippedLines(), std::uint64_t{0});
  QCOMPARE(sniffed("\"sep=|\"\na|b\n1|2\n").delimiter, '|');
  // Comments and titles below it are before the table, too, and it is no record whatever else is said.
  const Dialect report = sniffed("sep=;\n# a comment\nSales of 2019;;\nshop;items;price\na;1;2,5\nb;2;3,5\n");
  QCOMPARE(report.preambleLines, std::uint64_t{3});
  QCOMPARE(report.skippedLines(), std::uint64_t{2});
  DialectHints hints;
  hints.preambleLines = 0;
  hints.delimiter = ',';
  const Dialect stated = sniffed("sep=;\na,b\n1,2\n3,4\n", hints);
  QCOMPARE(stated.delimiter, ',');
  QCOMPARE(stated.preambleLines, std::uint64_t{1});
  QVERIFY(stated.declared == true && sniffed("a;b\n1;2\n").declared == false);
  // The lines that are skipped may hold it.
  hints.preambleLines = 2;
  hints.delimiter.reset();
  QCOMPARE(sniffed("sep=;\nof a shop\na,b;c\n1,5;2\n2,5;3\n", hints).delimiter, ';');
}

void SnifferTest::judgesUnevenRecordsByTheirOwnDelimiter() {
  const char* const times = "time,a,b\n12:30:01,1,2\n12:30:02,1\n12:30:03,1,2,3\n12:30:04,5,6\n";
  QCOMPARE(sniffed(times).delimiter, ',');
  const char* const dates =
      "when;a;b\n2024-01-01 12:30;x;2\n2024-01-02 12:30;x\n2024-01-03 12:30;x;2;3\n2024-01-04 12:30;x;6\n";
  QCOMPARE(sniffed(dates).delimiter, ';');
  const char* const names =
      "name,city,note\nAnna Rossi,Rome,a\nBert Meyer,Bern\nCarla Neri,Turin,b,c\nDora Blau,Ulm,d\n";
  QCOMPARE(sniffed(names).delimiter, ',');
  // Blanks and colons divide what no other does, decimal commas and quoted ones beside them.
  QCOMPARE(sniffed("a b c\n1,5 2,5 3,5\n2,5 3,5 4,5\n").delimiter, ' ');
  QCOMPARE(sniffed("id what n\n1 \"a, b\" 3\n2 \"c, d\" 4\n3 \"e, f\" 5\n").delimiter, ' ');
  QCOMPARE(sniffed("user:id:shell\nanna:1:sh\nbert:2:sh\n").delimiter, ':');
}

void SnifferTest::keepsWhatIsGiven() {
  DialectHints hints;
  hints.delimiter = ' ';
  hints.header = false;
  hints.missingMarkers = {{"x"}};
  const Dialect dialect = sniffed("a b\n1 2\n", hints);
  QCOMPARE(dialect.delimiter, ' ');
  QVERIFY(!dialect.header);
  QCOMPARE(dialect.missingMarkers.size(), std::size_t{1});
}

void SnifferTest::namesColumnsWithoutAHeader() {
  const std::vector<std::string> expected = {"c1", "c2"};
  QCOMPARE(columnNames(nullptr, 2), expected);
  const std::vector<std::string> header = {"a", "", "a"};
  const std::vector<std::string> unique = {"a", "c2", "a (2)"};
  QCOMPARE(columnNames(&header, 3), unique);
  // A name of the file's own stays with its column.
  const std::vector<std::string> taken = {"a", "a", "a (2)", "", "c4"};
  const std::vector<std::string> free = {"a", "a (3)", "a (2)", "c4 (2)", "c4"};
  QCOMPARE(columnNames(&taken, 5), free);
  QCOMPARE(renamedColumns(taken, free), std::vector<std::string>{"a (3)"});
}

void SnifferTest::refusesAnEmptyText() {
  const auto empty = sniffDialect(" \n\n", true, {}, "t.csv");
  QVERIFY(!empty);
  QCOMPARE(empty.error().code, masu::Errc::format);
}

void SnifferTest::refusesOtherEncodings() {
  QVERIFY(checkEncoding("a,b\n1,\xC3\xA9\n", "", "t.csv"));
  QVERIFY(checkEncoding(std::string(100, 'a') + "\xC3", "", "t.csv"));
  const auto latin = checkEncoding("a,b\n1,caf\xE9 au lait\n", "", "t.csv");
  QVERIFY(!latin);
  QCOMPARE(latin.error().source.line, std::uint64_t{2});
  QVERIFY(!checkEncoding(std::string("\xFF\xFE"
                                     "a\0",
                                     4),
                         "", "t.csv"));
  std::string mostly;
  for (int i = 0; i < 100; ++i) mostly += i == 20 ? "caf\xE9 au lait\n" : "caf\xC3\xA9 au lait\n";
  QVERIFY(checkEncoding(mostly, "UTF-8", "t.csv", BadBytes::rejected));
  QVERIFY(!checkEncoding(mostly, "CP932", "t.csv", BadBytes::rejected));
  QVERIFY(!checkEncoding(mostly, "UTF-8", "t.csv"));
  const auto binary = checkEncoding(std::string("\x89HDF\r\n\x1a\n\0\0\0\0\0\x08\x08\0\x04\0", 18), "", "t.csv");
  QVERIFY(!binary);
  QCOMPARE(binary.error().code, masu::Errc::format);
}

MASU_TEST(SnifferTest)
#include "sniffer_test.moc"
