// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/type_choice.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <random>

#include "core/downcast/affine.h"
#include "core/downcast/narrow.h"
#include "core/table/number_text.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;

namespace {

constexpr double kAny = std::numeric_limits<double>::infinity();

/// The number as it reads back from where the plan stores it; NaN where it has no place there.
double readBack(const ImportPlan& plan, const ColumnPlan& column, double value) {
  if (column.steps) {
    const downcast::AffineCodes codes(plan.dtype, {*column.steps});
    return codes.holds(0, value) ? codes.stored(0, value) : std::nan("");
  }
  return downcast::holds(plan.dtype, value) ? downcast::stored(plan.dtype, value) : std::nan("");
}

}  // namespace

/// Whatever is asked, the type that is chosen holds the numbers of the file, within what was allowed.
class TypeChoiceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }
  void theNarrowestThatKeepsWholeNumbers_data();
  void theNarrowestThatKeepsWholeNumbers();
  void noTypeLosesMoreThanTheTolerance();
  void aLargerToleranceNeverMakesALargerType();
  void whatWasAskedIsTakenOrRefused();
  void aTypeThatLosesTooMuchIsWidenedOrRefused();
  void missingCellsNeedAPlace();
  void withoutNumbersNothingIsChosen();

 private:
  /// The plan of a table of one column x of numbers and one of classes, before a type was asked for.
  Result<ImportPlan> planOf(const std::vector<std::string>& cells) const {
    std::string text = "x,y\n";
    for (std::size_t i = 0; i < cells.size(); ++i) text += cells[i] + (i % 2 == 0 ? ",yes\n" : ",no\n");
    TableImport import;
    import.options.sources = {m_folder->write("t.csv", text)};
    import.options.labels = {"y"};
    import.options.table.header = true;
    import.options.table.delimiter = ',';
    return import.survey();
  }
  static Result<void> choose(ImportPlan& plan) {
    Progress progress;
    return chooseType(plan, {1, std::uint64_t{64} << 20}, {{}, progress});
  }
  static std::vector<std::string> randomDecimals(unsigned seed, double reach) {
    std::mt19937 random(seed);
    std::vector<std::string> cells;
    for (int i = 0; i < 300; ++i)
      cells.push_back(table::numberText(std::uniform_real_distribution(-reach, reach)(random), DType::f64));
    return cells;
  }

  std::unique_ptr<TableFolder> m_folder;
};

void TypeChoiceTest::theNarrowestThatKeepsWholeNumbers_data() {
  QTest::addColumn<qint64>("min");
  QTest::addColumn<qint64>("max");
  QTest::addColumn<QString>("type");
  const auto row = [](qint64 min, qint64 max, const char* type) {
    QTest::newRow(qPrintable(QStringLiteral("%1 to %2").arg(min).arg(max))) << min << max << type;
  };
  row(0, 255, "u8");
  row(-1, 127, "i8");
  row(-128, 127, "i8");
  row(-1, 253, "i8");  // as codes: 255 steps, and one for what is missing
  row(1000, 1254, "i8");
  row(-1, 254, "i16");
  row(1000, 1255, "u16");
  row(0, 65535, "u16");
  row(-32768, 32767, "i16");
  row(1'000'000, 1'065'534, "i16");
  row(0, 65536, "f32");  // f16 ends before
  row(-(qint64{1} << 24), qint64{1} << 24, "f32");
  row(0, (qint64{1} << 24) + 1, "i32");
  row(-2147483648, 2147483647, "i32");
  row(1, (qint64{1} << 31) + 1, "u32");
  row(1, 4294967295, "u32");
  row(-1, (qint64{1} << 31) + 1, "f64");
  row(1, (qint64{1} << 32) + 1, "f64");
}

