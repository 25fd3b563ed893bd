// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>

#include "core/ingest/table/parse/block_parser.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;
using table::Kind;
using table::Role;

namespace {

constexpr double kDay = 86400;

/// A column that nobody reads, then one of this role and kind.
ImportPlan planOf(Role role, Kind kind, std::size_t columns = 1) {
  ImportPlan plan;
  plan.dtype = DType::f64;
  plan.target = kind == Kind::category ? store::Target::classes : store::Target::values;
  plan.columns.resize(columns + 1);
  plan.columns[0].role = Role::ignored;
  for (std::size_t i = 0; i < plan.columns.size(); ++i) plan.columns[i].name = "c" + std::to_string(i);
  for (std::size_t i = 1; i < plan.columns.size(); ++i) {
    plan.columns[i].role = role;
    plan.columns[i].kind = kind;
  }
  return plan;
}

/// A text of records as it was parsed. Lifetime: borrows plan and text.
struct Parsed {
  Parsed(const ImportPlan& plan, const std::string& text, DType type = DType::f64) : layout(layoutFor(plan)) {
    const auto parser = BlockParser::of(plan, layout);
    block.text.bytes = text;
    (*parser)->parse(std::vector<DType>(layout.matrices.size(), type), block);
  }
  template <class T>
  std::vector<T> numbers() const {
    const auto bytes = block.matrices.front().bytes();
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  TableLayout layout;
  ParsedBlock block;
};

QString rejected(RejectReason reason) {
  return "rejected: " + QString::fromUtf8(sentence(reason).data());
}

QString shown(double value) {
  return std::isnan(value) ? QString("missing") : QString::number(value, 'g', 17);
}

/// What a record became whose second column is the only one to be read.
QString outcomeOf(const ImportPlan& plan, const std::string& record) {
  const std::string text = record + "\n";
  const Parsed parsed(plan, text);
  const ParsedBlock& block = parsed.block;
  const QString repaired = block.repairs.counts.empty() ? "" : " (repaired)";
  if (!block.rejects.empty()) return rejected(block.rejects.front().reason);
  if (block.dropped > 0) return "dropped" + repaired;
  if (!block.matrices.empty()) return shown(parsed.numbers<double>().front()) + repaired;
  if (!block.texts.empty()) return "text '" + QString::fromStdString(block.texts[0][0]) + "'" + repaired;
  const WordsTile& words = block.words.front();
  if (words.numbers[0] == WordsTile::kMissing) return "missing" + repaired;
  return "word '" + QString::fromStdString(words.words[0][words.numbers[0]]) + "'" + repaired;
}

}  // namespace

/// What is read of one cell, by what its column is for and what is to become of missing ones.
class BlockCellsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aCellIsWhatItsColumnTakes_data() {
    QTest::addColumn<Role>("role");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QByteArray>("cell");
    QTest::addColumn<QString>("outcome");
    const auto rows = [](Role role, Kind kind, std::initializer_list<std::pair<const char*, QString>> cells) {
      for (const auto& [cell, outcome] : cells) {
        const std::string name = std::string(table::name(role)) + ' ' + std::string(table::name(kind)) + ' ' + cell;
        QTest::newRow(name.c_str()) << role << kind << QByteArray(cell) << outcome;
      }
    };
    rows(Role::feature, Kind::decimal,
         {{"1.5", "1.5"}, {" 2 ", "2"}, {"\"3\"", "3"}, {"+4", "4"}, {"-5e3", "-5000"}, {"inf", "inf"},
          {"", "missing"}, {"NA", "missing"}, {"nan", "missing"}, {"\"\"", "missing"}, {"1e-400", "0"},
          {"1e400", rejected(RejectReason::tooLarge)}, {"x", rejected(RejectReason::notANumber)},
          {"1,5", rejected(RejectReason::fieldCount)}, {"true", rejected(RejectReason::notANumber)},
          {"0x10", rejected(RejectReason::notANumber)}, {"1 2", rejected(RejectReason::notANumber)}});
    rows(Role::feature, Kind::boolean,
         {{"true", "1"}, {"No", "0"}, {"YES", "1"}, {"1", "1"}, {"0.0", "0"}, {"?", "missing"}, {"nan", "missing"},
          {"2", rejected(RejectReason::notABoolean)}, {"maybe", rejected(RejectReason::notABoolean)},
          {"1e400", rejected(RejectReason::tooLarge)}});
    rows(Role::feature, Kind::time,
         {{"1970-01-02", "0"}, {"1970-01-01", "-86400"}, {"1970-01-03T00:00:00.25Z", "86400.25"}, {"", "missing"},
          {"NA", "missing"}, {"soon", rejected(RejectReason::notATime)}});
    rows(Role::weight, Kind::decimal,
         {{"2.5", "2.5"}, {"0", "0"}, {"-1", rejected(RejectReason::notAWeight)},
          {"inf", rejected(RejectReason::notAWeight)}, {"", rejected(RejectReason::weightMissing)},
          {"nan", rejected(RejectReason::weightMissing)}, {"x", rejected(RejectReason::notANumber)}});
    rows(Role::label, Kind::decimal,
         {{"-1", "-1"}, {"", rejected(RejectReason::labelMissing)}, {"NaN", rejected(RejectReason::labelMissing)},
          {"x", rejected(RejectReason::notANumber)}});
    rows(Role::label, Kind::category,
         {{"a", "word 'a'"}, {"", rejected(RejectReason::labelMissing)}, {"NA", rejected(RejectReason::labelMissing)},
          {"\xFF", rejected(RejectReason::notUtf8)}});
    rows(Role::category, Kind::category,
         {{" a ", "word 'a'"}, {"\"a\"\"b\"", "word 'a\"b'"}, {"", "missing"}, {"NA", "missing"},
          {"\xFF", rejected(RejectReason::notUtf8)}});
    // What is kept as text is kept as it is.
    rows(Role::kept, Kind::text,
         {{" a ", "text ' a '"}, {"NA", "text 'NA'"}, {"", "text ''"}, {"\" a,b \"", "text ' a,b '"},
          {"\xFF", rejected(RejectReason::notUtf8)}});
  }

