// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>

#include "core/store/read/dataset.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

/// What is odd in the text of a table is said, with its place, and nothing of it is lost in silence.
class TableOdditiesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }
  void aHeaderWithoutANameForTheRows();
  void aRecordThatEndsInADelimiterHasNoRowNames();
  void aHeaderWithMoreNamesThanFields();
  void aDelimiterThatDividesNothing();
  void aFirstRecordTakenAsDataIsSaid();
  void aLabelOfTwoSpellingsIsSaid();
  void aTypeThatIsTooNarrowIsSaidOnce();
  void linesThatAreJson();
  void linesThatMayBeComments();
  void strayQuotesCostTheirLines();
  void linesThatAStrayQuoteJoinedMayBeNoRecords();
  void fieldsThatDoNotFitShowAStrayQuote();
  void cellsOfRecordsAreSaid();
  void cellsWithLineEndsAreKept();
  void twoStrayQuotesAreSaidWithTheirPlace();
  void aLongCellIsSaid();
  void aRecordOfManyCellsIsNotSuspect();
  void aRecordBeyondTheLimitIsRejected();
  void aLineBeyondTheLimitIsNoTable();
  void separatorsOfThousandsAreTakenOut();
  void manyColumnsArePlannedByName();
  void aHeaderLongerThanTheSampleIsOne();
  void manyColumnsAreImported();
  void columnsBeyondTheMemoryAreRefused();

 private:
  Result<ingest::ImportPlan> survey(const std::string& text, const ingest::TableOptions& options = {}) {
    TableImport import;
    import.options.sources = {m_folder->write("t.csv", text)};
    import.options.table = options;
    return import.survey();
  }
  Result<ingest::ImportReport> import(TableImport& each, const std::string& text) {
    each.options.sources = {m_folder->write("t.csv", text)};
    each.load.target = m_folder->path("t.h5");
    each.load.write.overwrite = true;
    return each.run();
  }
  static bool says(const std::vector<Message>& notes, const std::string& words) {
    return std::ranges::any_of(notes,
                               [&](const Message& note) { return note.english().find(words) != std::string::npos; });
  }

  std::unique_ptr<TableFolder> m_folder;
};

void TableOdditiesTest::aHeaderWithoutANameForTheRows() {
  const std::string text = "\"a\" \"b\"\n\"1\" 1.5 2\n\"2\" 2.5 3\n\"3\" 3.5 4\n";
  const auto plan = survey(text);
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QCOMPARE(plan->columns.size(), std::size_t{3});
  QCOMPARE(plan->columns[1].name, std::string("a"));
  QCOMPARE(plan->columns[2].name, std::string("b"));
  QCOMPARE(plan->columns[0].role, table::Role::ignored);
  QVERIFY(says(plan->notes, "one name fewer"));
  TableImport each;
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{3});
}

void TableOdditiesTest::aRecordThatEndsInADelimiterHasNoRowNames() {
  const auto plan = survey("a,b\n1,2,\n3,4,\n5,6,\n");
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QCOMPARE(plan->columns[0].name, std::string("a"));
  QCOMPARE(plan->columns[0].role, table::Role::feature);
  QVERIFY(!says(plan->notes, "one name fewer"));
}

void TableOdditiesTest::aHeaderWithMoreNamesThanFields() {
  const auto plan = survey("a,b,c\n1,2\n3,4\n5,6\n");
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QCOMPARE(plan->columns.size(), std::size_t{2});
  QVERIFY(says(plan->notes, "has 3 names, but its records have 2 fields: c"));
  QVERIFY(!says(survey("a,b,\n1,2\n3,4\n5,6\n")->notes, "names"));
}

void TableOdditiesTest::aDelimiterThatDividesNothing() {
  ingest::TableOptions options;
  options.delimiter = ';';
  const std::string text = "a,b\n1,2\n3,4\n5,6\n";
  const auto plan = survey(text, options);
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QVERIFY(
      says(plan->notes, "With the delimiter ';' each line of t.csv is one cell; with ',' it would have 2 columns."));
  options.delimiter = ',';
  QVERIFY(!says(survey(text, options)->notes, "delimiter"));
  QVERIFY(!says(survey("a\n1\n2\n3\n", options)->notes, "delimiter"));
}

