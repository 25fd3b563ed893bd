// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/matrix_tile.h"

#include <QTest>
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;

namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t kTwo53 = std::uint64_t{1} << 53U;

void add(MatrixTile& tile, const std::vector<double>& values) {
  const MatrixTile::Row row = tile.row();
  for (std::size_t i = 0; i < values.size(); ++i) {
    row.values[i] = values[i];
    row.nearest[i] = static_cast<float>(values[i]);
  }
  tile.takeRow();
}

/// One column with a whole number beyond doubles.
void addWhole(MatrixTile& tile, const csv::Whole& whole) {
  const MatrixTile::Row row = tile.row();
  row.values[0] = (whole.negative ? -1. : 1.) * static_cast<double>(whole.magnitude);
  row.nearest[0] = static_cast<float>(row.values[0]);
  tile.setWhole(0, whole);
  tile.takeRow();
}

template <class Stored>
std::vector<Stored> numbersOf(const MatrixTile& tile) {
  std::vector<Stored> numbers(tile.bytes().size() / sizeof(Stored));
  std::memcpy(numbers.data(), tile.bytes().data(), tile.bytes().size());
  return numbers;
}

}  // namespace

/// A block of records as numbers of one type, which becomes wider where a number does not fit.
class MatrixTileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void storesRowsAndKnowsTheirRanges() {
    MatrixTile tile;
    tile.begin(DType::f32, 3, m_any);
    std::vector<float> expected;
    // More rows than wait together.
    for (int i = 0; i < 201; ++i) {
      add(tile, {static_cast<double>(i), i == 7 ? kMissing : i / 2., -1});
      expected.insert(expected.end(), {static_cast<float>(i), static_cast<float>(i) / 2, -1});
    }
    tile.finish();
    QCOMPARE(tile.rows(), std::size_t{201});
    QVERIFY(tile.dtype() == DType::f32 && !tile.misfit() && !tile.conflict());
    std::vector<float> stored = numbersOf<float>(tile);
    QVERIFY(std::isnan(stored[7 * 3 + 1]));
    stored[7 * 3 + 1] = 3.5F;
    QCOMPARE(stored, expected);
    const table::ColumnStats halves = tile.range(1);
    QCOMPARE(halves.count, std::uint64_t{200});
    QCOMPARE(halves.missing, std::uint64_t{1});
    QCOMPARE(halves.min, 0.);
    QCOMPARE(halves.max, 100.);
    QVERIFY(!halves.integral && tile.range(0).integral);
    QCOMPARE(tile.range(2).max, -1.);
    QCOMPARE(halves.maxError, 0.);
  }

  void aRecordThatIsNotTakenLeavesNothing() {
    MatrixTile tile;
    tile.begin(DType::u8, 1, m_any);
    tile.row().values[0] = 300;
    add(tile, {200});
    tile.finish();
    QCOMPARE(numbersOf<std::uint8_t>(tile), std::vector<std::uint8_t>{200});
    QVERIFY(!tile.misfit());
    tile.begin(DType::f32, 2, m_any);
    tile.finish();
    QCOMPARE(tile.rows(), std::size_t{0});
    QVERIFY(tile.bytes().empty());
    QVERIFY(tile.range(0).min > tile.range(0).max);
  }

  void aNumberThatDoesNotFitWidensFromItsRecordOn() {
    MatrixTile tile;
    tile.begin(DType::u8, 2, m_any);
    add(tile, {1, 255});
    add(tile, {2, 256});
    add(tile, {3, 0.5});
    tile.finish();
    QVERIFY(tile.firstType() == DType::u8 && tile.dtype() == DType::f32);
    QCOMPARE(numbersOf<float>(tile), (std::vector<float>{1, 255, 2, 256, 3, 0.5F}));
    QVERIFY(tile.misfit());
    QCOMPARE(tile.misfit()->row, std::size_t{1});
    QCOMPARE(tile.misfit()->column, std::size_t{1});
    QCOMPARE(tile.misfit()->value, std::string("256"));
    QVERIFY(!tile.roundedBeforeMisfit());
  }

  /// A half keeps eleven bits: 0.1 becomes 1638 / 2^14.
  void aRoundedNumberStaysAsItIsAndIsReported() {
    MatrixTile tile;
    tile.begin(DType::f16, 1, m_any);
    add(tile, {0.1});
    add(tile, {1e5});
    tile.finish();
    QVERIFY(tile.dtype() == DType::f32 && tile.roundedBeforeMisfit());
    QCOMPARE(numbersOf<float>(tile), (std::vector<float>{1638.F / 16384, 1e5F}));
    QVERIFY(std::abs(tile.range(0).maxError - (0.1 - 1638. / 16384)) < 1e-12);
  }

  void aLimitWidensWhatWouldBeRounded() {
    StorageRules exact;
    exact.limits = {0, 1};
    MatrixTile tile;
    tile.begin(DType::f16, 2, exact);
    add(tile, {0.5, 0.1});
    tile.finish();
    QVERIFY(tile.dtype() == DType::f16 && !tile.misfit());
    add(tile, {0.1, 0.1});
    tile.finish();
    QVERIFY(tile.dtype() == DType::f32 && tile.roundedBeforeMisfit());
    QCOMPARE(tile.misfit()->column, std::size_t{0});
    QCOMPARE(tile.misfit()->value, std::string("0.1"));
  }

  /// Value = code × 0.5 + 10, of codes from −127 to 127.
  void codesBecomeTheValuesThatTheyStandFor() {
    StorageRules rules;
    rules.codes.emplace(DType::i8, std::vector<downcast::Affine>{{0.5F, 10.F}});
    MatrixTile tile;
    tile.begin(DType::i8, 1, rules);
    for (const double value : {10., 12.5, kMissing}) add(tile, {value});
    tile.finish();
    QCOMPARE(numbersOf<std::int8_t>(tile), (std::vector<std::int8_t>{0, 5, -128}));
    add(tile, {100});
    tile.finish();
    QVERIFY(tile.dtype() == DType::f64);
    const auto values = numbersOf<double>(tile);
    QVERIFY(values[0] == 10 && values[1] == 12.5 && std::isnan(values[2]) && values[3] == 100);
  }

  void wholeNumbersBeyondDoublesKeepTheirDigits() {
    StorageRules rules = wholeRules();
    MatrixTile tile;
    tile.begin(DType::f64, 1, rules);
    add(tile, {-5});
    addWhole(tile, {kTwo53 + 1});
    add(tile, {kMissing});
    tile.finish();
    QVERIFY(tile.dtype() == DType::i64 && !tile.conflict() && !tile.roundedBeforeMisfit());
    QCOMPARE(tile.misfit()->value, std::string("9007199254740993"));
    QCOMPARE(numbersOf<std::int64_t>(tile),
             (std::vector<std::int64_t>{-5, 9007199254740993, table::kMissingWhole}));
    const auto wholes = tile.range(0).wholes;
    QVERIFY(wholes);
    QCOMPARE(wholes->min, std::int64_t{-5});
    QCOMPARE(wholes->max, std::int64_t{9007199254740993});
    // 2^63 has no place in i64, and a type above it there is none.
    addWhole(tile, {std::uint64_t{1} << 63U});
    tile.finish();
    QVERIFY(tile.conflict());
    QCOMPARE(tile.conflict()->row, std::size_t{3});
    QCOMPARE(tile.conflict()->value, std::string("9223372036854775808"));
    QCOMPARE(tile.misfit()->row, std::size_t{1});
  }

  /// Beside a fraction no type holds it.
  void aFractionBesideSuchANumberIsAConflict() {
    StorageRules rules = wholeRules();
    MatrixTile tile;
    tile.begin(DType::f64, 1, rules);
    add(tile, {0.5});
    addWhole(tile, {kTwo53 + 1, true});
    tile.finish();
    QVERIFY(tile.conflict());
    QCOMPARE(tile.conflict()->value, std::string("-9007199254740993"));
    QVERIFY(tile.dtype() == DType::f64);
  }

  void knowsWhereDoublesDoNotCount() {
    MatrixTile tile;
    tile.begin(DType::f64, 2, m_any);
    add(tile, {0, 1 - static_cast<double>(kTwo53)});
    tile.finish();
    QVERIFY(!tile.beyondDoubles());
    add(tile, {0, -static_cast<double>(kTwo53)});
    tile.finish();
    QVERIFY(tile.beyondDoubles());
  }

  void whatTextsLostCountsAsError() {
    MatrixTile tile;
    tile.begin(DType::f64, 2, m_any);
    tile.noteRounding(0, 0.25);
    tile.noteFlushed(1);
    add(tile, {8, 0});
    tile.finish();
    QCOMPARE(tile.range(0).maxError, 0.25);
    QCOMPARE(tile.range(1).maxError, std::numeric_limits<double>::denorm_min());
  }

  void comesBackFromItsStateAndFromNoOther() {
    MatrixTile tile;
    tile.begin(DType::f16, 2, m_any);
    add(tile, {0.1, 1});
    add(tile, {1e5, 2});
    tile.finish();
    ByteWriter state;
    tile.save(state);
    const std::vector<std::byte>& bytes = state.bytes();
    const std::span<const std::byte> all = bytes;
    MatrixTile again;
    ByteReader whole(bytes);
    QVERIFY(again.restore(whole, 2, m_any));
    QVERIFY(whole.atEnd());
    QCOMPARE(numbersOf<float>(again), numbersOf<float>(tile));
    QVERIFY(again.firstType() == DType::f16 && again.dtype() == DType::f32 && again.roundedBeforeMisfit());
    QCOMPARE(again.misfit()->value, std::string("100000"));
    for (const std::size_t column : {0U, 1U}) {
      QCOMPARE(again.range(column).max, tile.range(column).max);
      QCOMPARE(again.range(column).maxError, tile.range(column).maxError);
    }
    ByteReader narrower(bytes);
    QVERIFY(!again.restore(narrower, 1, m_any));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      ByteReader cut(all.first(size));
      QVERIFY(!again.restore(cut, 2, m_any));
    }
  }

 private:
  static StorageRules wholeRules() {
    StorageRules rules;
    rules.floatLimits = {0};
    rules.wholes = true;
    return rules;
  }

  StorageRules m_any;
};

MASU_TEST(MatrixTileTest)
#include "matrix_tile_test.moc"
