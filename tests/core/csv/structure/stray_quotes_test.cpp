// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/structure/stray_quotes.h"

#include <QTest>
#include <random>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += text.empty() ? line : "\n" + line;
  return text;
}

std::string repeated(std::size_t lines, const std::string& line) {
  return joined(std::vector<std::string>(lines, line));
}

/// Bytes that all mean something to the marks.
std::string randomLine(std::mt19937& random) {
  constexpr std::string_view kBytes = "a,\"\\ b";
  std::string line;
  for (auto i = 1 + random() % 14; i > 0; --i) line += kBytes[random() % kBytes.size()];
  return line;
}

int recordsOf(const std::string& text, const Marks& marks) {
  Tokenizer tokenizer(marks);
  tokenizer.tokenize(text);
  int records = 0;
  for (Tokenizer::Record record; tokenizer.next(record);) ++records;
  return records;
}

/// The record that a text begins with.
Joined joinedBy(const std::string& text, std::size_t fields, const Marks& marks = {}) {
  Tokenizer tokenizer(marks);
  tokenizer.tokenize(text);
  Tokenizer::Record record;
  return tokenizer.next(record) ? joinedBy(record, fields, marks) : Joined::no;
}

}  // namespace

class StrayQuotesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aLineEndsAtAnyLineEnd() {
    QCOMPARE(lineSize("ab\ncd", 0), std::size_t{2});
    QCOMPARE(lineSize("ab\r\ncd", 1), std::size_t{1});
    QCOMPARE(lineSize("ab\rcd", 3), std::size_t{2});
    QCOMPARE(lineSize("ab", 2), std::size_t{0});
    QCOMPARE(lineSize("", 0), std::size_t{0});
  }

  /// A line by itself has the fields that the tokenizer finds in it, with every kind of marks.
  void fieldsAreThoseOfTheTokenizer() {
    Dialect escaped;
    escaped.escape = '\\';
    Dialect unquoted;
    unquoted.quote = '\0';
    std::mt19937 random(3);
    int closed = 0;
    for (const Dialect& dialect : {Dialect(), escaped, unquoted}) {
      const Marks marks(dialect);
      for (int i = 0; i < 5'000; ++i) {
        const std::string line = randomLine(random);
        Tokenizer tokenizer(marks);
        tokenizer.tokenize(line);
        Tokenizer::Record record;
        QVERIFY(tokenizer.next(record));
        std::vector<std::uint32_t> ends = {1, 2};
        const bool appended = appendFields(line, 100, marks, ends);
        // A quote that is open takes the next line into its cell; so does an escape before the line end.
        if (!line.ends_with('\\')) QVERIFY2(appended == (recordsOf(line + "\nx", marks) == 2), line.c_str());
        std::vector<std::uint32_t> expected = {1, 2};
        for (const std::uint32_t end : record.ends) {
          if (appended) expected.push_back(100 + end);
        }
        QVERIFY2(ends == expected, line.c_str());
        closed += appended ? 1 : 0;
      }
    }
    QVERIFY(closed > 5'000 && closed < 15'000);
  }

  void linesOfAsManyFieldsAreRecords() {
    const Marks marks;
    QVERIFY(linesAreRecords(repeated(4, "1,2"), 2, marks));
    QVERIFY(linesAreRecords(repeated(2, "1,2,3"), 3, marks));
    QVERIFY(linesAreRecords("1,2,3\r\n4,5,6\r\n", 3, marks));
    QVERIFY(linesAreRecords("1,2,3\n\n\n4,5,6", 3, marks));  // empty lines count for nothing
    QVERIFY(linesAreRecords("1,\"2,3\n4,5,6", 3, marks));    // a quote that does not close is text
    QVERIFY(linesAreRecords("1,\"2,x\",3\n4,5,6", 3, marks));
  }

  void sentencesAreNot() {
    const Marks marks;
    QVERIFY(!linesAreRecords("", 3, marks));
    QVERIFY(!linesAreRecords("1,2,3,4,5", 5, marks));         // a single line
    QVERIFY(!linesAreRecords(repeated(3, "1,2"), 2, marks));  // as few commas as in sentences
    QVERIFY(!linesAreRecords("a note\n1,2,3\n4,5,6\n7,8,9", 3, marks));
    QVERIFY(!linesAreRecords(repeated(10, "1,2,3"), 4, marks));
  }

  void oneLineOfTenMayBeAnother() {
    const Marks marks;
    const std::string nine = repeated(9, "1,2,3");
    QVERIFY(linesAreRecords(nine + "\nother", 3, marks));
    QVERIFY(!linesAreRecords(repeated(8, "1,2,3") + "\nother", 3, marks));
    QVERIFY(!linesAreRecords(nine + "\nother\nother", 3, marks));
    QVERIFY(!linesAreRecords("other\n" + nine, 3, marks));  // the first line is never another
  }

  void whatAStrayQuoteJoined() {
    // A cell with a line end that is what people wrote.
    QVERIFY(joinedBy("1,\"two\nlines\",3", 3) == Joined::no);
    QVERIFY(joinedBy("1,\"two\nlines\"  ,3", 3) == Joined::no);
    // Text after the closing quote: lines, or records where they look like those.
    QVERIFY(joinedBy("1,\"two\nlines\"x,3", 3) == Joined::lines);
    QVERIFY(joinedBy("1,\"2,3\n4,5\"x,6", 3) == Joined::records);
    // Too few fields alone: only where the lines are records.
    QVERIFY(joinedBy("1,\"2,3\n4,5,6\"", 3) == Joined::records);
    QVERIFY(joinedBy("\"two\nlines\"", 3) == Joined::no);
    QVERIFY(joinedBy("1,2,3", 4) == Joined::no);  // no line end: nothing was joined
    QVERIFY(joinedBy("\"a\nb\"c", 1) == Joined::no);
  }

  void aDoubledOrEscapedQuoteClosesNothing() {
    QVERIFY(joinedBy("1,\"a\"\"b\nc\",3", 3) == Joined::no);
    Dialect dialect;
    dialect.escape = '\\';
    QVERIFY(joinedBy("1,\"a\\\"b\nc\",3", 3, Marks(dialect)) == Joined::no);
    QVERIFY(joinedBy("1,\"a\nb\"c,3", 3, Marks(dialect)) == Joined::lines);
  }
};

MASU_TEST(StrayQuotesTest)
#include "stray_quotes_test.moc"