void TableOdditiesTest::aFirstRecordTakenAsDataIsSaid() {
  const std::string text = "name,2019\nred,1.5\nblue,2.5\n";
  const auto guessed = survey(text);
  QVERIFY2(guessed, sentenceOf(guessed).c_str());
  QVERIFY(says(guessed->notes, "The first record of t.csv was taken as data, and the columns are called c1"));
  QVERIFY(says(guessed->notes, "For data: numbers unlike the cells below, such as 2019 above 1.5 (columns: 1)."));
  ingest::TableOptions asked;
  asked.header = false;
  const auto stated = survey(text, asked);
  QVERIFY2(stated, sentenceOf(stated).c_str());
  QVERIFY(!says(stated->notes, "was taken as data"));
  TableImport labelled;
  labelled.options.labels = {"2019"};
  const auto refused = import(labelled, text);
  QVERIFY(!refused);
  QVERIFY2(sentenceOf(refused).ends_with("If the first record of t.csv, which holds 2019, is a header, use --header."),
           sentenceOf(refused).c_str());
}

void TableOdditiesTest::aLabelOfTwoSpellingsIsSaid() {
  std::string text = "x,y\n";
  for (int i = 0; i < 1000; ++i) text += std::to_string(i) + "," + std::to_string(i % 3) + "\n";
  TableImport each;
  each.options.sources = {m_folder->write("t.csv", text + "5,1.0\n")};
  each.options.labels = {"y"};
  const auto guessed = each.survey();
  QVERIFY2(guessed, sentenceOf(guessed).c_str());
  QCOMPARE(guessed->target, store::Target::values);
  QVERIFY(says(guessed->notes, "The label y is taken as a value, since 1 of 1001 surveyed cells"));
  each.options.target = store::Target::values;
  const auto stated = each.survey();
  QVERIFY2(stated, sentenceOf(stated).c_str());
  QVERIFY(!says(stated->notes, "is taken as a value"));
  each.options.target = store::Target::classes;
  const auto classes = each.survey();
  QVERIFY2(classes, sentenceOf(classes).c_str());
  QVERIFY(says(classes->notes, "are two classes of y, though one number"));
  each.options.target = store::Target::none;
  each.options.sources = {m_folder->write("t.csv", text + "5,01\n")};
  const auto zeros = each.survey();
  QVERIFY2(zeros, sentenceOf(zeros).c_str());
  QVERIFY(says(zeros->notes, "as in 01"));
}

void TableOdditiesTest::aTypeThatIsTooNarrowIsSaidOnce() {
  TableImport each;
  each.options.dtype = table::DType::f16;
  const std::string text = "t,y\n2024-01-01,1\n2024-01-01 11:06:47,2\n2024-01-04,3\n";
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QVERIFY(says(report->notes, "A value of column t that f16 does not keep made features wider: f32 instead of f16."));
  const auto plan = each.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QVERIFY(!says(plan->notes, "are stored as f16"));
}

void TableOdditiesTest::linesThatAreJson() {
  // Whoever names a delimiter says that they are a table.
  ingest::TableOptions options;
  options.delimiter = ',';
  options.header = false;
  const auto plan = survey("{\"a\": \"x, 1, y\"}\n{\"a\": \"x, 2, y\"}\n{\"a\": \"x, 3, y\"}\n", options);
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QVERIFY(says(plan->notes, "Without --delimiter they are read as JSON Lines"));
}

void TableOdditiesTest::linesThatMayBeComments() {
  const auto plan = survey("a,b\n1,2\n# a comment\n3,4\n# another\n5,6\n");
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QVERIFY(says(plan->notes, "2 surveyed lines that do not fit begin with #"));
}