  void aCellIsWhatItsColumnTakes() {
    QFETCH(Role, role);
    QFETCH(Kind, kind);
    QFETCH(QByteArray, cell);
    QFETCH(QString, outcome);
    ImportPlan plan = planOf(role, kind);
    plan.columns[1].origin = kDay;
    QCOMPARE(outcomeOf(plan, "1," + cell.toStdString()), outcome);
  }

  void datesAreReadInTheOrderOfTheirColumn() {
    ImportPlan plan = planOf(Role::feature, Kind::time);
    plan.columns[1].dateOrder = table::DateOrder::dayFirst;
    QCOMPARE(outcomeOf(plan, "1,3/2/1970"), shown((31 + 2) * kDay));
    plan.columns[1].dateOrder = table::DateOrder::monthFirst;
    QCOMPARE(outcomeOf(plan, "1,3/2/1970"), shown((31 + 28 + 1) * kDay));
  }

  void datesAndTimesOfDayDoNotMix() {
    ImportPlan plan = planOf(Role::feature, Kind::time);
    const std::string date = "1,1970-01-02";
    const std::string clock = "1,1:00 AM";
    plan.columns[1].forms.times = table::TimeKind::dated;
    QCOMPARE(outcomeOf(plan, date), shown(kDay));
    QCOMPARE(outcomeOf(plan, clock), rejected(RejectReason::timeAmongDates));
    plan.columns[1].forms.times = table::TimeKind::ofDay;
    QCOMPARE(outcomeOf(plan, date), rejected(RejectReason::dateAmongTimes));
    QCOMPARE(outcomeOf(plan, clock), shown(3600));
    QCOMPARE(outcomeOf(plan, "1,13/06/1970"), rejected(RejectReason::notATime));
    plan.columns[1].forms.times = table::TimeKind::any;
    QCOMPARE(outcomeOf(plan, date), shown(kDay));
    QCOMPARE(outcomeOf(plan, clock), shown(3600));
  }

  void aDateInAnotherOrderIsRejectedAsThat() {
    ImportPlan plan = planOf(Role::feature, Kind::time);
    plan.columns[1].dateOrder = table::DateOrder::monthFirst;
    QCOMPARE(outcomeOf(plan, "1,13/06/1970"), rejected(RejectReason::otherDateOrder));
    QCOMPARE(outcomeOf(plan, "1,13/16/1970"), rejected(RejectReason::notATime));
    plan.columns[1].dateOrder = table::DateOrder::dayFirst;
    QCOMPARE(outcomeOf(plan, "1,06/13/1970"), rejected(RejectReason::otherDateOrder));
  }

  /// Classes are merged, and whole numbers among them spelled one way.
  void labelsBecomeTheirClasses() {
    ImportPlan plan = planOf(Role::label, Kind::integer);
    plan.target = store::Target::classes;
    plan.options.table.classMap = {{"7", "seven"}, {"007", "bond"}};
    QCOMPARE(outcomeOf(plan, "1,7"), QString("word 'seven'"));
    QCOMPARE(outcomeOf(plan, "1,007"), QString("word 'bond'"));
    QCOMPARE(outcomeOf(plan, "1,+08"), QString("word '8'"));
  }

