// SPDX-License-Identifier: GPL-3.0-or-later
// Sheets of Excel workbooks as tables: which one is read, its columns and rows, and what people are told of it.
#include <algorithm>

#include "core/ingest/sources/sheet_table.h"
#include "core/ingest/sources/sources.h"
#include "core/store/read/dataset.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"
#include "tests/fixtures/workbook_fixture.h"

using namespace masu;

namespace {

/// Rows of a sheet from rows of Python: numbers, texts, and None for an empty cell; all of them from `first` on.
constexpr const char* kCells = R"(
def rows(table, first=1, column='A'):
    def cell(name, value):
        if value is None: return ''
        if isinstance(value, str): return f'<c r="{name}" t="inlineStr"><is><t>{value}</t></is></c>'
        return f'<c r="{name}"><v>{value!r}</v></c>'
    def cells(r, row): return ''.join(cell(chr(ord(column) + i) + str(r), value) for i, value in enumerate(row))
    return ''.join(f'<row r="{r}">{cells(r, row)}</row>' for r, row in enumerate(table, first))
)";

}  // namespace

class WorkbookTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }
  void aSheetIsTheCsvThatItWouldBe();
  void sheetsAreChosenByName();
  void rejectsNameTheRow();
  void whatATableDoesNotShowIsNoted();
  void optionsOfTextAreRefused();
  void workbooksAndCsvGoTogether();
  void anArchiveOfWorkbooksIsToBeUnpacked();
  void lockFilesArePassedOver();
  void aSurveyReadsAPart();
  void openpyxlWritesTheSame();

 private:
  std::filesystem::path make(const std::string& name, const std::string& body) {
    const QString failure = makeWorkbook(m_folder->path(name).string(), (kCells + body).c_str());
    if (!failure.isEmpty()) qWarning("%s", qPrintable(failure));
    return m_folder->path(name);
  }
  static std::string textOf(const std::filesystem::path& path, std::uint64_t limit = ~std::uint64_t{0}) {
    const auto text = ingest::openTableText(path, {}, limit);
    if (!text) return sentenceOf(text);
    return {reinterpret_cast<const char*>(text->file.bytes().data()), text->file.bytes().size()};
  }
  static bool says(const std::vector<Message>& notes, const std::string& words) {
    return std::ranges::any_of(notes,
                               [&](const Message& note) { return note.english().find(words) != std::string::npos; });
  }

  std::unique_ptr<TableFolder> m_folder;
};

void WorkbookTest::aSheetIsTheCsvThatItWouldBe() {
  const auto file = make("t.xlsx", R"(
book([('T', rows([['id', 'a "b", c', 'x'], [1, 'é ', None], [None, None, 2.5]], first=2, column='C')
            + '<row r="9"><c r="D9" s="0"/></row><row r="10"><c r="C10" t="e"><v>#N/A</v></c></row>')])
)");
  QCOMPARE(textOf(file), std::string("\nid,\"a \"\"b\"\", c\",x\n1,\"é \",\n,,2.5\n\n\n\n\n\n,,\n"));
  const auto one =
      make("one.xlsx", "book([('T', rows([['x'], [1]]) + '<row r=\"3\"><c t=\"e\"><v>#N/A</v></c></row>')])");
  QCOMPARE(textOf(one), std::string("x\n1\n\"\"\n"));
}

void WorkbookTest::sheetsAreChosenByName() {
  make("book.xlsx", R"(
book([('Old', rows([['o', 'p'], [1, 2], [2, 3]])), ('Data', rows([['a', 'b'], [3, 4], [5, 6]])),
      ('More #1 / 枡', rows([['m'], [7]])), ('Empty', '')], states={'Old': 'state="hidden"'})
)");
  const std::string book = m_folder->path("book.xlsx").string();
  QCOMPARE(textOf(book), std::string("a,b\n3,4\n5,6\n"));
  QCOMPARE(textOf(book + "#Old"), std::string("o,p\n1,2\n2,3\n"));
  QCOMPARE(textOf(book + "#More #1 / 枡"), std::string("m\n7\n"));
  QVERIFY2(textOf(book + "#Empty").find("The sheet Empty of ") == 0, textOf(book + "#Empty").c_str());
  TableImport import;
  import.options.sources = {book + "#Nothing"};
  QVERIFY2(sentenceOf(import.survey())
               .ends_with("book.xlsx has no sheet Nothing. It has Old, Data, More #1 / 枡, Empty."),
           sentenceOf(import.survey()).c_str());
  import.options.sources = {book};
  const auto first = import.survey();
  QVERIFY2(first, sentenceOf(first).c_str());
  QVERIFY(says(first->notes, "has several sheets, of which Data is read. Another one is named as book.xlsx#NAME: M"));
  import.options.sources = {book + "#Old"};
  const auto other = import.survey();
  QVERIFY2(other, sentenceOf(other).c_str());
  QVERIFY(!says(other->notes, "has several sheets"));
  QCOMPARE(other->sources.front().path, std::string("book.xlsx#Old"));
  QVERIFY(other->sources.front().hash != first->sources.front().hash);
  // A number counts what is not hidden; a name that is one comes first.
  import.options.sources = {book + "#2"};
  const auto numbered = import.survey();
  QVERIFY2(numbered, sentenceOf(numbered).c_str());
  QVERIFY(says(numbered->notes, "No sheet of book.xlsx is called 2. More #1 / 枡 is read, the one with that number."));
  QVERIFY(!says(numbered->notes, "has several sheets"));
  QCOMPARE(numbered->table().sheetsRead, std::vector<std::string>{"More #1 / 枡"});
  for (const char* none : {"#0", "#4", "#-1", "#2.0"})
    QVERIFY2(textOf(book + none).find(" has no sheet ") != std::string::npos, textOf(book + none).c_str());
  const auto numbers = make("numbers.xlsx", "book([('2', rows([['a'], [1]])), ('-b', rows([['c'], [2]]))])");
  QCOMPARE(textOf(numbers.string() + "#2"), std::string("a\n1\n"));
  QCOMPARE(textOf(numbers.string() + "#-b"), std::string("c\n2\n"));
  std::filesystem::remove(numbers);
  // A folder of them, beside nothing else.
  import.options.sources = {m_folder->root()};
  const auto folder = import.survey();
  QVERIFY2(folder, sentenceOf(folder).c_str());
  QCOMPARE(folder->sources.size(), std::size_t{1});
}

