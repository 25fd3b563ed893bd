// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <cstring>
#include <random>

#include "core/base/half.h"
#include "core/loader/transform/widening.h"
#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace streams;

namespace {

constexpr std::uint64_t kSamples = 4000;

StreamOptions normalising(bool normalise) {
  StreamOptions options;
  options.shuffle = Shuffle::exact;
  options.batch = 128;
  options.normalise = normalise;
  options.resources = {2, kPlenty};
  return options;
}

/// One feature object of the given type and shape, with a column of schema for each channel.
template <class Stored>
std::shared_ptr<FakeDataset> withFeatures(DType dtype, std::vector<std::uint64_t> shape,
                                          const std::vector<Stored>& values, double scale = 1, double offset = 0) {
  auto dataset = std::make_shared<FakeDataset>(kSamples);
  const std::uint64_t channels = shape.front();
  dataset->add("features", dtype, std::move(shape), 250, values);
  for (std::uint64_t c = 0; c < channels; ++c) {
    masu::table::Column column;
    column.scale = scale;
    column.offset = offset;
    dataset->editMeta().schema.columns.push_back(column);
  }
  return dataset;
}

/// All features of one epoch, by sample.
std::vector<float> featuresOf(const std::shared_ptr<FakeDataset>& dataset, const Assignment* assignment,
                              const StreamOptions& options) {
  auto stream = openStream(dataset, assignment, options);
  if (!stream) return {};
  const std::uint64_t width = (*stream)->valuesPerSample();
  std::vector<float> features(kSamples * width, -12345.0F);
  for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) {
    for (std::uint64_t i = 0; i < (*batch)->samples; ++i) {
      std::copy_n((*batch)->features.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                  features.begin() + static_cast<std::ptrdiff_t>((*batch)->indices[i] * width));
    }
  }
  return features;
}

struct Spread {
  double mean = 0;
  double deviation = 0;
};
Spread spreadOf(const std::vector<float>& values, std::uint64_t channel, std::uint64_t channels, std::uint64_t run,
                const Assignment& assignment) {
  double sum = 0, squares = 0, count = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t sample = i / (channels * run);
    if (i / run % channels != channel || assignment[sample] != Split::train) continue;
    sum += values[i];
    squares += static_cast<double>(values[i]) * values[i];
    count += 1;
  }
  const double mean = sum / count;
  return {mean, std::sqrt(squares / count - mean * mean)};
}

}  // namespace

class StreamValuesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void normalisesColumnsByTheTrainSplit();
  void normalisesChannelsOfWaveforms();
  void meanFarFromZeroKeepsItsPrecision();
  void missingBecomesZeroUnderNormalise();
  void missingBecomesTheTrainMeanWhereImportAskedForIt();
  void missingStaysWithoutEither();
  void affineCodesBecomeValues();
  void everyTypeWidensExactly();
  void constantColumnBecomesZero();
  void statisticsDoNotDependOnThreads();
  void targetsArePassedAsNumbers();
  void narrowBatchesHoldWhatIsStored();
  void featuresThatAreVariedOrWideDoNotStayNarrow();
};

void StreamValuesTest::normalisesColumnsByTheTrainSplit() {
  std::mt19937 random(3);
  std::vector<float> values(kSamples * 2);
  const Assignment assignment = twoThirds(kSamples);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] =
        i % 2 == 0 ? std::normal_distribution<float>(5, 2)(random) : std::normal_distribution<float>(-300, 70)(random);
    if (assignment[i / 2] == Split::test) values[i] += 1000;  // must not leak into the statistics
  }
  const auto dataset = withFeatures(DType::f32, {2}, values);
  StreamOptions options = normalising(true);
  const auto train = featuresOf(dataset, &assignment, options);
  for (std::uint64_t c = 0; c < 2; ++c) {
    const Spread spread = spreadOf(train, c, 2, 1, assignment);
    QVERIFY(std::abs(spread.mean) < 1e-5);
    QVERIFY(std::abs(spread.deviation - 1) < 1e-5);
  }
  options.split = Split::test;
  const auto test = featuresOf(dataset, &assignment, options);
  QVERIFY(test[0] > 400);  // shifted by 1000 against a deviation of 2
}