  void missingCellsFollowTheRule() {
    for (const Kind kind : {Kind::decimal, Kind::time, Kind::boolean}) {
      ImportPlan plan = planOf(Role::feature, kind);
      plan.options.missing = MissingPolicy::zero;
      QCOMPARE(outcomeOf(plan, "1,NA"), QString("0"));
      plan.options.missing = MissingPolicy::drop;
      QCOMPARE(outcomeOf(plan, "1,NA"), QString("dropped"));
      plan.options.table.columnMissing = {{"c1", {MissingPolicy::constant, -2.5}}};
      QCOMPARE(outcomeOf(plan, "1,NA"), QString("-2.5"));
      QCOMPARE(outcomeOf(plan, "1,"), QString("-2.5"));
    }
    ImportPlan plan = planOf(Role::category, Kind::category);
    plan.options.missing = MissingPolicy::drop;
    QCOMPARE(outcomeOf(plan, "1,NA"), QString("dropped"));
    // A fault is not hidden by a cell that drops the record.
    plan = planOf(Role::feature, Kind::decimal, 3);
    plan.options.missing = MissingPolicy::drop;
    QCOMPARE(outcomeOf(plan, "1,,2,x"), rejected(RejectReason::notANumber));
  }

  /// Under OnError::missing; a label and a weight cannot be missing.
  void cellsThatDoNotFitCountAsMissing() {
    const auto outcome = [](Role role, Kind kind, const char* cell, MissingPolicy policy = MissingPolicy::nan) {
      ImportPlan plan = planOf(role, kind);
      plan.options.onError = OnError::missing;
      plan.options.missing = policy;
      return outcomeOf(plan, std::string("1,") + cell);
    };
    QCOMPARE(outcome(Role::feature, Kind::decimal, "x"), QString("missing (repaired)"));
    QCOMPARE(outcome(Role::feature, Kind::decimal, "1e400"), QString("missing (repaired)"));
    QCOMPARE(outcome(Role::feature, Kind::boolean, "2", MissingPolicy::zero), QString("0 (repaired)"));
    QCOMPARE(outcome(Role::feature, Kind::time, "soon", MissingPolicy::drop), QString("dropped (repaired)"));
    QCOMPARE(outcome(Role::category, Kind::category, "\xFF"), QString("missing (repaired)"));
    QCOMPARE(outcome(Role::kept, Kind::text, "\xFF"), QString("text '' (repaired)"));
    QCOMPARE(outcome(Role::feature, Kind::decimal, "NA"), QString("missing"));
    QCOMPARE(outcome(Role::label, Kind::decimal, "x"), rejected(RejectReason::notANumber));
    QCOMPARE(outcome(Role::label, Kind::category, "\xFF"), rejected(RejectReason::notUtf8));
    QCOMPARE(outcome(Role::weight, Kind::decimal, "-1"), rejected(RejectReason::notAWeight));
    QCOMPARE(outcome(Role::weight, Kind::decimal, "x"), rejected(RejectReason::notANumber));
    // Of a long one its beginning is shown.
    ImportPlan plan = planOf(Role::feature, Kind::decimal);
    plan.options.onError = OnError::missing;
    const std::string text = "1," + std::string(1000, 'x') + "\n";
    const Parsed parsed(plan, text);
    QCOMPARE(parsed.block.repairs.counts.begin()->second.examples.front().text, std::string(80, 'x'));
  }

