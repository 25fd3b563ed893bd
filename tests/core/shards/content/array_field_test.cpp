// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/content/array_field.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
using table::DType;
using Names = std::vector<std::string>;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// Three samples of two features, whose columns have these extremes; and one of all else that there may be.
std::shared_ptr<FakeDataset> dataOf(DType features, double min = 0, double max = 1) {
  auto data = std::make_shared<FakeDataset>(3);
  for (const char* name : {"x", "y"}) {
    table::Column column;
    column.name = name;
    column.stored = features;
    data->editMeta().schema.columns.push_back(column);
  }
  data->editMeta().schema.columns[1].stats.add(min);
  data->editMeta().schema.columns[1].stats.add(max);
  for (const auto& [name, role] : {std::pair("who", table::Role::group), {"note", table::Role::kept}}) {
    table::Column column;
    column.name = name;
    column.role = role;
    data->editMeta().schema.columns.push_back(column);
  }
  data->add<std::int16_t>("features", features, {2}, 2, {1, -2, 3, std::numeric_limits<std::int16_t>::min(), 5, 6});
  data->add<std::uint8_t>("labels", DType::u8, {}, 2, {0, 1, 0});
  data->add<std::int32_t>("group", DType::i32, {}, 2, {0, 1, 1});
  data->add<double>("kept/score", DType::f64, {}, 2, {1, 2, 3});
  data->add<std::uint64_t>("kept/note", DType::u8, {}, 2, {1, 2, 3});
  data->editObjects().back().element = store::Element::textEnds;
  data->add<std::uint64_t>("origin", DType::u8, {}, 2, {0, 0, 0});
  data->editObjects().back().element = store::Element::origin;
  return data;
}

/// Of i16 with half a unit a code, from 10 on.
std::shared_ptr<FakeDataset> affine() {
  auto data = dataOf(DType::i16);
  for (std::size_t i = 0; i < 2; ++i) {
    data->editMeta().schema.columns[i].scale = 0.5;
    data->editMeta().schema.columns[i].offset = 10;
  }
  return data;
}

/// Seven of both features.
std::vector<loader::Moments> means() {
  loader::Moments mean;
  mean.count = 2;
  mean.mean = 7;
  return {mean, mean};
}

template <class Value>
std::vector<Value> featuresOf(const FakeDataset& data, const Encoding& encoding) {
  const ArrayFields fields(data, encoding);
  SampleReader reader(data, {});
  ArrayFields::Room room;
  const std::vector<std::uint64_t> samples = {2, 0, 1};
  const auto bytes = fields.read(fields.all().at(0), reader, samples, room);
  if (!bytes) return {};
  std::vector<Value> values(bytes->size() / sizeof(Value));
  std::memcpy(values.data(), bytes->data(), bytes->size());
  return values;
}

bool fits(DType stored, DType type, double min, double max) {
  return checkType(*dataOf(stored, min, max), {.type = type}).has_value();
}

}  // namespace

