// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/source_fields.h"

#include <algorithm>
#include <random>
#include <set>

#include "core/csv/detection/header.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using Names = std::vector<std::string>;

namespace {

std::string joined(const Names& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (line.empty() ? "" : ",") + cell;
  return line + "\n";
}

/// The names of a source's fields, as the plan has them.
Names fieldsOf(const ImportPlan& plan, const Names& columns, std::size_t source) {
  const SourceFields& fields = plan.table().fields[source];
  if (fields.columns.empty()) return columns;
  Names names;
  for (const std::uint32_t column : fields.columns) names.push_back(columns[column]);
  return names;
}

/// Numbers under each other, as many as there are names.
std::string numbersFor(std::size_t columns) {
  std::string text;
  for (int row = 0; row < 3; ++row) text += joined(Names(columns, std::to_string(row)));
  return text;
}

}  // namespace

/// Fields of several files become the columns of one table by the names in their headers.
class SourceFieldsTest : public QObject {
  Q_OBJECT

  TableFolder m_folder;
  std::vector<TableSource> m_sources;
  ImportPlan m_plan;

  /// The names of all columns, for files of these texts.
  Result<Names> matched(const Names& texts) {
    m_sources.clear();
    m_plan.sources.clear();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string name = std::to_string(i) + ".csv";
      MASU_TRY(auto source, openTable(m_folder.write(name, texts[i]), m_plan.table().dialect));
      m_sources.push_back(std::move(source));
      m_plan.sources.push_back({name, texts[i].size(), 0, "00", 0});
    }
    const std::vector<std::string>& header = m_sources.front().header;
    return matchFields(m_plan, m_sources, csv::columnNames(&header, header.size()));
  }

  /// What is noted of columns by these names.
  std::string noted(const Names& names) {
    m_plan.columns.clear();
    m_plan.notes.clear();
    for (const std::string& name : names) m_plan.columns.emplace_back().name = name;
    noteFields(m_plan);
    std::string all;
    for (const Message& note : m_plan.notes) all += note.english() + "\n";
    return all;
  }

 private Q_SLOTS:
  void init() { m_plan = ImportPlan(); }

  /// Whatever the files have, each of their names is one column, in the order of its first appearance.
  void namesBecomeColumns() {
    std::mt19937 random(11);
    for (int round = 0; round < 60; ++round) {
      std::vector<Names> headers;
      Names texts;
      Names expected;
      for (auto files = 1 + random() % 4; files > 0; --files) {
        // All have this one, so that none shares nothing.
        std::set<std::string> chosen = {"id"};
        for (auto more = random() % 5; more > 0; --more) chosen.insert("name " + std::to_string(random() % 6));
        Names header(chosen.begin(), chosen.end());
        std::ranges::shuffle(header, random);
        for (const std::string& name : header) {
          if (std::ranges::find(expected, name) == expected.end()) expected.push_back(name);
        }
        texts.push_back(joined(header) + numbersFor(header.size()));
        headers.push_back(header);
      }
      const auto names = matched(texts);
      QVERIFY2(names, sentenceOf(names).c_str());
      QCOMPARE(*names, expected);
      QCOMPARE(m_plan.table().fields.size(), headers.size());
      const std::string notes = noted(*names);
      for (std::size_t i = 0; i < headers.size(); ++i) {
        QCOMPARE(fieldsOf(m_plan, *names, i), headers[i]);
        QCOMPARE(fieldCount(m_plan, i), headers[i].size());
        QVERIFY(dialectOf(m_plan, i).header);
      }
      for (const std::string& name : expected) {
        const auto lacks = [&](const Names& header) { return std::ranges::find(header, name) == header.end(); };
        const auto count = std::ranges::count_if(headers, lacks);
        const auto first = std::ranges::find_if(headers, lacks) - headers.begin();
        const std::string note = "Column " + name + " is not in " + std::to_string(count) + " of " +
                                 std::to_string(headers.size()) + " files, " + std::to_string(first) + ".csv among";
        QCOMPARE(notes.find("Column " + name + " ") != notes.npos, count > 0);
        if (count > 0) QVERIFY2(notes.find(note) != notes.npos, notes.c_str());
      }
    }
  }

  /// A table that was cut into files has its header in the first alone.
  void aPartWithoutHeaderIsReadByPosition() {
    const auto names = matched({"a,b\n1,2\n3,4\n", "5,6\n7,8\n", "b,a,c\n1,2,3\n", "9,10\n11,12\n"});
    QVERIFY2(names, sentenceOf(names).c_str());
    QCOMPARE(*names, (Names{"a", "b", "c"}));
    QCOMPARE(fieldsOf(m_plan, *names, 1), (Names{"a", "b"}));
    QVERIFY(dialectOf(m_plan, 0).header && !dialectOf(m_plan, 1).header && !dialectOf(m_plan, 3).header);
    // What was taken for its header is a record again.
    for (const std::size_t part : {std::size_t{1}, std::size_t{3}}) {
      QCOMPARE(m_sources[part].start, std::uint64_t{0});
      QCOMPARE(m_sources[part].firstLine, std::uint64_t{1});
      QVERIFY(m_sources[part].header.empty());
    }
    QVERIFY(m_sources[2].start > 0);
    const std::string notes = noted(*names);
    QVERIFY(notes.find("1.csv has no header; its columns are read in the order of 0.csv.") != notes.npos);
    QVERIFY(notes.find("2.csv has no header") == notes.npos);
  }

  void aFileThatSharesNothingIsRefused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("other names") << QByteArray("p,q\n1,2\n3,4\n5,6\n");
    QTest::newRow("other names in another case") << QByteArray("A,B\n1,2\n3,4\n5,6\n");
    QTest::newRow("fewer numbers") << QByteArray("1\n2\n3\n");
    QTest::newRow("more numbers") << QByteArray("1,2,3\n4,5,6\n7,8,9\n");
  }

  void aFileThatSharesNothingIsRefused() {
    QFETCH(QByteArray, text);
    const auto names = matched({"a,b\n1,2\n3,4\n", "b,a\n1,2\n", text.toStdString()});
    QVERIFY(!names);
    QCOMPARE(names.error().code, Errc::format);
    const std::string sentence = names.error().message.english();
    QVERIFY2(sentence.find("2.csv shares no column with ") != sentence.npos, sentence.c_str());
    QVERIFY2(names.error().source.file.ends_with("2.csv"), names.error().source.file.c_str());
  }

  void anotherDelimiterIsNamed() {
    const auto names = matched({"a,b\n1,2\n3,4\n", "a;b\n1,5;2\n3;4\n"});
    QVERIFY(!names);
    const std::string sentence = names.error().message.english();
    QVERIFY2(sentence.find("','") != sentence.npos && sentence.find("';'") != sentence.npos, sentence.c_str());
    QCOMPARE(names.error().source.line, std::uint64_t{1});
  }

  /// Without headers all files have the columns of the first, whatever is in their first lines.
  void withoutHeadersTheFirstFileCounts() {
    m_plan.table().dialect.header = false;
    m_sources.clear();
    for (const auto& [name, text] : {std::pair{"t.csv", "1,2\n"}, {"u.csv", "a,b\n"}}) {
      auto source = openTable(m_folder.write(name, text), m_plan.table().dialect);
      QVERIFY2(source, sentenceOf(source).c_str());
      m_sources.push_back(std::move(*source));
    }
    const auto names = matchFields(m_plan, m_sources, csv::columnNames(nullptr, 2));
    QVERIFY(names);
    QCOMPARE(*names, (Names{"c1", "c2"}));
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      QCOMPARE(fieldsOf(m_plan, *names, i), *names);
      QVERIFY(!dialectOf(m_plan, i).header);
    }
    m_plan.sources = {{"t.csv", 4, 0, "00", 0}, {"u.csv", 4, 0, "01", 0}};
    QCOMPARE(noted(*names), std::string());
  }

  /// Of a source that nobody matched the plan's own spelling and columns hold.
  void whatWasNotMatchedIsAsThePlanSays() {
    m_plan.columns.resize(3);
    QCOMPARE(fieldCount(m_plan, 0), std::size_t{3});
    QVERIFY(dialectOf(m_plan, 0).header);
    m_plan.table().dialect.header = false;
    QVERIFY(!dialectOf(m_plan, 0).header);
  }
};

MASU_TEST(SourceFieldsTest)
#include "source_fields_test.moc"
