// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workbook/sheet_reader.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <iterator>

#include "core/io/workbook/cell_number.h"
#include "tests/fixtures/test_group.h"
#include "tests/fixtures/workbook_fixture.h"

using namespace masu;

namespace {

constexpr std::uint64_t kLongestRow = 1U << 20U;

/// All cells of a sheet, "1:0=a 1:2=7 4:0=#N/A!" for rows and columns.
Result<std::string> cellsOf(const std::string& file, std::size_t sheet = 0, std::uint64_t longest = kLongestRow) {
  MASU_TRY(io::ArchiveReader archive, io::ArchiveReader::open(file));
  MASU_TRY(const io::Workbook book, io::readWorkbook(archive, file));
  MASU_TRY(io::SheetReader reader, io::SheetReader::open(std::move(archive), book, sheet, longest));
  std::string all;
  for (;;) {
    MASU_TRY(const bool read, reader.next());
    if (!read) return all;
    for (const io::SheetCell& cell : reader.cells()) {
      all += (all.empty() ? "" : " ") + std::to_string(reader.row()) + ':' + std::to_string(cell.column) + '=';
      all += std::string(reader.text(cell)) + (cell.isError ? "!" : "");
    }
  }
}

std::string shown(const Result<std::string>& cells) {
  return cells ? *cells : cells.error().message.english();
}

}  // namespace

class SheetReaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void numbersAreDatesByTheirFormat();
  void numbersReadBackAsTheSameDouble();
  void cellsOfEveryKindAreText();
  void placesAndSheetsAreThoseOfTheFile();
  void whatIsWrongIsNamedWithItsRow_data();
  void whatIsWrongIsNamedWithItsRow();
  void aDamagedByteIsFoundOrChangesNothing();

 private:
  std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }

  QTemporaryDir m_folder;
};

void SheetReaderTest::numbersAreDatesByTheirFormat() {
  using enum io::NumberMeaning;
  for (const char* code : {"yyyy\\-mm\\-dd", "mmm", "[$-409]d-mmm-yy;@", "ge.m.d", "yyyy\"年\"m\"月\""})
    QVERIFY2(io::meaningOfCode(code) == date, code);
  for (const char* code : {"h:mm AM/PM", "mm:ss.0", "dd/mm/yyyy hh:mm", "[Red]h\"Uhr\""})
    QVERIFY2(io::meaningOfCode(code) == time, code);
  for (const char* code : {"General", "0.00", "0.00E+00", "#,##0\\ \"days\"", "[Red]0", "0_d;y", "\\d0", "[h]:mm", "@"})
    QVERIFY2(io::meaningOfCode(code) == number, code);
  QVERIFY(io::meaningOfBuiltIn(14) == date && io::meaningOfBuiltIn(22) == time && io::meaningOfBuiltIn(46) == number);
  const auto cell = [](const char* text, io::NumberMeaning meaning, bool from1904 = false) {
    return io::cellNumber(text, meaning, from1904);
  };
  // As Excel shows them, its leap day in 1900 included.
  QCOMPARE(cell("1", date), std::string("1900-01-01"));
  QCOMPARE(cell("59", date), std::string("1900-02-28"));
  QCOMPARE(cell("60", date), std::string("1900-02-29"));
  QCOMPARE(cell("61", date), std::string("1900-03-01"));
  QCOMPARE(cell("45351", date), std::string("2024-02-29"));
  QCOMPARE(cell("43889", date, true), std::string("2024-02-29"));
  QCOMPARE(cell("0", date, true), std::string("1904-01-01"));
  QCOMPARE(cell("2958465", date), std::string("9999-12-31"));
  QCOMPARE(cell("2958466", date), std::string("2958466"));
  QCOMPARE(cell("-1", date), std::string("-1"));
  QCOMPARE(cell("45351.5625", date), std::string("2024-02-29T13:30:00"));
  QCOMPARE(cell("45351", time), std::string("2024-02-29T00:00:00"));
  QCOMPARE(cell("0.5625", time), std::string("13:30:00"));
  QCOMPARE(cell("45351.000005787037", time), std::string("2024-02-29T00:00:00.5"));
  QCOMPARE(cell("45350.99999999999", time), std::string("2024-02-29T00:00:00"));
}

