// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/first_records.h"

#include <QTest>

#include "core/csv/detection/preamble.h"
#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

/// `lines` records of three cells, a few with a cell of two lines.
std::string table(int lines) {
  std::string text;
  for (int i = 0; i < lines; ++i) {
    const std::string number = std::to_string(i);
    text += number + (i % 5 == 0 ? ",\"two\nlines\"," : ",x,") + number + "\n";
  }
  return text;
}

}  // namespace

class FirstRecordsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fewerRecordsBeginAsMoreDo() {
    const std::string text = table(40);
    const Records all = firstRecords(text, true, {}, 1'000);
    QCOMPARE(all.size(), std::size_t{40});
    QCOMPARE(all[5][1], std::string("two\nlines"));
    for (std::size_t limit = 0; limit <= 41; ++limit) {
      const Records few = firstRecords(text, true, {}, limit);
      QCOMPARE(few.size(), std::min<std::size_t>(limit, 40));
      QVERIFY(std::equal(few.begin(), few.end(), all.begin()));
    }
  }

  /// A sample of a longer file: what its end cuts says nothing, and the records before it are those of the whole.
  void aRecordThatTheSampleCutsIsLeftOut() {
    const std::string text = table(12);
    const Records all = firstRecords(text, true, {}, 1'000);
    const std::size_t first = text.find('\n', text.find("lines")) + 1;  // a cell of the first record has two lines
    for (std::size_t size = first; size <= text.size(); ++size) {
      const Records some = firstRecords(std::string_view(text).substr(0, size), false, {}, 1'000);
      QVERIFY(!some.empty() && some.size() <= all.size());
      QVERIFY2(std::equal(some.begin(), some.end(), all.begin()), qPrintable(QString::number(size)));
    }
  }

  /// Of a text that is read in several blocks, none is lost; a header may be as long as one.
  void recordsBeyondTheFirstBlockAreRead() {
    constexpr int kLines = 40'000;
    const std::string text = table(kLines);
    QVERIFY(text.size() > std::size_t{512} << 10);
    const Records all = firstRecords(text, true, {}, 1'000'000);
    QCOMPARE(all.size(), std::size_t{kLines});
    QCOMPARE(all.back().front(), std::to_string(kLines - 1));
    QCOMPARE(firstRecords(text, false, {}, 1'000'000).size(), std::size_t{kLines});
    const std::string wide = std::string(200'000, 'h') + ",x\n" + std::string(200'000, 'a') + ",1\nb,2\n";
    QCOMPARE(firstRecords(wide, true, {}, 10).size(), std::size_t{3});
  }

  void countsAreThoseOfTheRecords() {
    const std::string text = "a,b\n1,2\n1,2,3,4,5,6\n1\n\n1,2\n";
    std::map<std::size_t, std::size_t> expected;
    for (const auto& record : firstRecords(text, true, {}, 100)) ++expected[record.size()];
    QVERIFY(countFields(text, true, {}, 100, 10) == expected);
    QCOMPARE(expected.at(2), std::size_t{3});
    QCOMPARE(countFields(text, true, {}, 2, 10).at(2), std::size_t{2});
    // Of those with more than `most` it says that they have more.
    const auto few = countFields(text, true, {}, 100, 2);
    QCOMPARE(few.at(2), std::size_t{3});
    QVERIFY(few.rbegin()->first > 2);
  }

  void commentsAndThePreambleAreNoRecords() {
    const std::string text = "title\r\n#,names\r\n1,2\r\n#,3\r\n4,5\r\n";
    Dialect dialect;
    dialect.preambleLines = 1;
    dialect.comment = '#';
    const Records expected = {{"1", "2"}, {"4", "5"}};
    QVERIFY(firstRecords(text, true, dialect, 10) == expected);
    QVERIFY(firstRecords(text, true, dialect, 1) == Records(expected.begin(), expected.begin() + 1));
    QCOMPARE(afterPreamble(text, 0), std::size_t{0});
    QCOMPARE(afterPreamble(text, 1), std::size_t{7});
    QCOMPARE(afterPreamble(text, 99), text.size());
    QVERIFY(firstRecords("only a title\n", true, dialect, 10).empty());
    QVERIFY(firstRecords("", false, {}, 10).empty());
  }

  void theCommonCountIsThatOfMostRecords() {
    QCOMPARE(commonFieldCount({}), std::size_t{0});
    QCOMPARE(commonFieldCount({{"a"}, {"a", "b"}, {"a", "b"}}), std::size_t{2});
    QCOMPARE(commonFieldCount({{"a", "b"}, {"a"}}), std::size_t{1});  // of equals the fewest
  }

  void aDelimiterIsDeclaredInTheFirstLine_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<char>("delimiter");
    QTest::newRow("semicolon") << QByteArray("sep=;\r\na;b\r\n") << ';';
    QTest::newRow("capitals") << QByteArray("SEP=,\n") << ',';
    QTest::newRow("quoted") << QByteArray("\"sep=\t\"\n1\t2\n") << '\t';
    QTest::newRow("alone") << QByteArray("sep=|") << '|';
    QTest::newRow("nothing") << QByteArray("") << '\0';
    QTest::newRow("no delimiter") << QByteArray("sep=\na") << '\0';
    QTest::newRow("two of them") << QByteArray("sep=;;\na") << '\0';
    QTest::newRow("a column of the name") << QByteArray("sep,x\n1,2") << '\0';
    QTest::newRow("a name") << QByteArray("sep=a\n1\n") << '\0';
    QTest::newRow("a quote") << QByteArray("sep='\n1\n") << '\0';
    QTest::newRow("not the first line") << QByteArray("a;b\nsep=;\n") << '\0';
  }
  void aDelimiterIsDeclaredInTheFirstLine() {
    QFETCH(const QByteArray, text);
    QFETCH(const char, delimiter);
    QCOMPARE(declaredDelimiter(text.toStdString()).value_or('\0'), delimiter);
  }

  void commentLinesAreThoseBeforeTheTable() {
    QCOMPARE(commentLines("#a\r\n#b\n1\n#c\n", '#'), std::uint64_t{2});
    QCOMPARE(commentLines("#a\r\n#b\n", '\0'), std::uint64_t{0});
    QCOMPARE(commentLines("#only", '#'), std::uint64_t{1});
    QCOMPARE(commentLines("", '#'), std::uint64_t{0});
  }
};

MASU_TEST(FirstRecordsTest)
#include "first_records_test.moc"