void WorkbookTest::rejectsNameTheRow() {
  TableImport import;
  import.options.sources = {make("r.xlsx", R"(
book([('R', rows([['n', 't'], [1, 'a'], [2, 'b']], first=3) + rows([['no', 'c'], [4, 'd']], first=20))])
)")};
  import.options.table.kinds = {{"n", table::Kind::integer}};
  import.options.table.text = {"t"};
  import.load.target = m_folder->path("r.h5");
  const auto report = import.run();
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{3});
  const std::string rejects = TableFolder::read(report->rejectsFile);
  QVERIFY2(rejects.find("\"r.xlsx\",20,") != std::string::npos, rejects.c_str());
  const auto dataset = store::Dataset::open(import.load.target);
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE(*(*dataset)->readTexts("t", 0, 3), (std::vector<std::string>{"a", "b", "d"}));
}

void WorkbookTest::whatATableDoesNotShowIsNoted() {
  TableImport import;
  import.options.sources = {make("n.xlsx", R"(
book([('N', rows([['when', 'x', 'y'], [1, 2, 'a\nb'], [2, 3, 'c']]) +
            '<row r="4"><c r="A4" s="1"><v>45351.5</v></c><c r="B4" t="e"><v>#DIV/0!</v></c>'
            '<c r="C4" t="e"><v>#N/A</v></c></row>')],
     styles='<cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs>',
     after='<mergeCells><mergeCell ref="A9:B9"/></mergeCells>')
)")};
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QVERIFY(says(plan->notes, "Cells with errors in the sheet N of n.xlsx: 2, the first with #DIV/0! in B4."));
  QVERIFY(says(plan->notes, "Ranges of merged cells in the sheet N of n.xlsx: 1, the first A9:B9."));
  QVERIFY(says(plan->notes, "hold line breaks, first in row 2."));
}

void WorkbookTest::optionsOfTextAreRefused() {
  TableImport import;
  import.options.sources = {make("o.xlsx", "book([('O', rows([['a', 'b'], [1, 2], [3, 4]]))])")};
  import.options.table.delimiter = ';';
  QVERIFY2(sentenceOf(import.survey()).find("which --delimiter does not apply to") != std::string::npos,
           sentenceOf(import.survey()).c_str());
  import.options.table.delimiter.reset();
  import.options.table.encoding = "UTF-16LE";
  QVERIFY2(sentenceOf(import.survey()).find("which --encoding does not apply to") != std::string::npos,
           sentenceOf(import.survey()).c_str());
  import.options.table.encoding.reset();
  import.options.table.header = false;
  import.options.table.skipLines = 1;
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QCOMPARE(plan->table().records, std::uint64_t{2});
}

void WorkbookTest::workbooksAndCsvGoTogether() {
  const auto book = make("w.xlsx", "book([('W', rows([['a', 'b'], [1, 2], [3, 4]]))])");
  const auto commas = m_folder->write("c.csv", "b,a\n5,6\n7,8\n");
  const auto semicolons = m_folder->write("s.csv", "a;b\n1;2,5\n3;4,5\n");
  TableImport import;
  for (const auto& sources : {std::vector{book, commas}, std::vector{commas, book}}) {
    import.options.sources = sources;
    const auto plan = import.survey();
    QVERIFY2(plan, sentenceOf(plan).c_str());
    QCOMPARE(plan->table().records, std::uint64_t{4});
  }
  import.options.sources = {semicolons, book};
  QVERIFY2(sentenceOf(import.survey()).find("w.xlsx is an Excel workbook, and the other sources") != std::string::npos,
           sentenceOf(import.survey()).c_str());
  // The recipe of one reads the other.
  import.options.sources = {book};
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  const auto recipe = ingest::planFromRecipe(ingest::recipeFrom(*plan));
  QVERIFY2(recipe, sentenceOf(recipe).c_str());
  import.options = recipe->options;
  import.options.sources = {commas};
  const auto again = ingest::replan(*recipe, import.options, import.job(), import.resources);
  QVERIFY2(again, sentenceOf(again).c_str());
  QCOMPARE(again->table().records, std::uint64_t{2});
}

void WorkbookTest::anArchiveOfWorkbooksIsToBeUnpacked() {
  const auto file = make("in.xlsx", R"(
book([('T', rows([['x'], [1]]))])
inner = open(sys.argv[1], 'rb').read()
with zipfile.ZipFile(sys.argv[1], 'w') as packed:
    packed.writestr('readme.txt', 'Measured in spring.')
    packed.writestr('data/spring.xlsx', inner)
)");
  const auto archive = m_folder->path("books.zip");
  std::filesystem::rename(file, archive);
  TableImport import;
  import.options.sources = {archive};
  const std::string sentence = sentenceOf(import.survey());
  QVERIFY2(sentence.find("books.zip holds no CSV file, but Excel workbooks, such as data/spring.xlsx, which are not "
                         "read within an archive. Unpack it") != std::string::npos,
           sentence.c_str());
}

void WorkbookTest::lockFilesArePassedOver() {
  const auto file = make("a.xlsx", "book([('T', rows([['x'], [1], [2]]))])");
  const auto excel = m_folder->write("~$a.xlsx", "\x04user" + std::string(160, ' '));
  const auto office = m_folder->write(".~lock.a.xlsx#", ",user,host,01.01.2026 12:00,file:///home/user;");
  for (const auto& sources : {std::vector{m_folder->path("*.xlsx")}, std::vector{file, excel}}) {
    TableImport each;
    each.options.sources = sources;
    each.load.target = m_folder->path("lock.h5");
    each.load.write.overwrite = true;
    const auto plan = each.survey();
    QVERIFY2(plan, sentenceOf(plan).c_str());
    QCOMPARE(plan->sources.size(), std::size_t{1});
    QVERIFY(says(plan->notes, excel.string() + " is passed over: it only says that " + file.string() + " is open"));
    QCOMPARE(ingest::kindOf(each.options).value(), ingest::SourceKind::table);
  }
  for (const auto& lock : {excel, office}) {
    const auto found = ingest::tableFiles({lock});
    QCOMPARE(sentenceOf(found), lock.string() + " is not a table: it only says that " + file.string() +
                                    " is open in another program. Import that file.");
  }
  // A workbook that has such a name is one.
  const auto book = make("~$b.xlsx", "book([('T', rows([['x'], [1], [2]]))])");
  QCOMPARE(ingest::tableFiles({book})->files, std::vector{book});
}

void WorkbookTest::aSurveyReadsAPart() {
  const auto file =
      make("long.xlsx", "book([('L', rows([['i', 'j']] + [[i, None] for i in range(3000)] + [[1, 2]]))])");
  const std::string part = textOf(file, 1000);
  QVERIFY(part.starts_with("i,j\n0,\n1,\n") && part.ends_with(",\n"));
  QVERIFY(part.size() >= 1000 && part.size() < 1100);
  const auto text = ingest::openTableText(file, {}, 1000);
  const auto whole = ingest::openTableText(file, {});
  QVERIFY(text && whole && whole->share == 1);
  QCOMPARE(text->share, static_cast<double>(part.size()) / static_cast<double>(whole->file.bytes().size()));
  QCOMPARE(whole->sheet->tableBytes, whole->file.bytes().size());
}

void WorkbookTest::openpyxlWritesTheSame() {
  const QString program = R"(
import sys
try: import openpyxl
except ImportError: sys.exit('openpyxl is not here')
import datetime as d
book = openpyxl.Workbook()
sheet = book.active
sheet.append(['n', 't', 'day', 'at', 'b'])
sheet.append([0.1, 'x, "y"', d.date(2024, 2, 29), d.datetime(1999, 12, 31, 23, 59, 58), True])
sheet.append([-7, 'é', d.date(1900, 3, 1), d.datetime(2024, 1, 2, 3, 4, 5, 250000), False])
book.create_sheet('Other').append([1])
book.save(sys.argv[1])
)";
  const auto file = m_folder->path("py.xlsx");
  const QString failure = python(program, {QString::fromStdString(file.string())});
  if (failure.contains("openpyxl is not here")) QSKIP("Python's openpyxl is not here.");
  QVERIFY2(failure.isEmpty(), qPrintable(failure));
  QCOMPARE(textOf(file),
           std::string("n,t,day,at,b\n0.1,\"x, \"\"y\"\"\",2024-02-29,1999-12-31T23:59:58,true\n"
                       "-7,é,1900-03-01,2024-01-02T03:04:05.25,false\n"));
}

MASU_TEST(WorkbookTest)
#include "workbook_test.moc"
