// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace streams;

namespace {

constexpr std::uint64_t kCount = 400;
const std::vector<std::uint64_t> kWave = {2, 30};
const std::vector<std::uint64_t> kImage = {3, 5, 7};

std::uint64_t product(const std::vector<std::uint64_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>());
}

/// Samples of 1, 2, 3 … each, varied.
std::vector<float> varied(const char* text, const std::vector<std::uint64_t>& shape, std::uint32_t epoch = 0,
                          std::uint64_t seed = 3) {
  const auto spec = AugmentSpec::parse(text);
  if (!spec) return {};
  std::vector<float> values(kCount * product(shape));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % product(shape) + 1);
  std::vector<std::uint64_t> indices(kCount);
  std::iota(indices.begin(), indices.end(), std::uint64_t{1000});
  Augmenter(*spec, shape, seed).apply(epoch, indices, values);
  return values;
}

}  // namespace

class AugmentTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void badWordsAreNamed();
  void sameSeedEpochAndSampleGiveTheSame();
  void noiseHasItsDeviation();
  void gainIsOneFactorASample();
  void flipTurnsRowsRound();
  void shiftMovesAndLeavesZeros();
  void cropKeepsItsShare();
  void maskHidesOneStretch();
  void dropHidesWholeChannels();
  void streamsVaryTheSameForAnyThreads();
  void tablesTakeOnlyWhatNeedsNoAxis();
};

void AugmentTest::badWordsAreNamed() {
  for (const char* text : {"nois=1", "noise", "noise=x", "drop=1.5", "gain=2..1", "crop=0", "shift=-1", "noise=1,,"}) {
    const auto spec = AugmentSpec::parse(text);
    QVERIFY2(!spec, text);
    QCOMPARE(spec.error().code, masu::Errc::invalidArgument);
  }
  QVERIFY(!AugmentSpec::parse("")->active());
  QVERIFY(AugmentSpec::parse("noise=0.1,gain=2,flip=1")->active());
  const auto spaced = AugmentSpec::parse(" noise = 0.1 , gain=0.8..1.2, flip=1 ");
  QVERIFY(spaced);
  QCOMPARE(spaced->noise, 0.1);
  QCOMPARE(spaced->gainHigh, 1.2);
  QCOMPARE(spaced->flip, 1.0);
  QVERIFY(!AugmentSpec::parse(" ")->active());
}

void AugmentTest::sameSeedEpochAndSampleGiveTheSame() {
  const char* all = "noise=0.1,gain=0.5..2,shift=3,crop=0.8,mask=4,drop=0.2,flip=0.5";
  for (const auto& shape : {kWave, kImage}) {
    QVERIFY(varied(all, shape) == varied(all, shape));
    QVERIFY(varied(all, shape, 0) != varied(all, shape, 1));
    QVERIFY(varied(all, shape, 0, 3) != varied(all, shape, 0, 4));
  }
}

void AugmentTest::noiseHasItsDeviation() {
  const auto values = varied("noise=0.5", kWave);
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double delta = values[i] - static_cast<double>(i % product(kWave) + 1);
    sum += delta;
    squares += delta * delta;
  }
  const auto count = static_cast<double>(values.size());
  QVERIFY(std::abs(sum / count) < 4 * 0.5 / std::sqrt(count));
  QVERIFY(std::abs(std::sqrt(squares / count) - 0.5) < 0.01);
}

void AugmentTest::gainIsOneFactorASample() {
  const auto values = varied("gain=0.5..2", kWave);
  float low = 9;
  float high = 0;
  for (std::size_t s = 0; s < kCount; ++s) {
    const float factor = values[s * product(kWave)];
    low = std::min(low, factor);
    high = std::max(high, factor);
    for (std::size_t i = 0; i < product(kWave); ++i) {
      QCOMPARE(values[s * product(kWave) + i], factor * static_cast<float>(i + 1));
    }
  }
  QVERIFY(low >= 0.5F && low < 0.6F && high <= 2 && high > 1.9F);
}

void AugmentTest::flipTurnsRowsRound() {
  const auto values = varied("flip=1", kImage);
  for (std::size_t i = 0; i < product(kImage); ++i) {
    QCOMPARE(values[i], static_cast<float>(i / 7 * 7 + (6 - i % 7) + 1));
  }
  const auto some = varied("flip=0.5", kImage);
  std::size_t flipped = 0;
  for (std::size_t s = 0; s < kCount; ++s) flipped += some[s * product(kImage)] == 7.0F ? 1 : 0;
  QVERIFY(flipped > kCount * 2 / 5 && flipped < kCount * 3 / 5);
}