void TypeChoiceTest::theNarrowestThatKeepsWholeNumbers() {
  QFETCH(const qint64, min);
  QFETCH(const qint64, max);
  QFETCH(const QString, type);
  auto plan = planOf({std::to_string(min), std::to_string(max), std::to_string(min + 1)});
  QVERIFY2(plan, sentenceOf(plan).c_str());
  plan->options.autoType = true;
  const auto chosen = choose(*plan);
  QVERIFY2(chosen, sentenceOf(chosen).c_str());
  QCOMPARE(QString::fromStdString(std::string(table::name(plan->dtype))), type);
  for (const qint64 value : {min, max, min + 1}) {
    const auto number = static_cast<double>(value);
    QVERIFY2(readBack(*plan, plan->columns[0], number) == number, qPrintable(QString::number(value)));
  }
  QVERIFY(!plan->reasons.empty());
  // The same again: nothing of the first choice is left to be in the way.
  const ImportPlan before = *plan;
  QVERIFY(choose(*plan));
  QCOMPARE(plan->dtype, before.dtype);
  QCOMPARE(plan->columns[0].steps, before.columns[0].steps);
  QCOMPARE(plan->reasons.size(), before.reasons.size());
}

void TypeChoiceTest::noTypeLosesMoreThanTheTolerance() {
  for (const double reach : {0.01, 1.0, 3e4, 1e6, 1e30}) {
    const std::vector<std::string> cells = randomDecimals(1, reach);
    const auto surveyed = planOf(cells);
    QVERIFY2(surveyed, sentenceOf(surveyed).c_str());
    for (const double share : {0.0, 1e-7, 1e-3, 0.1}) {
      ImportPlan plan = *surveyed;
      plan.options.autoType = true;
      plan.options.tolerance = share * reach;
      QVERIFY(choose(plan));
      // Decimals leave f32 only within the tolerance, and stay in it whatever that loses.
      const double allowed = table::sizeOf(plan.dtype) < sizeof(float) ? share * reach : kAny;
      for (const std::string& cell : cells) {
        const double value = std::stod(cell);
        QVERIFY2(std::abs(readBack(plan, plan.columns[0], value) - value) <= allowed, cell.c_str());
      }
    }
  }
}

void TypeChoiceTest::aLargerToleranceNeverMakesALargerType() {
  const auto surveyed = planOf(randomDecimals(2, 100));
  QVERIFY2(surveyed, sentenceOf(surveyed).c_str());
  std::size_t before = sizeof(double);
  std::size_t sizes = 0;
  for (const double tolerance : {0.0, 1e-6, 1e-4, 1e-2, 0.3, 1.0, 50.0}) {
    ImportPlan plan = *surveyed;
    plan.options.autoType = true;
    plan.options.tolerance = tolerance;
    QVERIFY(choose(plan));
    const std::size_t size = table::sizeOf(plan.dtype);
    QVERIFY(size <= before);
    sizes += size < before ? 1 : 0;
    before = size;
  }
  QCOMPARE(before, std::size_t{1});
  QVERIFY(sizes >= 3);  // f32, 16 bits and 8
}

void TypeChoiceTest::whatWasAskedIsTakenOrRefused() {
  const auto surveyed = planOf({"0", "256", "7"});
  QVERIFY2(surveyed, sentenceOf(surveyed).c_str());
  for (const DType type : {DType::f64, DType::f32, DType::f16, DType::i32, DType::u32, DType::i16, DType::u16}) {
    ImportPlan plan = *surveyed;
    plan.options.dtype = type;
    QVERIFY(choose(plan));
    QCOMPARE(plan.dtype, type);
    QVERIFY(!plan.columns[0].steps);
  }
  ImportPlan plan = *surveyed;
  plan.options.dtype = DType::u8;
  const auto refused = choose(plan);
  QVERIFY(!refused);
  QCOMPARE(refused.error().code, Errc::unsupported);
  QVERIFY2(sentenceOf(refused).find("256") != std::string::npos, sentenceOf(refused).c_str());
  // 8 bits with a sign hold whatever is in between, in steps.
  plan.options.dtype = DType::i8;
  QVERIFY(choose(plan));
  QCOMPARE(plan.dtype, DType::i8);
  QVERIFY(plan.columns[0].steps.has_value());
  // Steps need two ends.
  auto endless = planOf({"0.5", "inf", "1.5"});
  QVERIFY2(endless, sentenceOf(endless).c_str());
  endless->options.dtype = DType::i16;
  const auto without = choose(*endless);
  QVERIFY(!without);
  QCOMPARE(without.error().code, Errc::unsupported);
  QVERIFY2(sentenceOf(without).find("infinite") != std::string::npos, sentenceOf(without).c_str());
}

