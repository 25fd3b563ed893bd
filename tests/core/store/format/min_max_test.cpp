// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/min_max.h"

#include <QTest>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "core/base/half.h"
#include "core/store/format/convert.h"
#include "core/store/format/pyramid.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
using table::DType;

namespace {

constexpr std::uint64_t kChannels = 3;

/// Values of a type from a seed; floats hold NaN, infinities and both zeros.
std::vector<std::byte> madeUp(DType type, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> stored(count * table::sizeOf(type));
  table::dispatch(type, [&](auto tag) {
    using T = decltype(tag);
    for (std::size_t i = 0; i < count; ++i) {
      T value{};
      if constexpr (std::is_integral_v<T>) {
        value = static_cast<T>(random());
      } else {
        const double odd[] = {NAN, INFINITY, -INFINITY, 0.0, -0.0};
        const auto pick = static_cast<unsigned>(random() % 20);
        const double number = pick < 5 ? odd[pick] : (static_cast<double>(random()) / 2e9 - 1) * 50;
        if constexpr (std::is_same_v<T, table::Half>) {
          value.bits = halfFromDouble(number);
        } else {
          value = static_cast<T>(number);
        }
      }
      std::memcpy(stored.data() + i * sizeof(T), &value, sizeof(T));
    }
  });
  return stored;
}

std::vector<double> asDoubles(DType type, std::span<const std::byte> stored) {
  std::vector<double> values(stored.size() / table::sizeOf(type));
  toDouble(type, stored, values);
  return values;
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

}  // namespace

class ExtremesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void entriesAreWhatAPlainLoopFinds_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("codes");
    for (const DType type :
         {DType::f64, DType::f32, DType::f16, DType::i32, DType::u32, DType::i16, DType::u16, DType::i8, DType::u8}) {
      QTest::newRow(std::string(table::name(type)).c_str()) << static_cast<int>(type) << false;
    }
    QTest::newRow("codes of i8") << static_cast<int>(DType::i8) << true;
    QTest::newRow("codes of i16") << static_cast<int>(DType::i16) << true;
  }
  void entriesAreWhatAPlainLoopFinds() {
    QFETCH(const int, type);
    QFETCH(const bool, codes);
    const auto dtype = static_cast<DType>(type);
    const MinMax extremes(dtype, kChannels, codes);
    for (const std::size_t frames : {1U, 2U, 7U, 64U, 1000U}) {
      const auto stored = madeUp(dtype, frames * kChannels, static_cast<unsigned>(frames));
      std::vector<std::byte> entry(extremes.entryBytes());
      extremes.ofFrames(stored.data(), frames, entry.data());
      const auto values = asDoubles(dtype, stored);
      const auto found = asDoubles(dtype, entry);
      const double nothing = codes ? table::lowest(dtype) : NAN;
      for (std::size_t channel = 0; channel < kChannels; ++channel) {
        double low = INFINITY;
        double high = -INFINITY;
        for (std::size_t i = channel; i < values.size(); i += kChannels) {
          if (std::isnan(values[i]) || (codes && values[i] == nothing)) continue;
          low = std::min(low, values[i]);
          high = std::max(high, values[i]);
        }
        const bool any = low <= high;
        QVERIFY(same(found[2 * channel], any ? low : nothing));
        QVERIFY(same(found[2 * channel + 1], any ? high : nothing));
      }
    }
  }

  void entriesOfEntriesAreThoseOfTheirFrames() {
    for (const DType type : {DType::f32, DType::f16, DType::i16}) {
      const MinMax extremes(type, kChannels, type == DType::i16);
      const auto stored = madeUp(type, 100 * kChannels, 5);
      std::vector<std::byte> whole(extremes.entryBytes());
      extremes.ofFrames(stored.data(), 100, whole.data());
      std::vector<std::byte> parts;
      for (const auto& [first, count] : {std::pair{0U, 1U}, {1U, 60U}, {61U, 39U}}) {
        parts.resize(parts.size() + extremes.entryBytes());
        extremes.ofFrames(stored.data() + first * extremes.frameBytes(), count,
                          parts.data() + parts.size() - extremes.entryBytes());
      }
      std::vector<std::byte> joined(extremes.entryBytes());
      extremes.ofEntries(parts.data(), 3, joined.data());
      QVERIFY(std::ranges::equal(asDoubles(type, joined), asDoubles(type, whole), same));
    }
  }

  void nothingButMissingValuesStaysMissing() {
    const std::vector<float> blank(64, NAN);
    const MinMax extremes(DType::f32, 1, false);
    float entry[2] = {1, 2};
    extremes.ofFrames(std::as_bytes(std::span(blank)).data(), blank.size(),
                      std::as_writable_bytes(std::span(entry)).data());
    QVERIFY(std::isnan(entry[0]) && std::isnan(entry[1]));
    const std::int8_t codes[] = {-128, -128};
    std::int8_t found[2] = {1, 2};
    MinMax(DType::i8, 1, true)
        .ofFrames(std::as_bytes(std::span(codes)).data(), 2, std::as_writable_bytes(std::span(found)).data());
    QCOMPARE(int{found[0]}, -128);
    QCOMPARE(int{found[1]}, -128);
  }

  void levelsEndWhereTheLongestRecordingIsShort() {
    QVERIFY(pyramidOver({}).empty());
    QVERIFY(pyramidOver(std::vector<std::uint64_t>{0, kPyramidTop}).empty());
    const std::vector<std::uint64_t> day = {86'400'000, 5, 0, 64};
    const auto levels = pyramidOver(day);
    QCOMPARE(levels.size(), std::size_t{4});
    QCOMPARE(levels.front().name(), std::string("pyramid/64"));
    QCOMPARE(levels.back().frames(), std::uint64_t{32768});
    QCOMPARE(levels.back().start(1), std::uint64_t{2637});
    QCOMPARE(levels.back().blocks(), std::uint64_t{2639});
    QVERIFY(levels.back().start(1) <= kPyramidTop);
    QCOMPARE(pyramidOver(std::vector<std::uint64_t>{~std::uint64_t{0}}).back().start(0), std::uint64_t{0});
  }
};

MASU_TEST(ExtremesTest)
#include "min_max_test.moc"
