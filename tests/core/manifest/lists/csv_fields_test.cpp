// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/lists/csv_fields.h"

#include <QTest>
#include <random>
#include <sstream>

#include "tests/fixtures/test_group.h"

using namespace masu::manifest;

namespace {

using Record = std::vector<std::string>;

struct Read {
  std::vector<Record> records;
  std::vector<std::uint64_t> lines;
};

Read readAll(const std::string& text) {
  std::istringstream input(text);
  CsvFields fields(input);
  Read read;
  while (fields.next()) {
    read.records.push_back(fields.fields());
    read.lines.push_back(fields.line());
  }
  return read;
}

/// A cell as RFC 4180 writes it.
std::string inQuotes(const std::string& cell) {
  std::string text = "\"";
  for (const char c : cell) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

}  // namespace

class CsvFieldsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Whatever is in a cell comes back from quotes, a line number before each record.
  void quotedCellsComeBack() {
    constexpr std::string_view kBytes = "a,\"\n ;x";
    std::mt19937 random(1);
    for (int i = 0; i < 2'000; ++i) {
      std::vector<Record> records;
      std::vector<std::uint64_t> lines;
      std::string text;
      std::uint64_t line = 1;
      for (auto r = 1 + random() % 4; r > 0; --r) {
        Record record;
        lines.push_back(line);
        for (auto f = 1 + random() % 4; f > 0; --f) {
          std::string cell;
          for (auto n = random() % 6; n > 0; --n) cell += kBytes[random() % kBytes.size()];
          line += static_cast<std::uint64_t>(std::ranges::count(cell, '\n'));
          text += (record.empty() ? "" : ",") + inQuotes(cell);
          record.push_back(std::move(cell));
        }
        text += "\n";
        ++line;
        records.push_back(std::move(record));
      }
      const Read read = readAll(text);
      QVERIFY2(read.records == records, text.c_str());
      QCOMPARE(read.lines, lines);
    }
  }

  void plainCellsAreAsTheyAre() {
    const std::vector<Record> expected = {{"a", "b"}, {"1", " 2 ", ""}, {"", ""}, {"x"}};
    QVERIFY(readAll("a,b\n1, 2 ,\n,\nx").records == expected);
    QVERIFY(readAll("a,b\r\n1, 2 ,\r\n,\r\nx\r\n").records == expected);
    QVERIFY(readAll("\xEF\xBB\xBF"
                    "a,b\n1, 2 ,\n,\nx")
                .records == expected);  // as a spreadsheet saves it
  }

  void emptyLinesAreNoRecordsButCount() {
    const Read read = readAll("\n\r\na\n\n\nb\n\n");
    QVERIFY(read.records == (std::vector<Record>{{"a"}, {"b"}}));
    QCOMPARE(read.lines, (std::vector<std::uint64_t>{3, 6}));
    QVERIFY(readAll("").records.empty());
    QVERIFY(readAll("\n\n").records.empty());
  }

  /// A quote that never closes takes the rest for its cell and ends; nothing is read twice.
  void aQuoteThatNeverClosesEndsTheList() {
    const Read read = readAll("a,b\n1,\"open\n2,x\n3,y\n");
    QCOMPARE(read.records.size(), std::size_t{2});
    QCOMPARE(read.lines.back(), std::uint64_t{2});
    QCOMPARE(read.records.back(), (Record{"1", "open\n2,x\n3,y"}));
    std::istringstream closed("1,\"a\nb\"\n\"2\n");
    CsvFields fields(closed);
    QVERIFY(fields.next() && fields.isClosed());
    QVERIFY(fields.next() && !fields.isClosed());
  }

  void fieldsAreThoseOfTheLastRecordAlone() {
    std::istringstream input("1,2,3,4\nx\n5,6\n");
    CsvFields fields(input);
    QVERIFY(fields.next());
    QCOMPARE(fields.fields().size(), std::size_t{4});
    QVERIFY(fields.next());
    QCOMPARE(fields.fields(), Record{"x"});
    QVERIFY(fields.next());
    QCOMPARE(fields.fields(), (Record{"5", "6"}));
    QVERIFY(!fields.next());
  }
};

MASU_TEST(CsvFieldsTest)
#include "csv_fields_test.moc"