  /// However many are read at once: what a row of cells becomes is what each of them becomes alone.
  void aCellIsTheSameWhereverItIs() {
    const std::vector<std::string> cells = {"1",     "2.5",  "-3e2", "",     "NA", "nan",    "inf",
                                            "\"7\"", " 8 ",  "+9",   "0.1",  "-0", "1e-400", "123456789012345678",
                                            "1e400", "oops", ".5",   "6.02e23"};
    const ImportPlan one = planOf(Role::feature, Kind::decimal);
    std::vector<QString> alone;
    for (const std::string& cell : cells) alone.push_back(outcomeOf(one, "1," + cell));
    std::mt19937 random(4);
    for (int round = 0; round < 200; ++round) {
      const std::size_t columns = 1 + random() % 20;
      const ImportPlan plan = planOf(Role::feature, Kind::decimal, columns);
      std::string text;
      QStringList expected;
      QStringList refusals;
      for (int row = 0; row < 5; ++row) {
        text += "1";
        QStringList values;
        QString refusal;
        for (std::size_t column = 1; column <= columns; ++column) {
          // Cells that do not fit are few, else nothing is taken.
          const std::size_t place = random() % (random() % 40 == 0 ? cells.size() : cells.size() - 4);
          text += "," + cells[place];
          values.push_back(alone[place]);
          if (refusal.isEmpty() && alone[place].startsWith("rejected"))
            refusal = QString::number(column) + ' ' + alone[place];
        }
        text += "\n";
        if (refusal.isEmpty()) {
          expected += values;
        } else {
          refusals.push_back(refusal);
        }
      }
      const Parsed parsed(plan, text);
      QStringList found;
      for (const double value : parsed.numbers<double>()) found.push_back(shown(value));
      QCOMPARE(found, expected);
      QStringList rejects;
      for (const Reject& reject : parsed.block.rejects)
        rejects.push_back(QString::number(reject.column) + ' ' + rejected(reject.reason));
      QCOMPARE(rejects, refusals);
    }
  }

  /// Rounded once, from the text: twice would miss by a step where the double is midway between two floats.
  void floatsAreNearestToTheText() {
    const ImportPlan plan = planOf(Role::feature, Kind::decimal);
    for (const char* number : {"1.0000000596046447754", "1.00000017881393432617187499", "16777217.0000000001", "0.1",
                               "3.4028235677973366e38", "1e-46", "7.006492321624086e-46"}) {
      for (const char* around : {"", " ", "\""}) {
        const std::string text = std::string("1,") + around + number + around + "\n";
        const Parsed parsed(plan, text, DType::f32);
        if (parsed.block.matrices[0].dtype() != DType::f32) continue;  // no float: it was stored wider
        QCOMPARE(parsed.numbers<float>(), std::vector<float>{std::strtof(number, nullptr)});
      }
    }
  }

  void whatIsNearerToZeroThanAnyDoubleIsCounted() {
    const ImportPlan plan = planOf(Role::feature, Kind::decimal);
    const std::string text = "1,1e-400\n1,0\n1,0e-400\n1,0.000\n1,-1e-9999\n1,4e-324\n";
    const Parsed parsed(plan, text);
    QCOMPARE(parsed.block.rows(), std::size_t{6});
    QCOMPARE(parsed.block.matrices[0].loss(0).loss().flushed, std::uint64_t{2});
  }

  /// Beyond 2^53 the digits count, which doubles do not have.
  void wholeNumbersKeepTheirDigits() {
    ImportPlan plan = planOf(Role::kept, Kind::integer);
    plan.columns[1].wide = true;
    const std::vector<std::int64_t> expected = {9007199254740993, -9007199254740993, 9223372036854775807,
                                                -9223372036854775807, 7, 9007199254740992};
    std::string text;
    for (const std::int64_t value : expected) text += "1," + std::to_string(value) + "\n";
    const Parsed parsed(plan, text, DType::i64);
    QVERIFY(parsed.block.matrices[0].dtype() == DType::i64 && !parsed.block.matrices[0].conflict());
    QCOMPARE(parsed.numbers<std::int64_t>(), expected);
  }

  /// A file that lacks a column has missing cells there.
  void columnsThatAFileLacksAreMissing() {
    const auto outcome = [](Role role, Kind kind, MissingPolicy policy = MissingPolicy::nan) {
      ImportPlan plan = planOf(role, kind);
      plan.table().fields = {{true, {0}}};
      plan.options.missing = policy;
      return outcomeOf(plan, "1");
    };
    QCOMPARE(outcome(Role::feature, Kind::decimal), QString("missing"));
    QCOMPARE(outcome(Role::feature, Kind::time), QString("missing"));
    QCOMPARE(outcome(Role::feature, Kind::boolean, MissingPolicy::zero), QString("0"));
    QCOMPARE(outcome(Role::feature, Kind::decimal, MissingPolicy::drop), QString("dropped"));
    QCOMPARE(outcome(Role::category, Kind::category), QString("missing"));
    QCOMPARE(outcome(Role::kept, Kind::text), QString("text ''"));
    QCOMPARE(outcome(Role::label, Kind::decimal), rejected(RejectReason::labelMissing));
    QCOMPARE(outcome(Role::label, Kind::category), rejected(RejectReason::labelMissing));
    QCOMPARE(outcome(Role::weight, Kind::decimal), rejected(RejectReason::weightMissing));
  }
};

MASU_TEST(BlockCellsTest)
#include "block_cells_test.moc"
