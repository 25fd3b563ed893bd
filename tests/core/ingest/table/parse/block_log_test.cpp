// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/block_log.h"

#include <optional>

#include "core/ingest/table/parse/block_parser.h"
#include "core/table/time_text.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::Kind;
using table::Role;

namespace {

/// A name that is kept, a feature, and what would be a label: a prediction leaves it out.
ImportPlan planOf(Kind label = Kind::category) {
  ImportPlan plan;
  plan.sources = {{"t.csv", 100, 0, "00", 0}};
  plan.columns.resize(3);
  const char* const names[] = {"id", "x", "y"};
  for (std::size_t i = 0; i < 3; ++i) plan.columns[i].name = names[i];
  plan.columns[0].kind = Kind::text;
  plan.columns[0].role = Role::kept;
  plan.columns[2].kind = label;
  plan.columns[2].role = Role::ignored;
  return plan;
}

}  // namespace

/// What became of each record of a block, with the cells that were asked for.
class BlockLogTest : public QObject {
  Q_OBJECT

  TableFolder m_folder;

  /// "line: what [cells]" for each record of a block that begins on line 10.
  QStringList logged(const ImportPlan& plan, const std::string& text, bool isClass = true,
                     std::uint64_t givenUp = 0) const {
    const auto path = m_folder.path("log");
    std::filesystem::remove(path);
    auto log = RecordLog::create(path, plan, {{"id", 0, false, false}, {"y", 2, true, isClass}});
    if (!log) qFatal("%s", sentenceOf(log).c_str());
    const TableLayout layout = layoutFor(plan);
    const auto parser = BlockParser::of(plan, layout, &*log);
    if (!parser) qFatal("%s", sentenceOf(parser).c_str());
    ParsedBlock block;
    block.text.bytes = text;
    block.text.firstLine = 10;
    block.text.givenUp = givenUp;
    if (givenUp > 0) block.text.flaw = csv::RecordError::quoteNeverCloses;
    // Twice, as a block that turned out to need wider types.
    for (int run = 0; run < 2; ++run)
      (*parser)->parse(std::vector<table::DType>(layout.matrices.size(), table::DType::f64), block);
    if (!log->append(0, block.log)) qFatal("The log cannot be written.");
    auto reader = RecordLogReader::open(path);
    QStringList lines;
    LoggedRecord record;
    while (reader && reader->next(record).value_or(false)) {
      QStringList cells;
      for (const std::string& cell : record.cells) cells.push_back(QString::fromStdString(cell));
      const QString what = record.isSample ? "sample" : QString::fromStdString(record.reason);
      lines.push_back(QString("%1: %2 [%3]").arg(record.line).arg(what, cells.join('|')));
    }
    return lines;
  }

  /// What is noted of the cell of a label.
  QString label(const ImportPlan& plan, const std::string& cell, bool isClass = false) const {
    const QString line = logged(plan, "a,1," + cell + "\n", isClass).value(0);
    return line.mid(line.indexOf('|') + 1).chopped(1);
  }

 private Q_SLOTS:
  void everyRecordIsThereWithItsLine() {
    const std::string text = "a,1,yes\n\"two\nlines\",2,no\r\nc,oops,no\n\nd,4\n e ,nan,yes\ng,1e400,\n";
    QCOMPARE(logged(planOf(), text),
             (QStringList{"10: sample [a|yes]", "11: sample [two\nlines|no]", "13: not a number: x [c|no]",
                          "15: wrong number of fields [|]", "16: sample [ e |yes]", "17: number too large: x [g|]"}));
    ImportPlan dropping = planOf();
    dropping.options.missing = MissingPolicy::drop;
    QCOMPARE(logged(dropping, "a,1,yes\nb,NA,no\n"),
             (QStringList{"10: sample [a|yes]", "11: missing value: x [b|no]"}));
    ImportPlan filtering = planOf();
    filtering.options.table.where = "x < 5";
    QCOMPARE(logged(filtering, "a,1,yes\nb,7,no\nc,2,no\n"),
             (QStringList{"10: sample [a|yes]", "11: left out by the filter: x < 5 [b|no]", "12: sample [c|no]"}));
  }

  /// Lines that were given up cannot be taken apart.
  void recordsWithoutAnEndHaveNoCells() {
    QCOMPARE(logged(planOf(), "a,\"1,yes\nb,\"2,no\n", true, 2),
             (QStringList{"10: a quote never closes [|]", "11: a quote never closes [|]"}));
    QVERIFY(logged(planOf(), "").isEmpty());
  }

  /// A column that a file lacks has no cell.
  void aFileMayLackAColumn() {
    ImportPlan plan = planOf();
    plan.table().fields = {{true, {1, 0}}};
    QCOMPARE(logged(plan, "1,a\n"), QStringList{"10: sample [a|]"});
  }

  /// However the source spells it, as any reader takes it; what it is not is marked.
  void valuesAreSpelledOneWay() {
    const ImportPlan decimals = planOf(Kind::decimal);
    for (const auto& [cell, value] : {std::pair{"0.50", "0.5"}, {"+7", "7"}, {"-1e2", "-100"}, {"\"3\"", "3"},
                                      {"9007199254740993", "9007199254740993"}, {"", ""}, {"NA", ""}, {"nan", ""},
                                      {"high", "!high"}})
      QCOMPARE(label(decimals, cell), QString(value));
    const ImportPlan booleans = planOf(Kind::boolean);
    for (const auto& [cell, value] : {std::pair{"Yes", "1"}, {"false", "0"}, {"1", "1"}, {"maybe", "!maybe"}})
      QCOMPARE(label(booleans, cell), QString(value));
    ImportPlan times = planOf(Kind::time);
    times.columns[2].dateOrder = table::DateOrder::dayFirst;
    QCOMPARE(label(times, "3/2/1970"), QString::fromStdString(table::timeText(33. * 86400)));
    QCOMPARE(label(times, "soon"), QString("!soon"));
    ImportPlan commas = planOf(Kind::decimal);
    commas.table().dialect.decimal = ',';
    QCOMPARE(label(commas, "\"1,5\""), QString("1.5"));
  }

  void classesAreThoseOfTheImport() {
    ImportPlan plan = planOf(Kind::integer);
    plan.options.table.classMap = {{"3", "three"}};
    QCOMPARE(label(plan, "007", true), QString("7"));
    QCOMPARE(label(plan, "3", true), QString("three"));
    QCOMPARE(label(plan, "NA", true), QString(""));
    QCOMPARE(label(planOf(), " grey ", true), QString("grey"));
  }
};

MASU_TEST(BlockLogTest)
#include "block_log_test.moc"