void StreamValuesTest::normalisesChannelsOfWaveforms() {
  std::mt19937 random(4);
  std::vector<std::int16_t> values(kSamples * 3 * 8);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto channel = static_cast<int>(i / 8 % 3);
    values[i] = static_cast<std::int16_t>(std::normal_distribution<>(channel * 100.0, 10.0 + channel)(random));
  }
  const Assignment assignment = twoThirds(kSamples);
  const auto features = featuresOf(withFeatures(DType::i16, {3, 8}, values), &assignment, normalising(true));
  for (std::uint64_t c = 0; c < 3; ++c) {
    const Spread spread = spreadOf(features, c, 3, 8, assignment);
    QVERIFY(std::abs(spread.mean) < 1e-5);
    QVERIFY(std::abs(spread.deviation - 1) < 1e-5);
  }
}

void StreamValuesTest::meanFarFromZeroKeepsItsPrecision() {
  std::vector<float> values(kSamples);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 16'000'000.0F + static_cast<float>(i % 3);
  const auto features = featuresOf(withFeatures(DType::f32, {1}, values), nullptr, normalising(true));
  double mean = 0;
  for (const float value : features) mean += value;
  QVERIFY(std::abs(mean / kSamples) < 1e-5);
}

void StreamValuesTest::missingBecomesZeroUnderNormalise() {
  std::vector<float> values(kSamples, 3);
  for (std::size_t i = 0; i < values.size(); i += 2) values[i] = i % 4 == 0 ? NAN : 5;
  const auto features = featuresOf(withFeatures(DType::f32, {1}, values), nullptr, normalising(true));
  for (std::size_t i = 0; i < values.size(); ++i) {
    QVERIFY(!std::isnan(features[i]));
    QCOMPARE(features[i] == 0, std::isnan(values[i]));
  }
}

void StreamValuesTest::missingBecomesTheTrainMeanWhereImportAskedForIt() {
  std::vector<float> values(kSamples, 4);
  Assignment assignment(kSamples, Split::train);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % 5 == 0) values[i] = NAN;
    if (i % 5 == 1) values[i] = 9;
    if (i % 5 == 2) {
      values[i] = 1e6F;
      assignment[i] = Split::validation;
    }
  }
  const auto dataset = withFeatures(DType::f32, {1}, values);
  dataset->editMeta().missingByTrainMean = true;
  const auto features = featuresOf(dataset, &assignment, normalising(false));
  const float mean = (9.0F + 4 + 4) / 3;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (assignment[i] != Split::train) continue;
    QCOMPARE(features[i], std::isnan(values[i]) ? mean : values[i]);
  }
}

void StreamValuesTest::missingStaysWithoutEither() {
  std::vector<float> values(kSamples, 4);
  values[17] = NAN;
  const auto features = featuresOf(withFeatures(DType::f32, {1}, values), nullptr, normalising(false));
  for (std::size_t i = 0; i < values.size(); ++i) QCOMPARE(std::isnan(features[i]), i == 17);
}

void StreamValuesTest::affineCodesBecomeValues() {
  std::vector<std::int8_t> codes(kSamples);
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<std::int8_t>(static_cast<int>(i % 256) - 128);
  const auto dataset = withFeatures(DType::i8, {1}, codes, 0.5, 100);
  const auto features = featuresOf(dataset, nullptr, normalising(false));
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] == -128) {
      QVERIFY(std::isnan(features[i]));
    } else {
      QCOMPARE(features[i], static_cast<float>(codes[i]) * 0.5F + 100);
    }
  }
  const auto normalised = featuresOf(dataset, nullptr, normalising(true));
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] == -128) QCOMPARE(normalised[i], 0.0F);
  }
}

void StreamValuesTest::everyTypeWidensExactly() {
  const auto check = [](auto zero, DType dtype) {
    using Stored = decltype(zero);
    std::vector<Stored> values(kSamples);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<Stored>(i % 120);
    const auto features = featuresOf(withFeatures(dtype, {1}, values), nullptr, normalising(false));
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (features[i] != static_cast<float>(i % 120)) return false;
    }
    return true;
  };
  QVERIFY(check(double{}, DType::f64));
  QVERIFY(check(float{}, DType::f32));
  QVERIFY(check(std::int32_t{}, DType::i32));
  QVERIFY(check(std::uint32_t{}, DType::u32));
  QVERIFY(check(std::int16_t{}, DType::i16));
  QVERIFY(check(std::uint16_t{}, DType::u16));
  QVERIFY(check(std::int8_t{}, DType::i8));
  QVERIFY(check(std::uint8_t{}, DType::u8));
  std::vector<std::uint16_t> halves(kSamples);
  for (std::size_t i = 0; i < halves.size(); ++i) halves[i] = masu::halfFromFloat(static_cast<float>(i) / 8);
  const auto features = featuresOf(withFeatures(DType::f16, {1}, halves), nullptr, normalising(false));
  for (std::size_t i = 0; i < halves.size(); ++i) QCOMPARE(features[i], masu::floatFromHalf(halves[i]));
}