void TypeChoiceTest::aTypeThatLosesTooMuchIsWidenedOrRefused() {
  const auto surveyed = planOf({"0", "256.25", "7.125"});
  QVERIFY2(surveyed, sentenceOf(surveyed).c_str());
  ImportPlan plan = *surveyed;
  plan.options.dtype = DType::i8;
  QVERIFY(choose(plan));
  QCOMPARE(plan.dtype, DType::i8);  // nobody minds
  for (const double tolerance : {1.0, 0.1, 1e-3, 0.0}) {
    plan = *surveyed;
    plan.options.dtype = DType::i8;
    plan.options.tolerance = tolerance;
    ImportPlan stopped = plan;
    stopped.options.onToleranceExceeded = OnToleranceExceeded::stop;
    QVERIFY(choose(plan));
    for (const double value : {0.0, 256.25, 7.125})
      QVERIFY(std::abs(readBack(plan, plan.columns[0], value) - value) <= tolerance);
    const bool widened = plan.dtype != DType::i8;
    const auto chosen = choose(stopped);
    QCOMPARE(chosen.has_value(), !widened);
    if (!chosen) QCOMPARE(chosen.error().code, Errc::unsupported);
    QVERIFY(widened == (tolerance < 0.5));
  }
}

void TypeChoiceTest::missingCellsNeedAPlace() {
  const auto surveyed = planOf({"1", "", "3"});
  QVERIFY2(surveyed, sentenceOf(surveyed).c_str());
  ImportPlan plan = *surveyed;
  plan.options.dtype = DType::u8;
  const auto refused = choose(plan);
  QVERIFY(!refused);
  QVERIFY2(sentenceOf(refused).find("missing") != std::string::npos, sentenceOf(refused).c_str());
  for (const MissingPolicy policy : {MissingPolicy::zero, MissingPolicy::drop}) {
    plan = *surveyed;
    plan.options.dtype = DType::u8;
    plan.options.missing = policy;
    QVERIFY(choose(plan));
    QCOMPARE(plan.dtype, DType::u8);
  }
  // The narrowest that has one is 8 bits with a sign.
  plan = *surveyed;
  plan.options.autoType = true;
  QVERIFY(choose(plan));
  QCOMPARE(plan.dtype, DType::i8);
  QVERIFY(plan.columns[0].steps.has_value());
}

void TypeChoiceTest::withoutNumbersNothingIsChosen() {
  const auto surveyed = planOf({"red", "green", "red"});
  QVERIFY2(surveyed, sentenceOf(surveyed).c_str());
  ImportPlan plan = *surveyed;
  plan.options.autoType = true;
  QVERIFY(choose(plan));
  QCOMPARE(plan.dtype, DType::f32);
  QVERIFY(plan.reasons.empty());
  plan.options.dtype = DType::u8;
  QVERIFY(choose(plan));
  QCOMPARE(plan.dtype, DType::u8);
  // Of numbers that nobody asked anything about, either.
  auto numbers = planOf({"1", "2", "4"});
  QVERIFY2(numbers, sentenceOf(numbers).c_str());
  QVERIFY(choose(*numbers));
  QCOMPARE(numbers->dtype, DType::f32);
  QVERIFY(numbers->reasons.empty());
}

MASU_TEST(TypeChoiceTest)
#include "type_choice_test.moc"
