// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/table_source.h"

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using Names = std::vector<std::string>;

/// Where the records of a source begin, after whatever is before them.
class TableSourceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void recordsBeginAfterTheHeader() {
    const TableSource source = opened("a,b\n1,2\n3,4\n", {});
    QCOMPARE(source.header, (Names{"a", "b"}));
    QVERIFY(restOf(source) == "1,2\n3,4\n");
    QCOMPARE(source.recordStart, std::uint64_t{0});
    QCOMPARE(source.recordLine, std::uint64_t{1});
    QCOMPARE(source.firstLine, std::uint64_t{2});
    QVERIFY(!source.declared && !source.rowNames);
    csv::Dialect without;
    without.header = false;
    const TableSource all = opened("a,b\n1,2\n", without);
    QVERIFY(all.header.empty());
    QVERIFY(restOf(all) == "a,b\n1,2\n");
    QCOMPARE(all.firstLine, std::uint64_t{1});
  }

  void aHeaderMayTakeSeveralLines() {
    const TableSource source = opened("\"a\nx\",\" b\"\r\n1,2\r\n", {});
    QCOMPARE(source.header, (Names{"a\nx", " b"}));
    QVERIFY(restOf(source) == "1,2\r\n");
    QCOMPARE(source.firstLine, std::uint64_t{3});
  }

  void whatIsBeforeTheTableIsSteppedOver() {
    csv::Dialect dialect;
    dialect.preambleLines = 2;
    const TableSource source = opened("\xEF\xBB\xBF# title\n\na,b\n1,2\n", dialect);
    QCOMPARE(source.header, (Names{"a", "b"}));
    QCOMPARE(source.recordStart, std::uint64_t{12});
    QCOMPARE(source.recordLine, std::uint64_t{3});
    QCOMPARE(source.firstLine, std::uint64_t{4});
    QVERIFY(restOf(source) == "1,2\n");
  }

  /// Of several sources some declare their delimiter in a line of its own, and others do not.
  void aDeclaredDelimiterIsNoRecord() {
    csv::Dialect declares;
    declares.delimiter = ';';
    declares.preambleLines = 1;
    declares.declared = true;
    csv::Dialect plain;
    plain.delimiter = ';';
    for (const csv::Dialect& dialect : {declares, plain}) {
      for (const bool has : {false, true}) {
        const TableSource source = opened(has ? "sep=;\na;b\n1;2\n" : "a;b\n1;2\n", dialect);
        QCOMPARE(source.header, (Names{"a", "b"}));
        QVERIFY(source.declared == (has ? std::optional(';') : std::nullopt));
        QCOMPARE(source.firstLine, std::uint64_t{has ? 3U : 2U});
      }
    }
  }

  void namesOfRowsHaveAColumn() {
    csv::Dialect dialect;
    dialect.delimiter = ' ';
    const TableSource named = opened("\"a\" \"b\"\n\"r1\" 1 2\n\"r2\" 3 4\n", dialect);
    QVERIFY(named.rowNames);
    QCOMPARE(named.header.size(), std::size_t{3});
    QCOMPARE(named.header[1], std::string("a"));
    QVERIFY(!named.header[0].empty());
    // Records that end in a delimiter have an empty last cell instead, and one alone decides nothing.
    QVERIFY(!opened("a,b\n1,2,\n3,4,\n", {}).rowNames);
    QVERIFY(!opened("a,b\n1,2,3\n3,4\n", {}).rowNames);
    QVERIFY(!opened("a,b\n", {}).rowNames);
  }

  void aSourceWithoutRecordsIsRefused() {
    for (const char* text : {"", "\xEF\xBB\xBF"}) {
      const auto path = m_folder.write("t.csv", text);
      const auto refused = openTable(path, {});
      QVERIFY(!refused && refused.error().code == Errc::format);
      QCOMPARE(refused.error().source.file, path.string());
      QVERIFY2(sentenceOf(refused).find("is empty") != std::string::npos, sentenceOf(refused).c_str());
    }
    QVERIFY(!openTable(m_folder.write("t.csv", "a,\xFF\n1,2\n"), {}));
    QVERIFY(!openTable(m_folder.path("missing.csv"), {}));
  }

  void aTextWithoutLineEndsIsNoTable() {
    const auto path = m_folder.write("t.csv", std::string(kMostColumns, ',') + "\n1\n");
    const auto refused = openTable(path, {});
    QVERIFY(!refused && refused.error().code == Errc::unsupported);
    QCOMPARE(sentenceOf(refused), tooManyColumns(path).message.english());
    QVERIFY(sentenceOf(refused).find("1000000") != std::string::npos);
    QVERIFY(sentenceOf(refused).find(path.string()) != std::string::npos);
  }

  void aSurveyOfManyFilesCopiesLessOfEach() {
    QCOMPARE(copiedBytes(0), copiedBytes(1));
    std::uint64_t last = copiedBytes(1);
    for (const std::size_t files : {2, 4, 5, 64, 300, 100'000}) {
      QVERIFY(copiedBytes(files) <= last && copiedBytes(files) > 0);
      last = copiedBytes(files);
    }
    QVERIFY(last < copiedBytes(1));
  }

  void whatWasSaidIsAHintForTheDialect() {
    TableOptions options;
    QVERIFY(!hintsFrom(options).delimiter && !hintsFrom(options).header && !hintsFrom(options).missingMarkers);
    options.delimiter = ';';
    options.quote = '\'';
    options.decimal = ',';
    options.thousands = '.';
    options.header = false;
    options.skipLines = 7;
    options.longestRecord = 99;
    const csv::DialectHints hints = hintsFrom(options);
    QVERIFY(hints.delimiter == ';' && hints.quote == '\'' && hints.decimal == ',' && hints.thousands == '.');
    QVERIFY(hints.header == false && hints.longestRecord == std::uint64_t{99});
  }

 private:
  TableSource opened(const std::string& text, const csv::Dialect& dialect) const {
    auto source = openTable(m_folder.write("t.csv", text), dialect);
    if (!source) qFatal("%s", sentenceOf(source).c_str());
    return std::move(*source);
  }
  static std::string_view restOf(const TableSource& source) { return source.text().substr(source.start); }

  TableFolder m_folder;
};

MASU_TEST(TableSourceTest)
#include "table_source_test.moc"
