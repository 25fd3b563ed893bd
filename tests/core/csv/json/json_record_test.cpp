// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/json/json_record.h"

#include <QTest>

#include "core/csv/numbers/cell_parser.h"
#include "core/csv/structure/tokenizer.h"
#include "tests/fixtures/test_group.h"

using namespace masu::csv;

/// Lines of JSON as records of a table.
class JsonRecordTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void valuesKeepTheirText_data();
  void valuesKeepTheirText();
  void aRecordIsOneLine();
  void otherLinesAreFaults_data();
  void otherLinesAreFaults();
  void faultsAreFoundAgain();
};

void JsonRecordTest::valuesKeepTheirText_data() {
  QTest::addColumn<QByteArray>("value");
  QTest::addColumn<QByteArray>("text");
  for (const char* number : {"0", "-0", "-0.0", "9007199254740993", "18446744073709551615", "-9223372036854775808",
                             "123456789012345678901234567890", "1.50", "1e5", "1E-07", "-2.5e+3"})
    QTest::newRow(number) << QByteArray(number) << QByteArray(number);
  QTest::newRow("booleans") << QByteArray("true") << QByteArray("true");
  QTest::newRow("null") << QByteArray("null") << QByteArray();
  QTest::newRow("empty") << QByteArray("\"\"") << QByteArray();
  QTest::newRow("quotes") << QByteArray(R"("a \"b\", c")") << QByteArray("a \"b\", c");
  QTest::newRow("line ends") << QByteArray(R"("a\nb\r\nc")") << QByteArray("a\nb\r\nc");
  QTest::newRow("blanks") << QByteArray(R"("  x\t")") << QByteArray("  x\t");
  QTest::newRow("escapes") << QByteArray(R"("\u00e9\ud83d\ude00\/")") << QByteArray("\xC3\xA9\xF0\x9F\x98\x80/");
  QTest::newRow("an object") << QByteArray(R"({"b": [1, 2.50, null, "x\n"], "c": {}})")
                             << QByteArray(R"({"b":[1,2.50,null,"x\n"],"c":{}})");
  QTest::newRow("an array") << QByteArray("[ ]") << QByteArray("[]");
}

void JsonRecordTest::valuesKeepTheirText() {
  QFETCH(QByteArray, value);
  QFETCH(QByteArray, text);
  JsonRecord record;
  const std::string line = R"({"first": 1, "k": )" + value.toStdString() + R"(, "last": "z"})";
  QCOMPARE(record.read(line), JsonFault::none);
  QCOMPARE(record.cells().size(), std::size_t{3});
  QCOMPARE(record.key(record.cells()[1]), std::string_view("k"));
  Dialect dialect;
  dialect.jsonLines = true;
  CellParser cells(dialect);
  QCOMPARE(cells.text(record.field(record.cells()[1])), std::string_view(text.constData(), text.size()));
  QCOMPARE(cells.exactText(record.field(record.cells()[1])), std::string_view(text.constData(), text.size()));
  QCOMPARE(record.field(record.cells()[2]), std::string_view("z"));
  QCOMPARE(record.nestedCell().has_value(), value.startsWith('{') || value.startsWith('['));
}

void JsonRecordTest::aRecordIsOneLine() {
  JsonRecord record;
  QCOMPARE(record.read(R"({"a": "x\ny", "b": "\r", "c": "\"\n,"})"), JsonFault::none);
  std::string row;
  for (const JsonRecord::Cell& cell : record.cells()) {
    if (!row.empty()) row += ',';
    row += record.field(cell);
  }
  QCOMPARE(row.find_first_of("\r\n"), std::string::npos);
  QCOMPARE(shownJsonRecord(row), std::string(R"("x\ny","\r","""\n,")"));
  Tokenizer tokenizer{Marks(Dialect())};
  tokenizer.tokenize(row);
  Tokenizer::Record found;
  QVERIFY(tokenizer.next(found));
  QCOMPARE(found.size(), std::size_t{3});
}

void JsonRecordTest::otherLinesAreFaults_data() {
  QTest::addColumn<QByteArray>("line");
  QTest::addColumn<int>("fault");
  const int notAnObject = static_cast<int>(JsonFault::notAnObject);
  int row = 0;
  for (const char* line : {"",
                           "1",
                           "null",
                           "\"a\"",
                           "[]",
                           "[{\"a\":1}]",
                           "{",
                           "{\"a\":1",
                           "{\"a\":1}}",
                           "{\"a\":1} x",
                           "{\"a\":1}{\"a\":2}",
                           "{\"a\":01}",
                           "{\"a\":+1}",
                           "{\"a\":NaN}",
                           "{'a':1}",
                           "{\"a\":1,}",
                           "{\"a\":\"\\ud800\"}",
                           "{\"a\":\"\xFF\"}",
                           "{\"a\":\"\t\"}",
                           "1e999",
                           "[1e999]"})
    QTest::addRow("%d", row++) << QByteArray(line) << notAnObject;
  QTest::newRow("a NUL after it") << QByteArray("{\"a\":1}\0x", 9) << notAnObject;
  QTest::newRow("a key twice") << QByteArray(R"({"a":1,"b":2,"\u0061":3})") << static_cast<int>(JsonFault::keyTwice);
  QTest::newRow("a number too large") << QByteArray(R"({"a":1,"b":[-1e999]})")
                                      << static_cast<int>(JsonFault::numberTooLarge);
}

void JsonRecordTest::otherLinesAreFaults() {
  QFETCH(QByteArray, line);
  QFETCH(int, fault);
  JsonRecord record;
  QCOMPARE(static_cast<int>(record.read({line.constData(), static_cast<std::size_t>(line.size())})), fault);
  if (fault == static_cast<int>(JsonFault::keyTwice)) QCOMPARE(record.detail(), std::string("a"));
  if (fault == static_cast<int>(JsonFault::numberTooLarge)) QCOMPARE(record.detail(), std::string("-1e999"));
  // What was read before leaves no trace.
  QCOMPARE(record.read(R"({"z":1})"), JsonFault::none);
  QCOMPARE(record.cells().size(), std::size_t{1});
}

void JsonRecordTest::faultsAreFoundAgain() {
  const std::string line = R"({"a": "x, \"y\"",)";
  for (const std::size_t columns : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
    std::string record;
    appendJsonFault(record, JsonFault::keyTwice, "a\n\"b\"", line, columns);
    Tokenizer tokenizer{Marks(Dialect())};
    tokenizer.tokenize(record);
    Tokenizer::Record found;
    QVERIFY(tokenizer.next(found));
    QVERIFY(found.size() != columns);
    const auto fault = jsonFaultIn(record);
    QVERIFY(fault.has_value());
    QCOMPARE(fault->fault, JsonFault::keyTwice);
    QCOMPARE(fault->detail, std::string("a\n\"b\""));
    QCOMPARE(fault->line, line);
    QCOMPARE(shownJsonRecord(record), line);
  }
  QVERIFY(!jsonFaultIn("\"a\",\"b\"").has_value());
}

MASU_TEST(JsonRecordTest)
#include "json_record_test.moc"