void AugmentTest::shiftMovesAndLeavesZeros() {
  const auto values = varied("shift=4", kWave);
  std::vector<int> seen(9);
  for (std::size_t s = 0; s < kCount; ++s) {
    const float* sample = values.data() + s * product(kWave);
    // The 16th step of the first channel tells by how much it moved.
    const int by = 15 + 1 - static_cast<int>(sample[15]);
    QVERIFY(std::abs(by) <= 4);
    ++seen[static_cast<std::size_t>(by + 4)];
    for (int i = 0; i < 60; ++i) {
      const int from = i % 30 - by;
      QCOMPARE(sample[i], from < 0 || from >= 30 ? 0.0F : static_cast<float>(i / 30 * 30 + from + 1));
    }
  }
  QVERIFY(std::ranges::all_of(seen, [](int count) { return count > 20; }));
}

void AugmentTest::cropKeepsItsShare() {
  const auto values = varied("crop=0.5", kWave);
  std::vector<bool> begins(30);
  for (std::size_t s = 0; s < kCount; ++s) {
    const float* sample = values.data() + s * product(kWave);
    const auto begin =
        static_cast<std::size_t>(std::find_if(sample, sample + 30, [](float v) { return v != 0; }) - sample);
    begins[begin] = true;
    for (std::size_t i = 0; i < 60; ++i) {
      const bool kept = i % 30 >= begin && i % 30 < begin + 15;
      QCOMPARE(sample[i], kept ? static_cast<float>(i + 1) : 0.0F);
    }
  }
  QCOMPARE(std::ranges::count(begins, true), 16);
}

void AugmentTest::maskHidesOneStretch() {
  const auto values = varied("mask=10", kWave);
  std::size_t longest = 0;
  for (std::size_t s = 0; s < kCount; ++s) {
    const float* sample = values.data() + s * product(kWave);
    std::size_t hidden = 0;
    std::size_t stretches = 0;
    for (std::size_t i = 0; i < 30; ++i) {
      QCOMPARE(sample[i] == 0, sample[i + 30] == 0);
      hidden += sample[i] == 0 ? 1 : 0;
      stretches += sample[i] == 0 && (i == 0 || sample[i - 1] != 0) ? 1 : 0;
    }
    QVERIFY(hidden <= 10 && stretches <= 1);
    longest = std::max(longest, hidden);
  }
  QCOMPARE(longest, std::size_t{10});
}

void AugmentTest::dropHidesWholeChannels() {
  const auto values = varied("drop=0.25", kWave);
  std::size_t dropped = 0;
  for (std::size_t channel = 0; channel < 2 * kCount; ++channel) {
    const float* begin = values.data() + channel * 30;
    const auto zeros = std::count(begin, begin + 30, 0.0F);
    QVERIFY(zeros == 0 || zeros == 30);
    dropped += zeros == 30 ? 1 : 0;
  }
  QVERIFY(dropped > 150 && dropped < 250);
}

void AugmentTest::streamsVaryTheSameForAnyThreads() {
  const auto dataset = std::make_shared<FakeDataset>(kCount);
  std::vector<float> features(kCount * product(kWave), 1.0F);
  dataset->add("features", DType::f32, kWave, 50, features);
  dataset->editMeta().schema.columns.resize(2);
  std::vector<std::vector<float>> runs;
  for (const unsigned threads : {1U, 3U}) {
    for (const std::uint64_t memory : {kScarce, kPlenty}) {
      StreamOptions options;
      options.batch = 32;
      options.blocks = 3;
      options.epochs = 2;
      options.augment = *AugmentSpec::parse("noise=0.5,drop=0.3");
      options.resources = {threads, memory};
      auto stream = openStream(dataset, nullptr, options);
      QVERIFY(stream);
      std::vector<float>& run = runs.emplace_back();
      for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) {
        run.insert(run.end(), (*batch)->features.begin(), (*batch)->features.end());
      }
    }
  }
  QCOMPARE(runs[0].size(), 2 * features.size());
  QVERIFY(runs[0] == runs[1] && runs[0] == runs[2] && runs[0] == runs[3]);
}

void AugmentTest::tablesTakeOnlyWhatNeedsNoAxis() {
  const auto dataset = numbered(kCount, 50);
  StreamOptions options;
  options.augment = *AugmentSpec::parse("noise=1,gain=0.9..1.1,drop=0.1");
  QVERIFY(openStream(dataset, nullptr, options));
  options.augment.shift = 3;
  const auto refused = openStream(dataset, nullptr, options);
  QVERIFY(!refused);
  QCOMPARE(refused.error().code, masu::Errc::invalidArgument);
}

MASU_TEST(AugmentTest)
#include "augment_test.moc"
