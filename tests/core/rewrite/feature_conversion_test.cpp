// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rewrite/feature_conversion.h"

#include <QTest>
#include <cmath>
#include <random>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using rewrite::FeatureConversion;
using table::DType;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

/// A dataset of one column a value given, which is what the column holds; of `run` values a sample each.
std::shared_ptr<FakeDataset> dataset(DType type, const std::vector<std::vector<double>>& columns,
                                     std::uint64_t run = 1) {
  auto data = std::make_shared<FakeDataset>(1);
  for (const std::vector<double>& values : columns) {
    table::Column& column = data->editMeta().schema.columns.emplace_back();
    column.name = "column " + std::to_string(data->meta().schema.columns.size());
    column.stored = type;
    for (const double value : values) column.stats.add(value);
  }
  std::vector<std::uint64_t> shape = {columns.size()};
  if (run > 1) shape.push_back(run);
  data->add<float>("features", type, shape, 1, {});
  return data;
}

Result<FeatureConversion> planFor(const FakeDataset& data, DType to) {
  return FeatureConversion::plan(data, *data.find("features"), to);
}

/// How values are stored of one column that holds them: plain, as codes, or why they are not.
std::string wayOf(const std::vector<double>& values, DType to) {
  const auto data = dataset(DType::f64, {values});
  const auto conversion = planFor(*data, to);
  if (!conversion) return conversion.error().message.english();
  table::Schema schema = data->meta().schema;
  conversion->describe(schema, conversion->meters());
  if (schema.columns[0].stored != to) return "stored as another type";
  return schema.columns[0].scale == 1 && schema.columns[0].offset == 0 ? "plain" : "codes";
}

template <class Stored>
std::vector<Stored> converted(const FeatureConversion& conversion, std::span<const std::byte> in, std::size_t count,
                              std::vector<downcast::LossMeter>& meters) {
  std::vector<Stored> out(count);
  conversion.convert(in, std::as_writable_bytes(std::span(out)), meters);
  return out;
}

}  // namespace

