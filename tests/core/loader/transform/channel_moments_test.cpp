// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/channel_moments.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::loader;
using table::DType;

namespace {

constexpr std::uint64_t kSamples = 302;
constexpr std::uint64_t kChunk = 4;
constexpr std::uint64_t kChannels = 2;
constexpr std::uint64_t kRun = 3;

/// Two channels of three values a sample, far from 0, some of them missing or infinite.
std::vector<float> someValues() {
  std::mt19937 random(8);
  std::vector<float> values(kSamples * kChannels * kRun);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(random() % 1000) * (i / kRun % kChannels == 0 ? 0.01F : 3.F) + 500;
    if (random() % 40 == 0) values[i] = std::numeric_limits<float>::quiet_NaN();
    if (random() % 40 == 0) values[i] = std::numeric_limits<float>::infinity();
  }
  return values;
}

std::shared_ptr<FakeDataset> dataset() {
  auto data = std::make_shared<FakeDataset>(kSamples);
  data->add("features", DType::f32, {kChannels, kRun}, kChunk, someValues());
  return data;
}

/// Two of three samples, but none of the chunks 10 to 19.
SampleIndex someMembers() {
  store::Assignment assignment;
  for (std::uint64_t i = 0; i < kSamples; ++i)
    assignment.push_back(i % 3 != 0 && (i / kChunk < 10 || i / kChunk > 19) ? store::Split::train : store::Split::test);
  return SampleIndex::of(assignment, store::Split::train);
}

Result<std::vector<Moments>> measured(const FakeDataset& data, const SampleIndex& train, unsigned threads = 1) {
  return momentsOf(data, *data.find("features"), train, threads, {});
}

bool sameBits(const std::vector<Moments>& a, const std::vector<Moments>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Moments)) == 0;
}

void compare(const Moments& got, const std::vector<double>& values) {
  long double sum = 0;
  for (const double value : values) sum += value;
  const long double mean = sum / static_cast<long double>(values.size());
  long double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  QCOMPARE(got.count, static_cast<double>(values.size()));
  QCOMPARE(got.min, *std::ranges::min_element(values));
  QCOMPARE(got.max, *std::ranges::max_element(values));
  QVERIFY(std::fabs(got.mean - static_cast<double>(mean)) < 1e-10 * std::fabs(got.mean));
  QVERIFY(std::fabs(got.squares - static_cast<double>(squares)) < 1e-8 * static_cast<double>(squares));
}

}  // namespace

/// Mean and spread of the members of a split, as they are defined, over the values that are numbers.
class ChannelMomentsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void momentsAreThoseOfTheMembersFiniteValues() {
    const auto data = dataset();
    const std::vector<float> values = someValues();
    const SampleIndex train = someMembers();
    const auto moments = measured(*data, train);
    QVERIFY(moments);
    QCOMPARE(moments->size(), std::size_t{kChannels});
    for (std::uint64_t channel = 0; channel < kChannels; ++channel) {
      std::vector<double> finite;
      train.forEach(0, kSamples, [&](std::uint64_t sample) {
        for (std::uint64_t i = 0; i < kRun; ++i) {
          const float value = values[(sample * kChannels + channel) * kRun + i];
          if (std::isfinite(value)) finite.push_back(value);
        }
      });
      compare((*moments)[channel], finite);
      QCOMPARE((*moments)[channel].deviation(), std::sqrt((*moments)[channel].squares / (*moments)[channel].count));
    }
  }

  void codesCountAsWhatTheyStandFor() {
    const std::int16_t missing = std::numeric_limits<std::int16_t>::min();
    FakeDataset data(4);
    data.editMeta().schema.columns.resize(1);
    data.editMeta().schema.columns[0].scale = 0.5;
    data.editMeta().schema.columns[0].offset = 7;
    data.add("features", DType::i16, {1}, 3, std::vector<std::int16_t>{-20, missing, 0, 6});
    const auto moments = measured(data, SampleIndex::whole(4));
    QVERIFY(moments);
    compare(moments->front(), {-3, 7, 10});
  }

  void threadsChangeNoBit() {
    const auto data = dataset();
    const SampleIndex train = someMembers();
    const auto one = measured(*data, train);
    QVERIFY(one);
    for (const unsigned threads : {2U, 5U}) {
      const auto several = measured(*data, train, threads);
      QVERIFY(several && sameBits(*several, *one));
    }
  }

  /// Several that measure a split together come to what one does.
  void chunksMergedInOrderAreTheWhole() {
    const auto data = dataset();
    const store::ObjectInfo& features = *data->find("features");
    const SampleIndex train = someMembers();
    const auto whole = measured(*data, train);
    QVERIFY(whole);
    std::vector<Moments> total(kChannels);
    std::uint64_t chunks = 0;
    const auto take = [&](const ChunkMoments& some) -> Result<void> {
      if (some.size() > 64) return fail(Errc::internal, "more than 64 at a time");
      for (const std::vector<Moments>& chunk : some) {
        // Nothing of the chunks that have no members.
        if (chunk.empty() != (chunks >= 10 && chunks <= 19)) return fail(Errc::internal, "not that chunk");
        for (std::size_t channel = 0; channel < chunk.size(); ++channel) total[channel].merge(chunk[channel]);
        ++chunks;
      }
      return {};
    };
    QVERIFY(forMomentsOfChunks(*data, features, train, 0, 13, 2, {}, take));
    QCOMPARE(chunks, std::uint64_t{13});
    QVERIFY(forMomentsOfChunks(*data, features, train, 13, features.chunks(), 2, {}, take));
    QCOMPARE(chunks, features.chunks());
    QVERIFY(features.chunks() > 64);
    QVERIFY(sameBits(total, *whole));
    const auto refused = forMomentsOfChunks(*data, features, train, 0, 1, 1, {}, [](const ChunkMoments&) {
      return Result<void>(fail(Errc::noSpace, "No room."));
    });
    QVERIFY(!refused && refused.error().code == Errc::noSpace);
  }

  void mergingIsAsIfMeasuredTogether() {
    const auto of = [](const std::vector<double>& values) {
      Moments moments;
      for (const double value : values) moments.merge({1, value, 0, value, value});
      return moments;
    };
    compare(of({4, 1, 1e6, -7, 0.5}), {4, 1, 1e6, -7, 0.5});
    Moments halves = of({4, 1});
    halves.merge(of({1e6, -7, 0.5}));
    compare(halves, {4, 1, 1e6, -7, 0.5});
    const Moments before = halves;
    halves.merge({});
    QVERIFY(sameBits({halves}, {before}));
    Moments none;
    QCOMPARE(none.deviation(), 0.);
    none.merge(before);
    QCOMPARE(none.count, before.count);
    QCOMPARE(none.mean, before.mean);
    QCOMPARE(none.squares, before.squares);
  }

  void onlyChunksWithMembersAreRead() {
    const auto data = dataset();
    const SampleIndex train = someMembers();
    data->failAt("features", 15);
    QVERIFY(measured(*data, train));
    data->failAt("features", 20);
    const auto failed = measured(*data, train);
    QVERIFY(!failed && failed.error().code == Errc::damaged);
  }

  void aStopIsNoResult() {
    const auto data = dataset();
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = momentsOf(*data, *data->find("features"), someMembers(), 2, stop.get_token());
    QVERIFY(!stopped && stopped.error().code == Errc::cancelled);
  }
};

MASU_TEST(ChannelMomentsTest)
#include "channel_moments_test.moc"