void SheetReaderTest::numbersReadBackAsTheSameDouble() {
  const std::pair<const char*, const char*> texts[] = {
      {"0.10000000000000001", "0.1"},
      {"1E5", "100000"},
      {"-2.5000", "-2.5"},
      {"9007199254740993", "9007199254740993"},
      {"1e300", "1e+300"},
      {"2.2250738585072014E-308", "2.2250738585072014e-308"},
      {"007", "007"},
      {"x", "x"}};
  for (const auto& [stored, text] : texts)
    QCOMPARE(io::cellNumber(stored, io::NumberMeaning::number, false), std::string(text));
}

void SheetReaderTest::cellsOfEveryKindAreText() {
  const QString failure = makeWorkbook(path("kinds.xlsx"), R"(
rows = ('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>'
        '<row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2" t="b"><v>0</v></c><c r="C2" t="e"><v>#N/A</v></c>'
        '<c r="D2" t="str"><f>"a"&amp;"b"</f><v>a&lt;b</v></c><c r="E2"><f>1/8</f><v>0.125</v></c></row>'
        '<row r="3"><c r="A3" s="1"><v>45351</v></c><c r="B3" s="2"><v>45351.25</v></c><c r="C3" s="3"><v>7</v></c>'
        '<c r="D3" t="d"><v>2024-01-02T03:04:05</v></c></row>'
        '<row r="4"><c r="A4" t="inlineStr"><is><r><t>in</t></r><r><rPr><b/></rPr><t> line</t></r></is></c>'
        '<c r="B4" s="1"/><c r="C4" t="str"><v></v></c><c r="D4" t="str"><v><![CDATA[a,b]]></v></c></row>')
book([('Kinds', rows)],
     shared=['<t xml:space="preserve"> é </t>',
             '<r><t>two</t></r><r><t>runs</t></r><rPh sb="0" eb="1"><t>no</t></rPh>',
             '<t>_x000D_\n_x005F_x000D_ _xZZZZ_</t>'],
     styles='<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yy hh:mm"/></numFmts>'
            '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
            '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="2"/></cellXfs>'
            '<dxfs><dxf><numFmt numFmtId="2" formatCode="yyyy"/></dxf></dxfs>')
)");
  QVERIFY2(failure.isEmpty(), qPrintable(failure));
  QCOMPARE(shown(cellsOf(path("kinds.xlsx"))),
           std::string("1:0= é  1:1=tworuns 1:2=\r\n_x000D_ _xZZZZ_ 2:0=true 2:1=false 2:2=#N/A! 2:3=a<b 2:4=0.125 "
                       "3:0=2024-02-29 3:1=2024-02-29T06:00:00 3:2=7 3:3=2024-01-02T03:04:05 4:0=in line 4:3=a,b"));
}

void SheetReaderTest::placesAndSheetsAreThoseOfTheFile() {
  const QString failure = makeWorkbook(path("places.xlsx"), R"(
book([('Hidden "1"', '<row><c><v>1</v></c></row>'),
      ('枡 #2', '<row r="3" spans="1:2"><c r="C3"><v>5</v></c><c><v>6</v></c></row><row/>'
               '<row><c r="XFD5"><v>7</v></c></row>')],
     properties='date1904="1"', states={'Hidden "1"': 'state="veryHidden"'},
     after='<mergeCells count="2"><mergeCell ref="A1:B2"/><mergeCell ref="C1:C2"/></mergeCells>')
)");
  QVERIFY2(failure.isEmpty(), qPrintable(failure));
  auto archive = io::ArchiveReader::open(path("places.xlsx"));
  QVERIFY(archive && io::holdsWorkbook(*archive->directory()));
  const auto book = io::readWorkbook(*archive, path("places.xlsx"));
  QVERIFY(book && book->from1904 && book->sheets.size() == 2);
  QCOMPARE(book->sheets[0].name, std::string("Hidden \"1\""));
  QVERIFY(book->sheets[0].hidden && !book->sheets[1].hidden);
  QCOMPARE(book->sheets[1].name, std::string("枡 #2"));
  QCOMPARE(shown(cellsOf(path("places.xlsx"), 0)), std::string("1:0=1"));
  QCOMPARE(shown(cellsOf(path("places.xlsx"), 1)), std::string("3:2=5 3:3=6 5:16383=7"));
  auto reader = io::SheetReader::open(std::move(*archive), *book, 1, kLongestRow);
  QVERIFY(reader);
  for (auto read = reader->next(); read && *read;) read = reader->next();
  QCOMPARE(reader->merged().count, std::uint64_t{2});
  QCOMPARE(reader->merged().first, std::string("A1:B2"));
}