/// Values of a dataset as the arrays of an export: in a type that holds them all, or refused.
class ArrayFieldTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// The rule for whole numbers: the range of one type is within that of the other.
  void whatHoldsEveryValueIsAccepted() {
    const std::vector<DType> wholes = {DType::i32, DType::u32, DType::i16, DType::u16, DType::i8, DType::u8};
    for (const DType from : wholes) {
      for (const DType to : wholes) {
        const bool within = table::lowest(to) <= table::lowest(from) && table::highest(to) >= table::highest(from);
        const std::string which = std::string(table::name(from)) + " as " + std::string(table::name(to));
        QVERIFY2(fits(from, to, 0, 1) == within, which.c_str());
      }
      QVERIFY(!fits(DType::f16, from, 0, 1));
      QVERIFY(fits(from, DType::f16, 0, 1));
    }
    QVERIFY(checkType(*dataOf(DType::f32), {}));
  }

  /// Numbers with a fraction, or with a mean where one is missing, are none of a whole type.
  void fractionsNeedFloats() {
    QVERIFY(!checkType(*affine(), {.type = DType::i16}));
    QVERIFY(!checkType(*affine(), {.type = DType::i32}));
    QVERIFY(checkType(*affine(), {.type = DType::f32}));
    QVERIFY(!checkType(*dataOf(DType::i16), {.type = DType::i32, .fill = {{}, {}}}));
  }

  /// The largest values that do not become infinite, and the smallest that do; of either sign.
  void noValueBecomesInfinite() {
    for (const double sign : {1., -1.}) {
      const auto reaches = [&](DType type, double value) {
        return fits(DType::f64, type, std::min(sign * value, 0.), std::max(sign * value, 0.));
      };
      QVERIFY(reaches(DType::f16, 65519));
      QVERIFY(!reaches(DType::f16, 65520));
      const double most = std::numeric_limits<float>::max();
      QVERIFY(reaches(DType::f32, most));
      QVERIFY(!reaches(DType::f32, 0x1p128));
      QVERIFY(reaches(DType::f64, 0x1p128));
      // Values that round to the largest float, and the first that round beyond.
      QVERIFY(std::isfinite(static_cast<float>(std::nextafter(0x1.ffffffp127, 0))));
      QVERIFY(reaches(DType::f32, std::nextafter(0x1.ffffffp127, 0)));
      QVERIFY(!reaches(DType::f32, 0x1.ffffffp127));
    }
    const auto refused = checkType(*dataOf(DType::f64, -1e6, 1), {.type = DType::f16});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::unsupported);
    const std::string sentence = refused.error().message.english();
    QVERIFY2(sentence.find("y reaches -1000000") != std::string::npos, sentence.c_str());
  }

  /// An infinity in the data is one in any type, and hides nothing at the other end.
  void infinitiesStay() {
    QVERIFY(fits(DType::f64, DType::f16, -kInf, 1));
    QVERIFY(fits(DType::f64, DType::f16, -kInf, kInf));
    QVERIFY(!fits(DType::f64, DType::f16, -1e6, kInf));
    QVERIFY(!fits(DType::f64, DType::f32, -kInf, 1e39));
  }

  void columnsThatAreNoFeaturesHaveNoSay() {
    const auto data = dataOf(DType::f64);
    data->editMeta().schema.columns[1].role = table::Role::label;
    data->editMeta().schema.columns[1].stats.add(1e300);
    QVERIFY(checkType(*data, {.type = DType::f32}));
  }

  void aTrainerGetsNothingThatWasOnlyKept() {
    const auto data = dataOf(DType::i16);
    const auto namesOf = [&](const Encoding& encoding) {
      const ArrayFields fields(*data, encoding);
      Names names;
      for (const ArrayField& field : fields.all()) names.push_back(field.name);
      for (const TextField& field : fields.texts()) names.push_back("text " + field.name);
      return names;
    };
    QCOMPARE(namesOf({}), (Names{"features", "labels", "group", "kept/score", "text kept/note"}));
    QCOMPARE(namesOf({.encoded = true}), (Names{"features", "labels"}));
    const auto bytesOf = [&](const Encoding& encoding) { return ArrayFields(*data, encoding).sampleBytes(); };
    QCOMPARE(bytesOf({}), std::uint64_t{2 * 2 + 1 + 4 + 8});
    QCOMPARE(bytesOf({.encoded = true}), std::uint64_t{2 * 4 + 1});
    QCOMPARE(bytesOf({.type = DType::f64}), std::uint64_t{2 * 8 + 1 + 4 + 8});
  }

  void valuesAreThoseOfTheDataset() {
    const auto plain = dataOf(DType::i16);
    QCOMPARE(featuresOf<std::int16_t>(*plain, {}), (std::vector<std::int16_t>{5, 6, 1, -2, 3, -32768}));
    QCOMPARE(featuresOf<std::int32_t>(*plain, {.type = DType::i32}),
             (std::vector<std::int32_t>{5, 6, 1, -2, 3, -32768}));
    QCOMPARE(featuresOf<double>(*plain, {.type = DType::f64}), (std::vector<double>{5, 6, 1, -2, 3, -32768}));
    // Codes with a scale are written as what they stand for; the lowest stands for a missing value.
    for (const auto& values : {featuresOf<float>(*affine(), {}), featuresOf<float>(*affine(), {.encoded = true})}) {
      QCOMPARE(values.size(), std::size_t{6});
      QVERIFY(std::isnan(values[5]));
      const std::vector<float> present(values.begin(), values.begin() + 5);
      QCOMPARE(present, (std::vector<float>{12.5F, 13, 10.5F, 9, 11.5F}));
    }
    const auto filled = featuresOf<double>(*affine(), {.type = DType::f64, .fill = means()});
    QCOMPARE(filled, (std::vector<double>{12.5, 13, 10.5, 9, 11.5, 7}));
  }

  /// A mean for what is missing costs nothing of what is there.
  void whatIsPresentKeepsItsDigits() {
    const double missing = std::numeric_limits<double>::quiet_NaN();
    FakeDataset data(3);
    data.editMeta().schema.columns.resize(2);
    data.add<double>("features", DType::f64, {2}, 2, {0.1, 1e300, missing, 1. / 3, kInf, missing});
    QCOMPARE(featuresOf<double>(data, {.encoded = true, .type = DType::f64, .fill = means()}),
             (std::vector<double>{kInf, 7, 0.1, 1e300, 7, 1. / 3}));
    data.editMeta().schema.columns[1].missingStays = true;
    const auto values = featuresOf<double>(data, {.encoded = true, .type = DType::f64, .fill = means()});
    QVERIFY(std::isnan(values.at(1)));
    QCOMPARE(values.at(4), 7.);
    FakeDataset wholes(3);
    wholes.editMeta().schema.columns.resize(2);
    wholes.add<std::int32_t>("features", DType::i32, {2}, 2, {16777217, 2, 3, 4, 5, 6});
    QCOMPARE(featuresOf<double>(wholes, {.encoded = true, .type = DType::f64, .fill = means()}),
             (std::vector<double>{5, 6, 16777217, 2, 3, 4}));
  }

  void theDescriptionIsOfWhatIsWritten() {
    const auto data = affine();
    data->editMeta().rejected = 3;
    data->editMeta().paddedWindows = 1;
    data->editMeta().missingByTrainMean = true;
    const auto kept = exportedMeta(*data, {}, Codes::kept);
    QCOMPARE(kept.schema.columns[0].scale, 0.5);
    QVERIFY(kept.schema.columns[0].stored == DType::i16);
    QVERIFY(kept.missingByTrainMean);
    QCOMPARE(kept.rejected, std::uint64_t{0});
    QVERIFY(!kept.paddedWindows);
    QVERIFY(kept.schema.columns[3].role == table::Role::kept);
    const auto widened = exportedMeta(*data, {}, Codes::widened);
    QCOMPARE(widened.schema.columns[0].scale, 1.);
    QCOMPARE(widened.schema.columns[0].offset, 0.);
    QVERIFY(widened.schema.columns[0].stored == DType::f32);
    const auto encoded = exportedMeta(*data, {.encoded = true, .fill = {{}, {}}}, Codes::kept);
    QVERIFY(encoded.schema.columns[0].stored == DType::f32);
    QCOMPARE(encoded.schema.columns[0].scale, 1.);
    QVERIFY(!encoded.missingByTrainMean);
    QVERIFY(encoded.schema.columns[2].role == table::Role::ignored);
    QVERIFY(encoded.schema.columns[3].role == table::Role::ignored);
    const auto asked = exportedMeta(*data, {.type = DType::f64}, Codes::kept);
    QVERIFY(asked.schema.columns[1].stored == DType::f64);
    QCOMPARE(asked.schema.columns[1].offset, 0.);
  }
};

MASU_TEST(ArrayFieldTest)
#include "array_field_test.moc"
