// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/channel_values.h"

#include <QTest>
#include <algorithm>
#include <random>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;

class ChannelValuesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void narrowIntegersAreStoredAsIfTheyHadBeenFloats_data() {
    QTest::addColumn<int>("type");
    for (const DType type : {DType::u8, DType::i8, DType::u16, DType::i16})
      QTest::newRow(std::string(table::name(type)).c_str()) << static_cast<int>(type);
  }
  void narrowIntegersAreStoredAsIfTheyHadBeenFloats() {
    QFETCH(int, type);
    std::mt19937_64 random(7);
    for (int round = 0; round < 200; ++round) {
      ChannelShape shape;
      shape.stride = 1 + random() % 3;
      // Beyond the stretch that sums are taken over, and nothing at all.
      shape.present = round == 0 ? 0 : round == 1 ? 200'000 : random() % 5000;
      shape.length = std::max<std::uint64_t>(1, shape.present + random() % 3 * 100);
      shape.padding = static_cast<DType>(type) == DType::u8 ? 128 : 0;
      const bool extremes = round % 2 == 1;
      compare(static_cast<DType>(type), shape, [&](double least, double greatest) {
        const auto range = static_cast<std::uint64_t>(greatest - least);
        return extremes ? (random() % 2 == 0 ? least : greatest) : least + static_cast<double>(random() % (range + 1));
      });
    }
  }

  void onlyWhatStaysWhatItIsIsStoredAsIs() {
    const ChannelShape plain;
    QVERIFY(storesAsIs(DType::i16, plain, DType::i16));
    QVERIFY(!storesAsIs(DType::i16, plain, DType::f32));
    QVERIFY(!storesAsIs(DType::u8, plain, DType::i16));
    for (const DType wide : {DType::i32, DType::u32, DType::f16, DType::f32, DType::f64})
      QVERIFY(!storesAsIs(wide, plain, wide));
    ChannelShape other = plain;
    other.scale = 1 / 32768.0;
    QVERIFY(!storesAsIs(DType::i16, other, DType::i16));
    other = plain;
    other.silence = 128;
    QVERIFY(!storesAsIs(DType::u8, other, DType::u8));
    other = plain;
    other.steps = downcast::Affine{};
    QVERIFY(!storesAsIs(DType::i16, other, DType::i16));
  }

 private:
  template <class Value>
  static void compare(DType type, const ChannelShape& shape, const Value& value) {
    const double least = table::lowest(type);
    const double greatest = table::highest(type);
    const std::size_t width = table::sizeOf(type);
    std::vector<float> floats(shape.present * shape.stride + 1);
    std::vector<std::byte> native(floats.size() * width);
    table::dispatch(type, [&](auto tag) {
      using Number = decltype(tag);
      if constexpr (std::is_integral_v<Number>) {
        auto* numbers = reinterpret_cast<Number*>(native.data());
        for (std::size_t i = 0; i < floats.size(); ++i) {
          numbers[i] = static_cast<Number>(value(least, greatest));
          floats[i] = static_cast<float>(numbers[i]);
        }
      }
    });
    std::vector<std::byte> expected(shape.length * width);
    std::vector<std::byte> stored(expected.size());
    const ChannelTally by = storeChannel(floats.data(), shape, type, expected);
    const ChannelTally is = storeAsIs(native.data(), shape, type, stored);
    QVERIFY(stored == expected);
    QCOMPARE(is.stats.count, by.stats.count);
    QCOMPARE(is.stats.min, by.stats.min);
    QCOMPARE(is.stats.max, by.stats.max);
    QVERIFY(is.stats.mean == by.stats.mean && is.stats.squares == by.stats.squares);
    QVERIFY(is.stats.maxError == by.stats.maxError && is.stats.integral == by.stats.integral);
  }
};

MASU_TEST(ChannelValuesTest)
#include "channel_values_test.moc"