void SheetReaderTest::whatIsWrongIsNamedWithItsRow_data() {
  QTest::addColumn<QString>("book");
  QTest::addColumn<QString>("says");
  const auto rows = [](const char* name, const char* xml, const char* says) {
    QTest::newRow(name) << QStringLiteral("book([('S', '''%1''')], shared=['<t>x</t>'])").arg(xml) << QString(says);
  };
  rows("cut", "<row r='1'><c><v>1</v></c></row><row r='2'><c><v>1", "ended at row 2. xl/worksheets/s0.xml in");
  rows("shared", "<row r='7'><c t='s'><v>1</v></c></row>", "row 7. A cell of it refers to the shared text 1,");
  rows("order of cells", "<row r='2'><c r='B2'><v>1</v></c><c r='A2'/></row>", "row 2. A cell of it is called A2");
  rows("another row's cell", "<row r='2'><c r='B3'><v>1</v></c></row>", "called B3");
  rows("no column", "<row r='2'><c r='XFE2'><v>1</v></c></row>", "called XFE2");
  rows("order of rows", "<row r='5'/><row r='5'/>", "row 5. The next row is called 5");
  rows("no row", "<row r='1048577'/>", "The next row is called 1048577");
  rows("long", "<row r='3'><c t='str'><v>0123456789012345678901234567890123456789</v></c></row>",
       "row 3. The row is longer than 30 bytes, the limit of --longest-record");
  const auto part = [](const char* name, const char* xml, const char* says) {
    QTest::newRow(name) << QStringLiteral("book([('S', '')], parts={'xl/worksheets/s0.xml': %1})").arg(xml)
                        << QString(says);
  };
  part("entities", "'<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><worksheet>&b;</worksheet>'",
       "declares a document type or entities");
  part("deep", "'<a>' * 100 + '</a>' * 100", "longer, deeper or more elements");
  part("long attribute", "'<worksheet x=\"' + 'y' * (6 << 20) + '\"/>'", "longer, deeper or more elements");
  part("no XML", "b'\\x00\\x01\\xff'", "is not whole XML");
  QTest::newRow("many styles") << "book([('S', '')], styles='<a/>' * (13 << 20))" << "longer, deeper or more elements";
  QTest::newRow("no part")
      << "book([('S', '')], parts={'xl/_rels/workbook.xml.rels': relations(('worksheet', 'no.xml'))})"
      << "lacks its part xl/no.xml";
}

void SheetReaderTest::whatIsWrongIsNamedWithItsRow() {
  QFETCH(QString, book);
  QFETCH(QString, says);
  const QString failure = makeWorkbook(path("wrong.xlsx"), book.toUtf8().constData());
  QVERIFY2(failure.isEmpty(), qPrintable(failure));
  const auto cells = cellsOf(path("wrong.xlsx"), 0, 30);
  QVERIFY2(!cells, shown(cells).c_str());
  QVERIFY2(QString::fromStdString(shown(cells)).contains(says), shown(cells).c_str());
}

void SheetReaderTest::aDamagedByteIsFoundOrChangesNothing() {
  const QString failure = makeWorkbook(
      path("whole.xlsx"),
      "book([('S', '<row><c t=\"s\"><v>0</v></c><c><v>1.5</v></c></row>')], shared=['<t>abc</t>'])");
  QVERIFY2(failure.isEmpty(), qPrintable(failure));
  std::ifstream stream(path("whole.xlsx"), std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(stream), {}};
  const std::string expected = "1:0=abc 1:1=1.5";
  QCOMPARE(shown(cellsOf(path("whole.xlsx"))), expected);
  int found = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
    std::ofstream(path("damaged.xlsx"), std::ios::binary) << damaged;
    const auto cells = cellsOf(path("damaged.xlsx"));
    found += cells ? 0 : 1;
    QVERIFY2(cells ? *cells == expected : !shown(cells).empty(), (std::to_string(i) + ": " + shown(cells)).c_str());
  }
  QVERIFY(found > static_cast<int>(whole.size() / 8));
}

MASU_TEST(SheetReaderTest)
#include "sheet_reader_test.moc"
