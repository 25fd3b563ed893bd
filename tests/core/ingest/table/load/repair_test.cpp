// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/journal/repair.h"

#include <cmath>
#include <random>

#include "core/store/read/dataset.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

namespace {

constexpr double kMissing = -99;

/// Features, row after row, with kMissing where there is none.
std::vector<double> featuresOf(const std::filesystem::path& file) {
  const auto dataset = store::Dataset::open(file);
  const store::ObjectInfo* info = dataset ? (*dataset)->find("features") : nullptr;
  if (info == nullptr) return {};
  auto values = (*dataset)->readValues(*info, 0, (*dataset)->samples());
  if (!values) return {};
  for (double& value : *values) value = std::isnan(value) ? kMissing : value;
  return *values;
}

/// "b: too few fields 1 [1 t.csv:4]", one a line.
std::string shown(const std::vector<RepairCount>& repairs) {
  std::string text;
  for (const RepairCount& repair : repairs) {
    text += repair.column + ": " + repair.reason + " " + std::to_string(repair.count);
    for (const RepairExample& example : repair.examples)
      text += " [" + example.text + " " + example.file + ":" + std::to_string(example.line) + "]";
    text += '\n';
  }
  return text;
}

}  // namespace

/// Records with other fields than there are columns, and cells that their columns do not hold: what was asked is done,
/// counted and shown.
class RepairTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }

  void recordsOfOtherFields_data() {
    QTest::addColumn<int>("ragged");
    QTest::addColumn<std::vector<double>>("features");
    QTest::addColumn<int>("rejected");
    QTest::addColumn<QString>("repairs");
    QTest::newRow("rejected") << int(Ragged::reject) << std::vector<double>{1, 2, 3, 11, 12, 13} << 3 << "";
    QTest::newRow("padded") << int(Ragged::pad)
                            << std::vector<double>{1, 2, 3, 4, 5, kMissing, 6, kMissing, kMissing, 11, 12, 13} << 1
                            << "b: too few fields 1 [1 t.csv:4]\nc: too few fields 1 [2 t.csv:3]\n";
    QTest::newRow("truncated") << int(Ragged::truncate) << std::vector<double>{1, 2, 3, 7, 8, 9, 11, 12, 13} << 2
                               << ": too many fields 1 [5 t.csv:5]\n";
    QTest::newRow("both") << int(Ragged::both)
                          << std::vector<double>{1, 2, 3, 4, 5, kMissing, 6, kMissing, kMissing, 7, 8, 9, 11, 12, 13}
                          << 0
                          << "b: too few fields 1 [1 t.csv:4]\nc: too few fields 1 [2 t.csv:3]\n"
                             ": too many fields 1 [5 t.csv:5]\n";
  }

  void recordsOfOtherFields() {
    QFETCH(int, ragged);
    QFETCH(std::vector<double>, features);
    QFETCH(int, rejected);
    QFETCH(QString, repairs);
    TableImport each;
    each.options.table.ragged = static_cast<Ragged>(ragged);
    const auto report = import(each, "a,b,c\n1,2,3\n4,5\n6\n7,8,9,10,x\n11,12,13\n");
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->records, std::uint64_t{5});
    QCOMPARE(report->rejected, static_cast<std::uint64_t>(rejected));
    QCOMPARE(featuresOf(each.load.target), features);
    QCOMPARE(QString::fromStdString(shown(report->repairs)), repairs);
    const auto notes = static_cast<int>(notesOn(report->repairs).size());
    QCOMPARE(static_cast<int>(repairs.count('\n')), notes);
    QVERIFY(static_cast<int>(report->notes.size()) >= notes);
  }

  void notesOfManyColumnsAreFolded() {
    std::vector<RepairCount> repairs(1000);
    for (std::size_t i = 0; i < repairs.size(); ++i)
      repairs[i] = {RepairKind::cell, "c" + std::to_string(i), "not a number", 1, {{"x", "t.csv", i}}};
    const std::vector<Message> notes = notesOn(repairs);
    QCOMPARE(notes.size(), std::size_t{6});
    QVERIFY(notes.front().english().find("Column c0 ") != std::string::npos);
    QVERIFY(notes.back().english().find("995") != std::string::npos);
  }

  void badCells_data() {
    QTest::addColumn<QString>("missing");
    QTest::addColumn<std::vector<double>>("features");
    QTest::addColumn<int>("dropped");
    QTest::newRow("nan") << "nan" << std::vector<double>{1, 2, kMissing, 4, 5, kMissing} << 0;
    QTest::newRow("zero") << "zero" << std::vector<double>{1, 2, 0, 4, 5, 0} << 0;
    QTest::newRow("drop") << "drop" << std::vector<double>{1, 2} << 2;
  }

  /// A label cannot be missing: its record is rejected for what its cell is.
  void badCells() {
    QFETCH(QString, missing);
    QFETCH(std::vector<double>, features);
    QFETCH(int, dropped);
    TableImport each;
    each.options.onError = OnError::missing;
    each.options.missing = missing == "zero"   ? MissingPolicy::zero
                           : missing == "drop" ? MissingPolicy::drop
                                               : MissingPolicy::nan;
    each.options.labels = {"y"};
    each.options.target = store::Target::values;
    each.options.table.kinds = {{"a", table::Kind::decimal}, {"b", table::Kind::decimal}, {"y", table::Kind::decimal}};
    const auto report = import(each, "a,b,y\n1,2,1\noops,4,2\n5,1e999,3\n7,8,none at all\n");
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->rejected, std::uint64_t{1});
    QCOMPARE(report->reasons.front().reason, std::string("not a number"));
    QCOMPARE(report->reasons.front().column, std::string("y"));
    QCOMPARE(report->dropped, static_cast<std::uint64_t>(dropped));
    QCOMPARE(featuresOf(each.load.target), features);
    QCOMPARE(shown(report->repairs),
             std::string("a: not a number 1 [oops t.csv:3]\nb: number too large 1 [1e999 t.csv:4]\n"));
  }

  void textThatIsNotUtf8CountsAsMissing() {
    TableImport each;
    each.options.onError = OnError::missing;
    each.options.table.text = {"note"};
    each.options.table.kinds = {{"word", table::Kind::category}};
    std::string text = "a,word,note\n";
    for (int i = 0; i < 40; ++i) text += "1,größe,größe\n";
    const auto report = import(each, text + "2,gr\xF6,größe\n3,größe,gr\xF6\n");
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->rejected, std::uint64_t{0});
    QCOMPARE(report->samples, std::uint64_t{42});
    QCOMPARE(report->repairs.size(), std::size_t{2});
    QCOMPARE(report->repairs.front().reason, std::string("text is not UTF-8"));
    QCOMPARE(report->schema.find("word")->stats.missing, std::uint64_t{1});
    QCOMPARE(report->schema.find("note")->stats.missing, std::uint64_t{1});
  }

  /// Where a record is rejected all the same, its text is kept in full.
  void rejectsKeepWhatIsTruncated() {
    TableImport each;
    each.options.table.ragged = Ragged::truncate;
    each.options.table.kinds = {{"a", table::Kind::decimal}};
    const auto report = import(each, "a,b\n1,2\nx,3,4,5\n5,6\n");
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->rejected, std::uint64_t{1});
    QVERIFY(report->repairs.empty());
    const std::string rejects = TableFolder::read(report->rejectsFile);
    QVERIFY2(rejects.find("\"x,3,4,5\"") != std::string::npos, rejects.c_str());
  }

  void theFilterSeesMissingCells() {
    TableImport each;
    each.options.table.ragged = Ragged::both;
    each.options.table.where = "b = missing or b > 5";
    const auto report = import(each, "a,b\n1,2\n3\n4,6,9\n5,1,1\n");
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(featuresOf(each.load.target), (std::vector<double>{3, kMissing, 4, 6}));
    QCOMPARE(report->filtered, std::uint64_t{2});
    QCOMPARE(shown(report->repairs), std::string("b: too few fields 1 [1 t.csv:3]\n: too many fields 1 [3 t.csv:4]\n"));
  }

  /// Blocks and threads are no part of the result, examples included.
  void isTheSameForAnyThreadsAndBlocks() {
    std::mt19937 random(27);
    std::string text = "a,b,c,d\n";
    for (int i = 0; i < 3000; ++i) {
      const auto fields = random() % 20 == 0 ? 1 + random() % 6 : 4;
      for (std::size_t field = 0; field < fields; ++field)
        text += (field == 0 ? "" : ",") + (random() % 30 == 0 ? std::string("oops") : std::to_string(random() % 100));
      text += '\n';
    }
    std::string bytes;
    std::string repairs;
    for (int run = 0; run < 4; ++run) {
      TableImport each;
      each.options.onError = OnError::missing;
      each.options.table.ragged = Ragged::both;
      for (const char* name : {"a", "b", "c", "d"}) each.options.table.kinds.emplace_back(name, table::Kind::decimal);
      each.resources.threads = static_cast<unsigned>(1 + run);
      each.load.blockBytes = run == 0 ? std::uint64_t{1} << 20 : 1 + random() % 3000;
      const auto report = import(each, text);
      QVERIFY2(report, sentenceOf(report).c_str());
      QCOMPARE(report->samples, std::uint64_t{3000});
      QVERIFY(!report->repairs.empty());
      if (run == 0) {
        bytes = TableFolder::read(each.load.target);
        repairs = shown(report->repairs);
      }
      QVERIFY(TableFolder::read(each.load.target) == bytes);
      QCOMPARE(shown(report->repairs), repairs);
    }
  }

  /// What a dataset was made by is done to what is appended to it, too.
  void theRecipeKeepsWhatWasAsked() {
    TableImport each;
    each.options.onError = OnError::missing;
    each.options.table.ragged = Ragged::both;
    each.options.sources = {m_folder->write("t.csv", "a,b\n1,2\n3\n4,5\n")};
    const auto plan = each.survey();
    QVERIFY2(plan, sentenceOf(plan).c_str());
    const auto known = planFromRecipe(recipeFrom(*plan));
    QVERIFY2(known, sentenceOf(known).c_str());
    QVERIFY(known->options.table.ragged == Ragged::both);
    QVERIFY(known->options.onError == OnError::missing);
    each.options = {};
    each.options.sources = {m_folder->write("u.csv", "a,b\n6,oops\n7\n8,9,10\n")};
    const auto bound = replan(*known, each.options, each.job());
    QVERIFY2(bound, sentenceOf(bound).c_str());
    each.load.target = m_folder->path("u.h5");
    const auto report = load(*bound, each.load, each.resources, each.job());
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(featuresOf(each.load.target), (std::vector<double>{6, kMissing, 7, kMissing, 8, 9}));
  }

  void theStateComesBack() {
    ImportPlan plan;
    plan.columns.resize(2);
    plan.columns[0].name = "a";
    plan.columns[1].name = "b";
    plan.sources.resize(1);
    plan.sources[0].path = "t.csv";
    const std::string text = "1,2\n3\n4,x\n";
    csv::Block block;
    block.bytes = text;
    block.firstLine = 10;
    BlockRepairs repairs;
    repairs.add({RepairKind::padded, RejectReason::fieldCount, 1}, "1", 4);
    repairs.add({RepairKind::cell, RejectReason::notANumber, 1}, "x", 6);
    RepairLog log(plan);
    LineCursor cursor;
    log.add(repairs, 0, block, cursor);
    ByteWriter state;
    log.save(state);
    RepairLog again(plan);
    ByteReader reader(state.bytes());
    QVERIFY(again.restore(reader) && reader.atEnd());
    QCOMPARE(shown(again.counts()), std::string("b: not a number 1 [x t.csv:12]\nb: too few fields 1 [1 t.csv:11]\n"));
    // A state of another plan is no state of this one.
    plan.columns.resize(1);
    RepairLog other(plan);
    ByteReader same(state.bytes());
    QVERIFY(!other.restore(same));
  }

 private:
  Result<ImportReport> import(TableImport& each, const std::string& text) {
    each.options.sources = {m_folder->write("t.csv", text)};
    each.options.table.delimiter = ',';
    each.options.table.header = true;
    each.load.target = m_folder->path("t.h5");
    each.load.write.overwrite = true;
    return each.run();
  }

  std::unique_ptr<TableFolder> m_folder;
};

MASU_TEST(RepairTest)
#include "repair_test.moc"