/// Features become another type by what their columns hold: plain where all values fit, codes with a step where that
/// is possible, or a sentence that names the column.
class FeatureConversionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theWayFollowsFromTheValues_data() {
    QTest::addColumn<QList<double>>("values");
    QTest::addColumn<int>("type");
    QTest::addColumn<QString>("way");
    const auto row = [](const char* name, const QList<double>& values, DType type, const char* way) {
      QTest::newRow(name) << values << static_cast<int>(type) << way;
    };
    row("whole numbers in range", {-128, 127}, DType::i8, "plain");
    row("whole numbers beyond", {-128, 128}, DType::i8, "codes");
    row("decimals", {0, 0.5}, DType::i16, "codes");
    row("missing beside whole numbers", {1, kNaN}, DType::i16, "codes");
    row("nothing but missing", {kNaN}, DType::i8, "codes");
    row("no value at all", {}, DType::i8, "plain");
    row("unsigned", {0, 255}, DType::u8, "plain");
    row("negative in unsigned", {-1, 255}, DType::u8, "holds -1, which u8");
    row("too large in unsigned", {0, 256}, DType::u8, "holds 256, which u8");
    row("decimals in unsigned", {0.5}, DType::u8, "has decimals, which u8");
    row("missing in 32 bits", {1, kNaN}, DType::i32, "has missing values, which i32");
    row("half", {-65504, 0.1, kNaN}, DType::f16, "plain");
    row("infinite as half", {-kInf, 1}, DType::f16, "plain");
    row("beyond half", {65520}, DType::f16, "holds 65520, which f16");
    row("beyond float", {-1e39, 0}, DType::f32, "which f32 does not hold");
    // No steps reach an infinity, whatever else the column has.
    row("infinite as codes", {0, kInf}, DType::i16, "holds inf, which i16");
    row("infinite beside missing", {0, kInf, kNaN}, DType::i16, "holds inf, which i16");
    row("infinite beside decimals", {0.5, -kInf}, DType::i8, "holds -inf, which i8");
  }
  void theWayFollowsFromTheValues() {
    QFETCH(QList<double>, values);
    QFETCH(int, type);
    QFETCH(QString, way);
    const std::string found = wayOf({values.begin(), values.end()}, static_cast<DType>(type));
    QVERIFY2(found.find(way.toStdString()) != std::string::npos, found.c_str());
  }

  /// One column that does not fit makes codes of all, or is the one that is named.
  void columnsAreOfOneType() {
    const auto data = dataset(DType::f32, {{1, 2}, {0.5}, {kNaN}});
    QVERIFY(planFor(*data, DType::f16));
    const auto refused = planFor(*data, DType::u16);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.english().find("column 2") != std::string::npos);
    const auto conversion = planFor(*data, DType::i16);
    QVERIFY(conversion);
    table::Schema schema = data->meta().schema;
    conversion->describe(schema, conversion->meters());
    for (const table::Column& column : schema.columns) QVERIFY(column.stored == DType::i16);
    QVERIFY(schema.columns[1].offset != 0);
  }

  /// Whatever stretch of whole samples is converted at a time, each value is within half a step of its own column, and
  /// the largest error is that of the column.
  void valuesGoByTheirColumn_data() {
    QTest::addColumn<qulonglong>("run");
    QTest::newRow("a table") << qulonglong{1};
    QTest::newRow("windows") << qulonglong{5};
    QTest::newRow("windows longer than a stretch") << qulonglong{3000};
  }
  void valuesGoByTheirColumn() {
    QFETCH(qulonglong, run);
    const std::size_t samples = run > 1000 ? 2 : 2000 / run + 3;
    const std::size_t width = 3 * run;
    std::mt19937 random(7);
    std::vector<std::vector<double>> columns(3);
    std::vector<float> values(samples * width);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t column = i / run % 3;
      values[i] = static_cast<float>(random() % 1'000'003) * (column == 0 ? 1e-3F : column == 1 ? 1.5F : 1e6F);
      if (random() % 50 == 0) values[i] = std::numeric_limits<float>::quiet_NaN();
      columns[column].push_back(values[i]);
    }
    const auto data = dataset(DType::f32, columns, run);
    const auto conversion = planFor(*data, DType::i16);
    QVERIFY(conversion);
    const auto in = std::as_bytes(std::span(values));
    auto meters = conversion->meters();
    const auto codes = converted<std::int16_t>(*conversion, in, values.size(), meters);
    table::Schema schema = data->meta().schema;
    conversion->describe(schema, meters);
    std::vector<double> largest(3, 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const table::Column& column = schema.columns[i / run % 3];
      QCOMPARE(codes[i] == std::numeric_limits<std::int16_t>::min(), std::isnan(values[i]));
      if (std::isnan(values[i])) continue;
      const double error = std::fabs(codes[i] * column.scale + column.offset - static_cast<double>(values[i]));
      QVERIFY(error <= 0.51 * column.scale);
      largest[i / run % 3] = std::max(largest[i / run % 3], error);
    }
    for (std::size_t c = 0; c < 3; ++c) {
      // Reading back may be rounded to a float.
      QVERIFY(std::fabs(schema.columns[c].stats.maxError - largest[c]) <= 0.01 * schema.columns[c].scale);
      QVERIFY(largest[c] > 0);
    }
    // Sample by sample the same.
    auto again = conversion->meters();
    std::vector<std::int16_t> pieces;
    for (std::size_t sample = 0; sample < samples; ++sample) {
      const auto piece = converted<std::int16_t>(
          *conversion, in.subspan(sample * width * sizeof(float), width * sizeof(float)), width, again);
      pieces.insert(pieces.end(), piece.begin(), piece.end());
    }
    QVERIFY(pieces == codes);
    for (std::size_t c = 0; c < 3; ++c) {
      QCOMPARE(again[c].maxError(), meters[c].maxError());
      QCOMPARE(again[c].loss().squaredError, meters[c].loss().squaredError);
    }
  }

  void codesBecomeWhatTheyStandFor() {
    const auto data = dataset(DType::i16, {{-3, 10}});
    data->editMeta().schema.columns[0].scale = 0.5;
    data->editMeta().schema.columns[0].offset = 7;
    const auto conversion = planFor(*data, DType::f32);
    QVERIFY(conversion);
    const std::vector<std::int16_t> codes = {-20, 0, 6, std::numeric_limits<std::int16_t>::min()};
    auto meters = conversion->meters();
    const auto values = converted<float>(*conversion, std::as_bytes(std::span(codes)), codes.size(), meters);
    QCOMPARE(std::vector<float>(values.begin(), values.begin() + 3), (std::vector<float>{-3, 7, 10}));
    QVERIFY(std::isnan(values[3]));
    QCOMPARE(meters[0].maxError(), 0.);
    table::Schema schema = data->meta().schema;
    conversion->describe(schema, meters);
    QCOMPARE(schema.columns[0].scale, 1.);
    QCOMPARE(schema.columns[0].offset, 0.);
  }

  void aDescriptionOfOtherColumnsIsRefused() {
    const auto data = dataset(DType::f32, {{1}, {2}});
    data->editMeta().schema.columns.pop_back();
    const auto refused = planFor(*data, DType::f16);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::format);
  }
};

MASU_TEST(FeatureConversionTest)
#include "feature_conversion_test.moc"