/// The lines between two stray quotes.
void TableOdditiesTest::strayQuotesCostTheirLines() {
  for (const std::string last : {"\"n", "\"n\""}) {
    std::string text = "id,name,value\n";
    for (int i = 0; i < 1000; ++i) {
      const std::string name = i == 200 ? "\"n" : i == 290 ? last : "n";
      text += std::to_string(i) + "," + name + "," + std::to_string(i % 7) + (i % 3 == 0 ? "\r\n" : "\n");
    }
    for (const std::uint64_t blockBytes : {60, 100'000}) {
      TableImport each;
      each.load.blockBytes = blockBytes;
      const auto report = import(each, text);
      QVERIFY2(report, sentenceOf(report).c_str());
      QCOMPARE(report->records, std::uint64_t{1000});
      QCOMPARE(report->rejected, std::uint64_t{last.size() == 2 ? 2U : 1U});
      QCOMPARE(report->reasons.front().reason, std::string("a stray quote joins lines"));
      const std::string rejects = TableFolder::read(report->rejectsFile);
      const std::string place = "\"t.csv\",202," + std::to_string(text.find("200,\"n")) + ",";
      QVERIFY2(rejects.find(place) != rejects.npos, rejects.c_str());
      QVERIFY(rejects.find("201,n") == rejects.npos);
      QVERIFY(report->notes.empty());
    }
  }
}

void TableOdditiesTest::linesThatAStrayQuoteJoinedMayBeNoRecords() {
  std::string text = "id,name,value\n";
  for (int i = 0; i < 100; ++i) text += std::to_string(i) + (i == 20 ? ",\"n\nsome words\n\"of\" n" : ",n") + ",1\n";
  TableImport each;
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->records, std::uint64_t{100});
  QCOMPARE(report->samples, std::uint64_t{99});
  QVERIFY(says(report->notes, ": 1, of 2 line ends. The first begins in line 22 of t.csv"));
}

void TableOdditiesTest::fieldsThatDoNotFitShowAStrayQuote() {
  std::string text = "id,name,value\n";
  for (int i = 0; i < 100; ++i) text += std::to_string(i) + (i == 20 ? ",\"n,1\n" : i == 30 ? ",n,\"\n" : ",n,1\n");
  TableImport each;
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->records, std::uint64_t{100});
  QCOMPARE(report->samples, std::uint64_t{98});
}

/// Such a record is sound, but hardly what was meant.
void TableOdditiesTest::cellsOfRecordsAreSaid() {
  std::string text = "id,name,value\n";
  for (int i = 0; i < 100; ++i) text += std::to_string(i) + (i == 20 || i == 30 ? ",\",1\n" : ",n,1\n");
  TableImport each;
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{90});
  QVERIFY(says(report->notes, ": 1, of 10 line ends. The first begins in line 22 of t.csv"));
}

void TableOdditiesTest::cellsWithLineEndsAreKept() {
  std::string text = "id,name,value\n";
  for (int i = 0; i < 100; ++i) text += std::to_string(i) + ",\"n, \"\"so\"\"\nand, so\n\" ,1\n";
  TableImport each;
  each.options.table.text = {"name"};
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{100});
  QVERIFY(report->notes.empty());
}

void TableOdditiesTest::twoStrayQuotesAreSaidWithTheirPlace() {
  std::string text = "name,value\n";
  for (int i = 0; i < 900'000; ++i) {
    const std::string mark = i == 10'000 ? "\"n,n" : i == 890'000 ? "\"n" : "n";
    text += mark + std::to_string(i % 10) + "," + std::to_string(i % 7) + "\n";
  }
  TableImport each;
  each.options.table.text = {"name"};
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->records, std::uint64_t{900'000 - 880'000});
  QVERIFY(says(report->notes, "The first begins in line 10002 of t.csv"));
  QVERIFY(says(report->notes, "where the survey had forecast"));
}

