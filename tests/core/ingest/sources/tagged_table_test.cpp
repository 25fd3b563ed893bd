// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/tagged_table.h"

#include <QTest>

#include "core/csv/detection/sniffer.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

namespace {

constexpr std::uint64_t kLongest = 1000;

/// The CSV of a text that comes in pieces of so many bytes, or the sentence of its failure.
std::string csvOf(std::string_view text, std::size_t piece = 1'000'000) {
  const auto format = taggedFormat(text);
  if (!format) return "not tagged";
  TaggedTable table(*format, "t", kLongest);
  std::string csv;
  do {
    const std::string_view front = text.substr(0, piece);
    text.remove_prefix(front.size());
    if (const Result<void> read = table.append(front, text.empty(), csv); !read) return read.error().message.english();
  } while (!text.empty());
  return csv;
}

constexpr const char* kArff =
    "% a comment\n@RELATION 'weather data'\n\n@attribute 'wind speed' REAL\n@ATTRIBUTE sky {sunny, 'very grey', "
    "\"it's\"}\n"
    "@attribute note string\n@attribute play{no,yes}\n@data\n1.5, sunny, 'a, \\'b\\'', yes\n% none\n?,'very "
    "grey',?,no\n";

constexpr const char* kSeries =
    "#about\n@problemName P\n@timeStamps false\n@univariate true\n@classLabel true a b\n@data\n\n1,2,3:a\n4,?,6:b\n";

}  // namespace

class TaggedTableTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void linesOfArffStayWhereTheyAre() {
    QCOMPARE(csvOf(kArff),
             std::string("\n\n\n\n\n\n\nwind speed,sky,note,play\n1.5,sunny,\"a, 'b'\",yes\n\n,very grey,,no\n"));
  }

  /// What a sparse record does not have is 0, or the first value of a nominal attribute.
  void sparseRecordsAreComplete() {
    const std::string head = "@relation r\n@attribute a numeric\n@attribute b {x,y}\n@attribute c string\n@data\n";
    const std::string above = "\n\n\n\na,b,c\n";
    QCOMPARE(csvOf(head + "{0 5, 2 'w'}\n{1 y}\n{}\n{ 1 ? }\n"), above + "5,x,w\n0,y,\n0,x,\n0,,\n");
    // A place that there is not, and text without an end.
    QCOMPARE(csvOf(head + "{3 1}\n{0 1\n{0 'x}\n"), above + "{3 1}\n{0 1\n{0 'x}\n");
  }

  /// As Weka reads it: blanks separate values, too, and a % outside of quotes begins a comment.
  void blanksAndCommentsAreThoseOfWeka() {
    const std::string head = "@relation r\n@attribute a real\n@attribute b {x,'y z'}\n@attribute c string\n@data\n";
    const std::string above = "\n\n\n\na,b,c\n";
    QCOMPARE(csvOf(head + "1\tx\tw\n1 x , w\n1,x,'5 %' % odd\n1,,w\n{0 1 1 'y z'} % sparse\n"),
             above + "1,x,w\n1,x,w\n1,x,5 %\n1,,w\n1,y z,\n");
    QCOMPARE(csvOf(head + "1,x,'a\\tb'\n"), above + "1,x,a\tb\n");
    // What is no record of theirs is one cell: braces behind the values, two values of one column, none.
    QCOMPARE(csvOf(head + "1,x,w} \n{0 1, 0 2}\n{0}\n{0 , 1 x}\n"),
             above + "\"1,x,w}\"\n\"{0 1, 0 2}\"\n{0}\n\"{0 , 1 x}\"\n");
  }

  /// Also of a single column, which would take the line as its text.
  void whatFollowsARecordIsNoPartOfIt() {
    const std::string head = "@relation r\n@attribute a string\n@data\n";
    QCOMPARE(csvOf(head + "x}\n{0 y} z\nw\n"), std::string("\n\na\nx},\n{0 y} z,\nw\n"));
  }

  void seriesOfAnotherSpellingAreNoRecords() {
    const std::string head = "@problemName P\n@univariate true\n@data\n";
    QCOMPARE(csvOf(head + "1,2\n1 2\n(0,1),(1,2)\n1,2:a\n"), "\n\nt0,t1\n1,2\n1 2\n\"(0,1),(1,2)\"\n1,2,a\n");
  }

  void utf16IsKnownByItsTags() {
    for (const bool swapped : {false, true}) {
      std::string wide = swapped ? "\xFE\xFF" : "\xFF\xFE";
      for (const char c : std::string_view(kArff)) wide += swapped ? std::string({'\0', c}) : std::string({c, '\0'});
      QVERIFY(taggedFormat(wide) == TaggedFormat::arff);
    }
  }

  /// Each format has its own mark of comments: other lines that begin with that of the other are records.
  void theOtherFormatsCommentIsNone() {
    QCOMPARE(csvOf("@relation r\n@attribute a string\n@data\n#1\n%2\n"), std::string("\n\na\n#1\n\n"));
    QCOMPARE(csvOf("@problemName P\n@missing true\n@data\n%1,2\n#3\n"), std::string("\n\nt0,t1\n%1,2\n\n"));
  }

  void seriesAreRecords() {
    QCOMPARE(csvOf(kSeries), std::string("\n\n\n\n\nt0,t1,t2,class\n\n1,2,3,a\n4,,6,b\n"));
    const std::string head = "@problemName P\n@dimensions 2\n@targetLabel true\n@data\n";
    const std::string above = "\n\n\nd0_t0,d0_t1,d1_t0,d1_t1,target\n";
    QCOMPARE(csvOf(head + "1,2:3,4:0.5\n"), above + "1,2,3,4,0.5\n");
    // Of another length: the number of fields shows it; where it does not, the record is one cell.
    QCOMPARE(csvOf(head + "1,2:3,4:5\n1:3,4:5\n1:2,3,4:5\n"), above + "1,2,3,4,5\n1,3,4,5\n\"1:2,3,4:5\"\n");
    QCOMPARE(csvOf("@problemName P\n@classLabel false\n@data\n1,2\n"), std::string("\n\nt0,t1\n1,2\n"));
  }

  /// Neither where the pieces are cut nor what ends lines is a part of the result.
  void anyPiecesGiveTheSame() {
    for (const std::string text : {kArff, kSeries}) {
      for (const std::size_t piece : {1U, 2U, 7U}) QCOMPARE(csvOf(text, piece), csvOf(text));
      const std::string windows = QString::fromStdString(text).replace("\n", "\r\n").toStdString();
      for (const std::size_t piece : {1U, 3U, 100'000U}) QCOMPARE(csvOf(windows, piece), csvOf(text));
      QCOMPARE(csvOf("\xEF\xBB\xBF" + text), csvOf(text));
    }
  }

  void aLineThatIsTooLongIsNoRecord() {
    const std::string csv =
        csvOf("@relation r\n@attribute a string\n@data\n" + std::string(kLongest + 1, 'x') + "\ny\n");
    QVERIFY(csv.starts_with("\n\na\nxxx"));
    QVERIFY(csv.ends_with("x,\ny\n"));
  }

  void whatIsNotReadIsRefused_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("word");
    QTest::newRow("relational") << std::string(
                                       "@relation r\n@attribute bag relational\n@attribute a real\n@end bag\n@data\n")
                                << std::string("bag");
    QTest::newRow("times") << std::string("@problemName P\n@timeStamps true\n@data\n(0,1),(1,2):a\n")
                           << std::string("@timeStamps");
    QTest::newRow("lengths") << std::string("@problemName P\n@equalLength false\n@data\n1,2:a\n")
                             << std::string("@equalLength");
    QTest::newRow("no data") << std::string("@relation r\n@attribute a real\n") << std::string("@data");
    QTest::newRow("open quote") << std::string("@relation r\n@attribute a real\n@attribute 'b real\n@data\n")
                                << std::string("line 3");
    QTest::newRow("weights") << std::string("@relation r\n@attribute a real\n@data\n1, {5}\n") << std::string("{5}");
    QTest::newRow("sparse weights") << std::string("@relation r\n@attribute a real\n@data\n{0 1}, {0.5}\n")
                                    << std::string("line 4");
    QTest::newRow("forecasts") << std::string("@relation r\n@attribute a string\n@frequency daily\n@data\nT1:1,2\n")
                               << std::string(".tsf");
    QTest::newRow("wide") << std::string("@problemName P\n@dimensions 999999999999\n@data\n1:a\n")
                          << std::string("columns");
  }

  void whatIsNotReadIsRefused() {
    QFETCH(std::string, text);
    QFETCH(std::string, word);
    const std::string said = csvOf(text);
    QVERIFY2(said.find(word) != std::string::npos, said.c_str());
  }

  void onlyTwoTagsShowAFormat() {
    QVERIFY(!taggedFormat("@relation r\n1,2\n"));
    QVERIFY(!taggedFormat("name,@data\n@attribute,1\n"));
    QVERIFY(!taggedFormat("a,b\n@relation r\n@attribute a real\n"));
    QVERIFY(!taggedFormat("@user,text\n@data,2\n"));
    QVERIFY(!taggedFormat("# comments alone\n"));
    QVERIFY(!taggedFormat(""));
    QVERIFY(taggedFormat(kArff) == TaggedFormat::arff);
    QVERIFY(taggedFormat(kSeries) == TaggedFormat::ts);
  }

  /// Whatever its name is, and packed or not: the text is the table, which another spelling could not read.
  void aFileIsReadAsItsTable() {
    TableFolder folder;
    const auto path = folder.write("weather.data", kArff);
    QVERIFY(taggedFormatOf(path) == TaggedFormat::arff);
    const auto source = openTable(path, csv::Dialect{});
    QVERIFY2(source, sentenceOf(source).c_str());
    QCOMPARE(source->header, (std::vector<std::string>{"wind speed", "sky", "note", "play"}));
    QCOMPARE(source->firstLine, std::uint64_t{9});
    csv::Dialect other;
    other.delimiter = ';';
    const auto refused = openTable(path, other);
    QVERIFY(!refused && refused.error().message.english().find("ARFF") != std::string::npos);
  }
};

MASU_TEST(TaggedTableTest)
#include "tagged_table_test.moc"