void StreamValuesTest::constantColumnBecomesZero() {
  const auto dataset = withFeatures(DType::f32, {1}, std::vector<float>(kSamples, 0.1F));
  for (const float value : featuresOf(dataset, nullptr, normalising(true))) QCOMPARE(value, 0.0F);
}

void StreamValuesTest::statisticsDoNotDependOnThreads() {
  std::mt19937 random(5);
  std::vector<float> values(kSamples * 3);
  for (float& value : values) value = std::normal_distribution<float>(1, 3)(random);
  const auto dataset = withFeatures(DType::f32, {3}, values);
  StreamOptions options = normalising(true);
  options.resources.threads = 1;
  const auto one = featuresOf(dataset, nullptr, options);
  options.resources.threads = 4;
  QVERIFY(one == featuresOf(dataset, nullptr, options));
}

void StreamValuesTest::targetsArePassedAsNumbers() {
  auto dataset = std::make_shared<FakeDataset>(100);
  dataset->add("features", DType::f32, {1}, 10, std::vector<float>(100));
  std::vector<float> targets(200);
  for (std::size_t i = 0; i < targets.size(); ++i) targets[i] = static_cast<float>(i) / 4;
  dataset->add("labels", DType::f32, {2}, 10, targets);
  dataset->editMeta().target = masu::store::Target::values;
  auto stream = openStream(dataset, nullptr, normalising(false));
  QVERIFY(stream);
  const auto batch = (*stream)->next({});
  QVERIFY(batch && *batch);
  QVERIFY((*batch)->labels.empty());
  for (std::uint64_t i = 0; i < (*batch)->samples; ++i) {
    QCOMPARE((*batch)->targets[2 * i + 1], targets[2 * (*batch)->indices[i] + 1]);
  }
}

void StreamValuesTest::narrowBatchesHoldWhatIsStored() {
  std::vector<std::int16_t> values(kSamples * 6);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int16_t>(i * 7);
  StreamOptions options = normalising(true);
  options.narrow = true;
  options.batch = 150;
  options.last = LastBatch::padded;
  for (const std::uint64_t memory : {kPlenty, kScarce}) {
    options.resources.memoryBytes = memory;
    auto stream = openStream(withFeatures(DType::i16, {2, 3}, values, 0.5, 4), nullptr, options);
    QVERIFY(stream);
    QCOMPARE((*stream)->valuesPerSample(), std::uint64_t{6});
    std::uint64_t seen = 0;
    for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) {
      const Batch& got = **batch;
      QVERIFY(got.features.empty());
      QVERIFY(got.widening != nullptr);
      QCOMPARE(got.widening->type, DType::i16);
      QCOMPARE(got.widening->channels * got.widening->run, std::uint64_t{6});
      QCOMPARE(got.narrow.size(), got.samples * 12);
      for (std::uint64_t i = 0; i < got.samples; ++i) {
        QVERIFY(std::memcmp(got.narrow.data() + i * 12, values.data() + got.indices[i] * 6, 12) == 0);
      }
      seen += got.samples - got.padding;
    }
    QCOMPARE(seen, kSamples);
  }
}

void StreamValuesTest::featuresThatAreVariedOrWideDoNotStayNarrow() {
  const auto staysNarrow = [](const std::shared_ptr<FakeDataset>& dataset, const StreamOptions& options) {
    auto stream = openStream(dataset, nullptr, options);
    const auto batch = (*stream)->next({});
    return batch && *batch && (*batch)->features.empty() && (*batch)->widening != nullptr;
  };
  StreamOptions options = normalising(true);
  const auto bytes = withFeatures(DType::u8, {4}, std::vector<std::uint8_t>(kSamples * 4, 3));
  QVERIFY(!staysNarrow(bytes, options));
  options.narrow = true;
  QVERIFY(staysNarrow(bytes, options));
  QVERIFY(!staysNarrow(withFeatures(DType::f32, {4}, std::vector<float>(kSamples * 4)), options));
  QVERIFY(!staysNarrow(withFeatures(DType::u16, {4}, std::vector<std::uint16_t>(kSamples * 4)), options));
  options.augment.noise = 0.1;
  QVERIFY(!staysNarrow(bytes, options));
}

MASU_TEST(StreamValuesTest)
#include "stream_values_test.moc"
