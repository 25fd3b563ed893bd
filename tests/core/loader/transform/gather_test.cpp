// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/gather.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/half.h"
#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::loader;
using table::DType;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr std::int16_t kMissingCode = std::numeric_limits<std::int16_t>::min();

/// A table whose features are these values, row by row.
template <class Stored>
struct Table {
  Table(DType type, std::uint64_t columns, std::vector<Stored> all)
      : values(std::move(all)), data(values.size() / columns) {
    data.editMeta().schema.columns.resize(columns);
    data.add("features", type, {columns}, 4, values);
  }

  std::vector<float> gathered(const FeatureGather::Options& options, const std::vector<std::uint64_t>& rows) const {
    const SampleIndex train = SampleIndex::whole(data.samples());
    const bool measure = options.normalise || options.fillMissing;
    const auto gather = FeatureGather::measured(data, features(), options, measure ? &train : nullptr, 1, {});
    if (!gather) qFatal("%s", gather.error().message.english().c_str());
    std::vector<float> out(rows.size() * features().valuesPerSample(), -1);
    gather->gather({reinterpret_cast<const std::byte*>(values.data()), features().sampleBytes()}, rows, out);
    return out;
  }
  const store::ObjectInfo& features() const { return *data.find("features"); }

  std::vector<Stored> values;
  FakeDataset data;
};

std::vector<std::uint64_t> allRows(std::uint64_t count) {
  std::vector<std::uint64_t> rows;
  for (std::uint64_t i = 0; i < count; ++i) rows.push_back(i);
  return rows;
}

bool near(float got, double wanted) {
  return std::isnan(wanted) ? std::isnan(got) : std::fabs(got - wanted) <= 1e-6 * (1 + std::fabs(wanted));
}

bool near(const std::vector<float>& got, const std::vector<double>& wanted) {
  if (got.size() != wanted.size()) return false;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!near(got[i], wanted[i])) return false;
  }
  return true;
}

}  // namespace

