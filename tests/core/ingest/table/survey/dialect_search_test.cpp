// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/dialect_search.h"

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

/// How a table is spelled, and what people should know of what they said of it.
class DialectSearchTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_notes.clear(); }

  void whatIsOpenIsFound() {
    const auto path = m_folder.write("t.csv", "name;score\nAnna;1,5\nOtto;2,25\nIda;3,75\n");
    const auto found = findDialect(path, {}, m_notes);
    QVERIFY2(found, sentenceOf(found).c_str());
    QCOMPARE(found->dialect.delimiter, ';');
    QCOMPARE(found->dialect.decimal, ',');
    QVERIFY(found->dialect.header && !found->dialect.jsonLines && !found->dialect.aligned);
    // People see why the first record is taken for a header, unless they said so.
    QVERIFY(!found->headerReason.text.empty());
    QVERIFY(m_notes.empty());
    TableOptions options;
    options.header = false;
    const auto given = findDialect(path, options, m_notes);
    QVERIFY2(given, sentenceOf(given).c_str());
    QVERIFY(!given->dialect.header && given->headerReason.text.empty());
  }

  void linesOfJsonAreATableOfTheirOwn() {
    const auto path = m_folder.write("t.txt", "{\"a\": 1, \"b\": 2}\n{\"a\": 3, \"b\": 4}\n");
    const auto found = findDialect(path, {}, m_notes);
    QVERIFY2(found, sentenceOf(found).c_str());
    QVERIFY(found->dialect.jsonLines);
    QVERIFY(m_notes.empty());
    TableOptions options;
    options.delimiter = ',';
    const auto cut = findDialect(path, options, m_notes);
    QVERIFY2(cut, sentenceOf(cut).c_str());
    QVERIFY(!cut->dialect.jsonLines);
    QVERIFY(has("Without --delimiter they are read as JSON Lines"));
  }

  void cellsUnderEachOtherAreAligned() {
    const auto path = m_folder.write("t.txt", "name    score\nAnna        1\nOtto       22\nIda       333\n");
    const auto found = findDialect(path, {}, m_notes);
    QVERIFY2(found, sentenceOf(found).c_str());
    QVERIFY(found->dialect.aligned);
    QCOMPARE(found->dialect.delimiter, ' ');
  }

  void aDelimiterThatDividesNothingIsNoted() {
    const auto path = m_folder.write("t.csv", "a\tb\tc\n1\t2\t3\n4\t5\t6\n");
    TableOptions options;
    options.delimiter = ';';
    const auto found = findDialect(path, options, m_notes);
    QVERIFY2(found, sentenceOf(found).c_str());
    QCOMPARE(found->dialect.delimiter, ';');
    QVERIFY(has("each line of t.csv is one cell") && has("it would have 3 columns"));
    m_notes.clear();
    options.delimiter = '\t';
    QVERIFY(findDialect(path, options, m_notes));
    QVERIFY(m_notes.empty());
  }

  void theEncodingIsThatOfTheFile() {
    const auto path = m_folder.write("t.csv", "name,y\nAnna,1\nJos\xE9,2\n");
    TableOptions options;
    options.encoding = "ISO-8859-1";
    const auto given = findDialect(path, options, m_notes);
    QVERIFY2(given, sentenceOf(given).c_str());
    QCOMPARE(given->dialect.encoding, std::string("ISO-8859-1"));
    QCOMPARE(given->dialect.encodingLine, std::uint64_t{0});
    const auto found = findDialect(path, {}, m_notes);
    QVERIFY2(found, sentenceOf(found).c_str());
    QVERIFY(found->dialect.encoding != "UTF-8");
    QCOMPARE(found->dialect.encodingLine, std::uint64_t{3});
  }

  /// Lines that are longer than what is looked at of others: the first of them are looked at instead.
  void aWideTableHasItsHeaderToo() {
    std::string text;
    for (int row = 0; row < 4; ++row) {
      for (int column = 0; column < 60'000; ++column)
        text += (column > 0 ? "," : "") + (row == 0 ? "column" + std::to_string(column) : std::to_string(column % 90));
      text += '\n';
    }
    QVERIFY(text.find('\n') > kSniffedBytes);
    const auto found = findDialect(m_folder.write("wide.csv", text), {}, m_notes);
    QVERIFY2(found, sentenceOf(found).c_str());
    QCOMPARE(found->dialect.delimiter, ',');
    QVERIFY(found->dialect.header);
  }

  void whatIsNoTableIsRefusedUnlessSomeoneSaysOtherwise() {
    const std::string page = "<!DOCTYPE html>\n<html><head><title>a, b</title></head>\n<body>1, 2</body></html>\n";
    const auto path = m_folder.write("t.csv", page);
    const auto refused = findDialect(path, {}, m_notes);
    QVERIFY(!refused && refused.error().code == Errc::format);
    QCOMPARE(refused.error().source.file, path.string());
    TableOptions options;
    options.delimiter = ',';
    const auto taken = findDialect(path, options, m_notes);
    QVERIFY2(taken, sentenceOf(taken).c_str());
    const auto missing = findDialect(m_folder.path("missing.csv"), {}, m_notes);
    QVERIFY(!missing && missing.error().code == Errc::notFound);
  }

 private:
  bool has(const std::string& words) const {
    return std::ranges::any_of(m_notes,
                               [&](const Message& note) { return note.english().find(words) != std::string::npos; });
  }

  TableFolder m_folder;
  std::vector<Message> m_notes;
};

MASU_TEST(DialectSearchTest)
#include "dialect_search_test.moc"