void TableOdditiesTest::aLongCellIsSaid() {
  std::string text = "name,value\n";
  for (int i = 0; i < 50; ++i) text += "\"" + std::string(i == 20 ? 101 : 100, '\n') + "\",1\n";
  TableImport each;
  each.options.table.text = {"name"};
  for (const std::uint64_t blockBytes : {200, 100'000}) {
    each.load.blockBytes = blockBytes;
    const auto report = import(each, text);
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(says(report->notes, ": 1, of 101 line ends. The first begins in line 2022 of t.csv"));
  }
  // Of one line end, but of 64 KiB.
  text = "name,value\n";
  for (int i = 0; i < 50; ++i) text += "\"" + std::string(i == 20 ? 70'000 : 9, 'x') + "\nand more\",1\n";
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{50});
  QVERIFY(says(report->notes, ": 1, of 1 line ends. The first begins in line 42 of t.csv"));
}

void TableOdditiesTest::aRecordOfManyCellsIsNotSuspect() {
  std::string text = "c";
  for (int i = 1; i < 40'000; ++i) text += ",c" + std::to_string(i);
  for (int row = 0; row < 3; ++row) {
    text += '\n';
    for (int i = 0; i < 40'000; ++i) text += (i == 0 ? "" : ",") + std::to_string((i + row) % 10);
  }
  TableImport each;
  const auto report = import(each, text + "\n");
  QVERIFY2(report, sentenceOf(report).c_str());
  QVERIFY(report->notes.empty());
}

void TableOdditiesTest::aRecordBeyondTheLimitIsRejected() {
  std::string text = "name,value\n";
  for (int i = 0; i < 200; ++i) text += std::string(i == 50 ? 5000 : i == 60 ? 4000 : 3, 'x') + ",1\n";
  text += "\"swallows\n";
  for (int i = 0; i < 2000; ++i) text += "y,2\n";
  text += "z\",3\n";
  for (const std::uint64_t blockBytes : {500, 100'000}) {
    TableImport each;
    each.options.table.text = {"name"};
    each.options.table.longestRecord = 4096;
    each.load.blockBytes = blockBytes;
    const auto report = import(each, text);
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->samples, std::uint64_t{199 + 2000 + 1});
    QCOMPARE(report->rejected, std::uint64_t{2});
    const std::string rejects = TableFolder::read(report->rejectsFile);
    QVERIFY2(rejects.find("\"t.csv\",52,") != rejects.npos && rejects.find("\"t.csv\",202,") != rejects.npos,
             rejects.c_str());
    QVERIFY(rejects.find("record too long") != rejects.npos);
  }
  // A recipe keeps the limit.
  ingest::TableOptions options;
  options.longestRecord = 4096;
  const auto plan = survey("a,b\n1,2\n3,4\n", options);
  QVERIFY2(plan, sentenceOf(plan).c_str());
  const auto again = ingest::planFromRecipe(ingest::recipeFrom(*plan));
  QVERIFY2(again, sentenceOf(again).c_str());
  QCOMPARE(again->table().dialect.longestRecord, std::uint64_t{4096});
}

void TableOdditiesTest::aLineBeyondTheLimitIsNoTable() {
  const std::string line(20 << 20, 'x');
  const auto one = survey(line);
  QVERIFY(!one);
  QVERIFY2(sentenceOf(one).find("no record of at most 16777216 bytes") != std::string::npos, sentenceOf(one).c_str());
  std::string cells;
  while (cells.size() < (20U << 20U)) cells += "1,";
  const auto many = survey(cells);
  QVERIFY(!many);
  QVERIFY2(sentenceOf(many).find("more than 1000000 columns") != std::string::npos, sentenceOf(many).c_str());
}

/// Also of whole numbers beyond those of doubles.
void TableOdditiesTest::separatorsOfThousandsAreTakenOut() {
  const std::string text = "v;big;t\n1.234,5;9.007.199.254.740.993;1.000\n\"12.345\";12;2.000\n-7;1.000;3\n";
  QVERIFY(says(survey("v\tw\n1,234.5\tx\n2,345.5\ty\n")->notes, "To have numbers, give --thousands \",\"."));
  TableImport each;
  each.options.table.thousands = '.';
  each.options.table.keep = {"big"};
  each.options.table.text = {"t"};
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{3});
  const auto dataset = store::Dataset::open(m_folder->path("t.h5"));
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  const auto values = (*dataset)->readValues(*(*dataset)->find("features"), 0, 3);
  QVERIFY2(values, sentenceOf(values).c_str());
  QCOMPARE(*values, (std::vector<double>{1234.5, 12345, -7}));
  const auto plan = survey(text, each.options.table);
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QVERIFY(plan->columns[1].wide && plan->columns[1].kind == table::Kind::integer);
  QCOMPARE(plan->table().dialect.decimal, ',');
  const auto again = ingest::planFromRecipe(ingest::recipeFrom(*plan));
  QVERIFY2(again, sentenceOf(again).c_str());
  QCOMPARE(again->table().dialect.thousands, '.');
}

/// Minutes where each name is looked for among all.
void TableOdditiesTest::manyColumnsArePlannedByName() {
  constexpr int kColumns = 60'000;
  std::string text;
  for (int line = 0; line < 3; ++line) {
    for (int i = 0; i < kColumns; ++i)
      text += (i == 0 ? "" : ",") + (line == 0 ? "column" + std::to_string(i) : std::to_string(i % 10));
    text += '\n';
  }
  ingest::TableOptions options;
  options.text = {"all"};
  const auto plan = survey(text, options);
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QCOMPARE(plan->columns.size(), std::size_t{kColumns});
  // Which is longer than what a dialect is found by.
  QCOMPARE(plan->columns.back().name, "column" + std::to_string(kColumns - 1));
  QVERIFY(std::ranges::all_of(plan->columns, [](const auto& column) { return column.role == table::Role::kept; }));
  TableImport again;
  again.options.sources = {m_folder->path("t.csv")};
  const auto recipe = ingest::planFromRecipe(ingest::recipeFrom(*plan));
  QVERIFY2(recipe, sentenceOf(recipe).c_str());
  const auto bound = ingest::replan(*recipe, again.options, again.job());
  QVERIFY2(bound, sentenceOf(bound).c_str());
}

/// Numbered columns with decimal commas: what the header alone does not show.
void TableOdditiesTest::aHeaderLongerThanTheSampleIsOne() {
  for (const int columns : {40'000, 60'000}) {
    std::string text;
    for (int line = 0; line < 3; ++line) {
      for (int i = 0; i < columns; ++i)
        text += (i == 0 ? "" : ";") + std::to_string(line == 0 ? i : i % 10) + (line == 0 ? "" : ",5");
      text += '\n';
    }
    ingest::TableOptions options;
    options.text = {"all"};
    const auto plan = survey(text, options);
    QVERIFY2(plan, sentenceOf(plan).c_str());
    QVERIFY(plan->table().dialect.header);
    QCOMPARE(plan->table().dialect.decimal, ',');
    QCOMPARE(plan->columns.back().name, std::to_string(columns - 1));
  }
}

/// Hours where each column is looked for among all.
void TableOdditiesTest::manyColumnsAreImported() {
  constexpr std::size_t kColumns = 100'000;
  std::string text;
  for (std::size_t line = 0; line < 3; ++line) {
    for (std::size_t i = 0; i < kColumns; ++i)
      text += (i == 0 ? "" : ",") + (line == 0 ? "column" + std::to_string(i) : std::to_string(i % 1000 + line));
    text += '\n';
  }
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", text)};
  import.options.labels = {"column99999"};
  import.options.target = store::Target::values;
  import.load.target = m_folder->path("out.h5");
  const auto report = import.run();
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{2});
  const auto dataset = store::Dataset::open(m_folder->path("out.h5"));
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE((*dataset)->meta().schema.columns.size(), kColumns);
  const auto values = (*dataset)->readValues(*(*dataset)->find("features"), 0, 2);
  QVERIFY2(values, sentenceOf(values).c_str());
  QCOMPARE(values->size(), 2 * (kColumns - 1));
  for (std::size_t i = 0; i + 1 < kColumns; ++i) {
    QCOMPARE((*values)[i], static_cast<double>(i % 1000 + 1));
    QCOMPARE((*values)[kColumns - 1 + i], static_cast<double>(i % 1000 + 2));
  }
}

void TableOdditiesTest::columnsBeyondTheMemoryAreRefused() {
  std::string text(200'000, ',');
  text += "\n" + text + "\n" + text + "\n";
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", text)};
  const auto plan = ingest::survey(import.options, import.job(), {2, std::uint64_t{64} << 20});
  QVERIFY(!plan);
  QVERIFY2(sentenceOf(plan).find("--memory") != std::string::npos, sentenceOf(plan).c_str());
}

MASU_TEST(TableOdditiesTest)
#include "table_oddities_test.moc"