/// What a batch gets of the stored features, by what its options promise.
class GatherTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rowsComeAsTheyAreStoredInAnyOrder() {
    const Table<float> table(DType::f32, 2, {1, 2, 3, kNaN, 5, 6});
    QVERIFY(near(table.gathered({}, {2, 0, 2, 1}), {5, 6, 1, 2, 5, 6, 3, kNaN}));
    QVERIFY(table.gathered({}, {}).empty());
    const Table<std::uint8_t> bytes(DType::u8, 1, {255, 0, 7});
    QCOMPARE(bytes.gathered({}, {1, 0, 2}), (std::vector<float>{0, 255, 7}));
    // Whole numbers without steps cannot be missing: nothing is to be filled.
    QCOMPARE(bytes.gathered({.fillMissing = true}, {1, 0, 2}), (std::vector<float>{0, 255, 7}));
    const Table<std::uint16_t> halves(DType::f16, 1, {halfFromFloat(0.5F), halfFromFloat(-65504)});
    QCOMPARE(halves.gathered({}, {0, 1}), (std::vector<float>{0.5F, -65504}));
  }

  void normalisedColumnsHaveMean0AndDeviation1() {
    // The second column has no spread; the third is far from 0, where floats are 1/16 apart.
    const Table<float> table(DType::f32, 3, {1, 5, 1e6F, 3, 5, 1e6F + 1, kNaN, 5, 1e6F + 2, 5, 5, kNaN});
    const std::vector<float> got = table.gathered({.normalise = true}, allRows(4));
    const double step = std::sqrt(8. / 3);
    const double far = std::sqrt(2. / 3);
    QVERIFY(near(got, {-2 / step, 0, -1 / far, 0, 0, 0, 0, 0, 1 / far, 2 / step, 0, 0}));
  }

  void missingValuesAreFilledWithTheMean() {
    Table<float> table(DType::f32, 2, {1, 10, kNaN, kNaN, 4, 20});
    QVERIFY(near(table.gathered({.fillMissing = true}, allRows(3)), {1, 10, 2.5, 15, 4, 20}));
    // A column may keep its missing ones, but not where values are normalised.
    table.data.editMeta().schema.columns[1].missingStays = true;
    QVERIFY(near(table.gathered({.fillMissing = true}, allRows(3)), {1, 10, 2.5, kNaN, 4, 20}));
    QVERIFY(near(table.gathered({.normalise = true, .fillMissing = true}, {1}), {0, 0}));
  }

  void codesBecomeWhatTheyStandFor() {
    Table<std::int16_t> table(DType::i16, 2, {-20, 1, kMissingCode, 3, 6, kMissingCode});
    table.data.editMeta().schema.columns[0].scale = 0.5;
    table.data.editMeta().schema.columns[0].offset = 7;
    table.data.editMeta().schema.columns[1].scale = 100;
    QVERIFY(near(table.gathered({}, allRows(3)), {-3, 100, kNaN, 300, 10, kNaN}));
    QVERIFY(near(table.gathered({.fillMissing = true}, allRows(3)), {-3, 100, 3.5, 300, 10, 200}));
    QVERIFY(near(table.gathered({.normalise = true}, allRows(3)), {-1, -1, 0, 1, 1, 0}));
  }

  void theLowestWholeNumberIsOneWithoutSteps() {
    const Table<std::int16_t> table(DType::i16, 1, {kMissingCode, 5});
    QCOMPARE(table.gathered({}, {0, 1}), (std::vector<float>{-32768, 5}));
  }

  /// Whoever widens elsewhere, by the steps that are promised, gets the same bits.
  void wideningElsewhereGivesTheSameBits() {
    std::vector<std::int16_t> codes;
    for (int i = 0; i < 500; ++i) {
      codes.push_back(static_cast<std::int16_t>(i * 131 % 60000 - 30000));
      codes.push_back(i % 7 == 0 ? kMissingCode : static_cast<std::int16_t>(i * i % 1000));
    }
    FakeDataset data(500);
    data.editMeta().schema.columns.resize(2);
    data.editMeta().schema.columns[0].scale = 0.013;
    data.editMeta().schema.columns[1].offset = 12345.678;
    data.add("features", DType::i16, {2}, 16, codes);
    const store::ObjectInfo& features = *data.find("features");
    const SampleIndex train = SampleIndex::whole(500);
    const Rows rows{reinterpret_cast<const std::byte*>(codes.data()), features.sampleBytes()};
    for (const bool normalise : {false, true}) {
      const auto gather =
          FeatureGather::measured(data, features, {.normalise = normalise, .fillMissing = true}, &train, 1, {});
      QVERIFY(gather);
      std::vector<float> got(1000);
      gather->gather(rows, allRows(500), got);
      const Widening by = gather->widening();
      QCOMPARE(by.channels, std::uint64_t{2});
      QCOMPARE(by.run, std::uint64_t{1});
      for (std::size_t i = 0; i < got.size(); ++i) {
        const std::size_t c = i % 2;
        const float scaled = static_cast<float>(codes[i]) * by.scale[c];
        const float value = ((scaled - by.centre[c]) - by.low[c]) * by.inverse[c];
        const bool missing = by.lowestIsMissing && codes[i] == kMissingCode;
        QCOMPARE(std::bit_cast<std::uint32_t>(got[i]), std::bit_cast<std::uint32_t>(missing ? by.fill[c] : value));
      }
    }
  }

  void valuesOfAChannelShareItsMoments() {
    FakeDataset data(2);
    data.add("features", DType::f32, {2, 2}, 2, std::vector<float>{1, 3, 10, 10, 5, 7, 30, 30});
    const store::ObjectInfo& features = *data.find("features");
    const SampleIndex train = SampleIndex::whole(2);
    const auto gather = FeatureGather::measured(data, features, {.normalise = true}, &train, 1, {});
    QVERIFY(gather);
    QCOMPARE(gather->moments().size(), std::size_t{2});
    QCOMPARE(gather->moments()[0].mean, 4.);
    const std::vector<float> stored = {1, 3, 10, 10, 5, 7, 30, 30};
    std::vector<float> out(8);
    gather->gather({reinterpret_cast<const std::byte*>(stored.data()), 16}, std::vector<std::uint64_t>{0, 1}, out);
    const double spread = std::sqrt(5.);
    QVERIFY(near(out, {-3 / spread, -1 / spread, -1, -1, 1 / spread, 3 / spread, 1, 1}));
  }

  void codesAndNumbersAreOnlyWidened() {
    const std::vector<std::uint16_t> codes = {65535, 0, 3, 4};
    const Rows pairs{reinterpret_cast<const std::byte*>(codes.data()), 4};
    std::vector<std::int64_t> wide(4);
    gatherCodes(DType::u16, 2, pairs, std::vector<std::uint64_t>{1, 0}, wide);
    QCOMPARE(wide, (std::vector<std::int64_t>{3, 4, 65535, 0}));
    const std::vector<std::int64_t> wholes = {std::int64_t{1} << 62, -1};
    const Rows single{reinterpret_cast<const std::byte*>(wholes.data()), 8};
    wide.resize(1);
    gatherCodes(DType::i64, 1, single, std::vector<std::uint64_t>{0}, wide);
    QCOMPARE(wide[0], std::int64_t{1} << 62);
    const std::vector<double> numbers = {0.1, -2.5};
    std::vector<float> out(2);
    gatherNumbers(DType::f64, 1, {reinterpret_cast<const std::byte*>(numbers.data()), 8},
                  std::vector<std::uint64_t>{1, 0}, out);
    QCOMPARE(out, (std::vector<float>{-2.5F, 0.1F}));
    std::vector<std::byte> stored(4);
    gatherStored(pairs, std::vector<std::uint64_t>{1}, stored);
    QCOMPARE(std::memcmp(stored.data(), codes.data() + 2, 4), 0);
  }
};

MASU_TEST(GatherTest)
#include "gather_test.moc"
