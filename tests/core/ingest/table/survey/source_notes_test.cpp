// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/source_notes.h"

#include "core/ingest/sources/json_table.h"
#include "core/ingest/sources/sheet_table.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

namespace {

bool has(const ImportPlan& plan, const std::string& words) {
  return std::ranges::any_of(plan.foundNotes,
                             [&](const Message& note) { return note.english().find(words) != std::string::npos; });
}

}  // namespace

/// What people should know of sources, and nothing where there is nothing to know.
class SourceNotesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<TableFolder>();
    m_plan = {};
    m_sources.clear();
  }

  void declaredDelimitersAreObeyedOrNot() {
    m_plan.table().dialect.delimiter = ';';
    add("a.csv", "a;b\n1;2\n");
    noteDeclared(m_plan, m_sources);
    QVERIFY(m_plan.foundNotes.empty());
    add("b.csv", "sep=;\na;b\n1;2\n");
    noteDeclared(m_plan, m_sources);
    QCOMPARE(m_plan.foundNotes.size(), std::size_t{1});
    QVERIFY(has(m_plan, "first line of b.csv declares") && has(m_plan, "which is used"));
    m_plan.foundNotes.clear();
    add("c.csv", "sep=|\na;b\n1;2\n");
    noteDeclared(m_plan, m_sources);
    QCOMPARE(m_plan.foundNotes.size(), std::size_t{1});
    QVERIFY(has(m_plan, "first line of c.csv declares") && has(m_plan, "but all sources are read with"));
  }

  void namesThatAHeaderHasTwiceAreListed() {
    add("a.csv", "a,b\n1,2\n");
    add("b.csv", "a,b,a\n1,2,3\n");
    add("c.csv", "b,b\n1,2\n");
    noteRenamed(m_plan, m_sources, 2);
    QCOMPARE(m_plan.foundNotes.size(), std::size_t{1});
    QVERIFY(has(m_plan, "header of b.csv") && has(m_plan, "a (2)"));
    m_plan.foundNotes.clear();
    m_plan.table().dialect.header = false;
    noteRenamed(m_plan, m_sources, 2);
    QVERIFY(m_plan.foundNotes.empty());
  }

  void nestedValuesAreNamedWithTheirLine() {
    JsonKeys flat;
    flat.names = {"a"};
    JsonKeys nested = flat;
    nested.nestedKey = "inner";
    nested.nestedLine = 7;
    add("a.jsonl", "a\n1\n");
    m_sources[0].json = std::make_shared<JsonKeys>(flat);
    noteNested(m_plan, m_sources);
    QVERIFY(m_plan.foundNotes.empty());
    add("b.jsonl", "a\n1\n");
    m_sources[1].json = std::make_shared<JsonKeys>(nested);
    noteNested(m_plan, m_sources);
    QCOMPARE(m_plan.foundNotes.size(), std::size_t{1});
    QVERIFY(has(m_plan, "key inner of b.jsonl holds") && has(m_plan, "in line 7"));
  }

  /// Of one workbook the plan has the sheets that could be read instead; of each kind of note there is one.
  void sheetsAreThoseOfTheOnlyWorkbook() {
    SheetFacts facts;
    facts.file = "book.xlsx";
    facts.sheet = "Data";
    facts.sheets = {"Data", "Other"};
    facts.isNamed = true;
    facts.columns = 1;
    facts.errors = 2;
    facts.firstError = "#N/A";
    facts.firstErrorCell = "C5";
    add("book.xlsx", "a\n1\n");
    m_sources[0].sheet = std::make_shared<SheetFacts>(facts);
    noteSheets(m_plan, m_sources);
    QVERIFY(m_plan.table().workbook == facts.file);
    QCOMPARE(m_plan.table().sheets, facts.sheets);
    QCOMPARE(m_plan.table().sheet, facts.sheet);
    QVERIFY(has(m_plan, "C5"));
    const std::size_t notes = m_plan.foundNotes.size();
    m_plan = {};
    m_plan.sources = {{.path = "book.xlsx", .hash = {}}};
    add("more.xlsx", "a\n1\n");
    m_sources[1].sheet = std::make_shared<SheetFacts>(facts);
    noteSheets(m_plan, m_sources);
    QVERIFY(m_plan.table().workbook.empty() && m_plan.table().sheets.empty());
    QCOMPARE(m_plan.foundNotes.size(), notes);
  }

  void tablesHaveNoSheets() {
    add("a.csv", "a\n1\n");
    noteSheets(m_plan, m_sources);
    noteNested(m_plan, m_sources);
    noteUnpacked(m_plan, m_sources);
    QVERIFY(m_plan.foundNotes.empty());
    QVERIFY(m_plan.table().workbook.empty());
  }

  /// A survey copied a share of a source, from which the room follows that all of it takes.
  void largeCopiesAreNoted() {
    const std::string text(1000, 'x');
    add("little.csv.gz", "a\n" + text);
    add("large.csv.gz", "a\n" + text);
    m_sources[0].share = 0.5;
    noteUnpacked(m_plan, m_sources);
    QVERIFY(m_plan.foundNotes.empty());
    m_sources[1].share = 1002 / 250.5e6;
    noteUnpacked(m_plan, m_sources);
    QCOMPARE(m_plan.foundNotes.size(), std::size_t{1});
    QVERIFY(has(m_plan, "large.csv.gz is unpacked") && has(m_plan, "about 250 MB"));
  }

 private:
  void add(const std::string& name, const std::string& text) {
    auto source = openTable(m_folder->write(name, text), m_plan.table().dialect);
    if (!source) qFatal("%s", sentenceOf(source).c_str());
    m_sources.push_back(std::move(*source));
    m_plan.sources.push_back({.path = name, .hash = {}});
  }

  std::unique_ptr<TableFolder> m_folder;
  ImportPlan m_plan;
  std::vector<TableSource> m_sources;
};

MASU_TEST(SourceNotesTest)
#include "source_notes_test.moc"
