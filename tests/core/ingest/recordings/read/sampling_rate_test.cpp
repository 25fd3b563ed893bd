// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/sampling_rate.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "core/base/permutation.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using ingest::interpolated;
using ingest::SamplingRate;
using ingest::samplingRateOf;
using waveform::Segment;

namespace {

/// Between -1 and 1.
double noise(std::uint64_t i) {
  return static_cast<double>(mix64(i) >> 11U) * 0x1p-52 - 1;
}

template <class Time>
std::vector<double> timesOf(std::size_t count, Time time) {
  std::vector<double> times;
  for (std::size_t i = 0; i < count; ++i) times.push_back(time(i));
  return times;
}

}  // namespace

class SamplingRateTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void evenTimesShowTheirRate() {
    const auto rate = [](std::size_t count, auto time) { return samplingRateOf(timesOf(count, time), 0).rate; };
    QCOMPARE(rate(1000, [](std::size_t i) { return 0.01 * static_cast<double>(i); }), 100.);
    QCOMPARE(rate(1000, [](std::size_t i) { return 0.03 * static_cast<double>(i); }), 1 / 0.03);
    QCOMPARE(rate(50, [](std::size_t i) { return 86400. * static_cast<double>(i); }), 1. / 86400);
    QCOMPARE(rate(3, [](std::size_t i) { return 2.5 * static_cast<double>(i); }), .4);
    // Written in milliseconds.
    QCOMPARE(rate(5000, [](std::size_t i) { return std::round(static_cast<double>(i) / .03) / 1000; }), 30.);
    QCOMPARE(rate(5000, [](std::size_t i) { return std::round(static_cast<double>(i) / .12) / 1000; }), 120.);
    // Of a clock that wavers, without losing the pace.
    QCOMPARE(rate(5000, [](std::size_t i) { return .02 * (static_cast<double>(i) + .2 * noise(i)); }), 50.);
    // Of a rate that is none of people's.
    const double own = rate(5000, [](std::size_t i) { return static_cast<double>(i) / 97.31; });
    QVERIFY(std::abs(own - 97.31) < 1e-6);
  }

  void unevenTimesShowNone() {
    const auto pace = [](std::size_t count, auto time) { return samplingRateOf(timesOf(count, time), 0); };
    // Heart beats: each step is its own.
    double beat = 0;
    const SamplingRate beats = pace(1000, [&](std::size_t i) { return beat += .8 + .1 * noise(i); });
    QCOMPARE(beats.rate, 0.);
    QVERIFY(std::abs(beats.usual - 1.25) < .05);
    QCOMPARE(beats.segments, (std::vector<Segment>{{0, 1000}}));
    // Every tenth sample is lost.
    QCOMPARE(pace(900, [](std::size_t i) { return static_cast<double>(i + i / 9); }).rate, 0.);
    // Whole seconds at four samples a second.
    QCOMPARE(pace(900, [](std::size_t i) { return static_cast<double>(i / 4); }).rate, 0.);
    QCOMPARE(pace(1, [](std::size_t) { return 0.; }).rate, 0.);
    QCOMPARE(pace(9, [](std::size_t) { return 3.; }).usual, 0.);
  }

  void gapsDivideEvenTimes() {
    const auto times = timesOf(
        1000, [](std::size_t i) { return .01 * static_cast<double>(i) + (i >= 300 ? 5.123 : 0) - (i >= 800 ? 9 : 0); });
    const SamplingRate pace = samplingRateOf(times, 0);
    QCOMPARE(pace.rate, 100.);
    QCOMPARE(pace.segments, (std::vector<Segment>{{0, 300}, {300, 500}, {800, 200}}));
  }

  /// Frames 200 and 201 have one time, and so have 600 and 601; time is missing before frame 400 alone.
  void aTimeThatRepeatsDividesNothing() {
    const auto times = timesOf(1000, [](std::size_t i) {
      return 300. * static_cast<double>(i - (i > 200 ? 1 : 0) - (i > 600 ? 1 : 0) + (i >= 400 ? 12 : 0));
    });
    const SamplingRate pace = samplingRateOf(times, 0);
    QCOMPARE(pace.rate, 1. / 300);
    QCOMPARE(pace.segments, (std::vector<Segment>{{0, 400}, {400, 600}}));
  }

  void longGapsDivideUnevenTimes() {
    double at = 0;
    const auto times = timesOf(400, [&](std::size_t i) {
      return at += i == 100 ? 30 : i == 200 ? -2 : i == 300 ? 5 : 1 + .4 * noise(i);
    });
    const SamplingRate pace = samplingRateOf(times, 0);
    QCOMPARE(pace.rate, 0.);
    QCOMPARE(pace.segments, (std::vector<Segment>{{0, 100}, {100, 100}, {200, 200}}));
  }

  void anAskedRateIsTakenWhereItFits() {
    const auto times = timesOf(100, [](std::size_t i) { return 300. * static_cast<double>(i); });
    QCOMPARE(samplingRateOf(times, .00333333).rate, .00333333);
    QCOMPARE(samplingRateOf(times, .0034).rate, 1. / 300);
  }

  void linesMeetWhatWasRecorded() {
    // Every grid point that is a time has its values, whatever the rounding; between them is a line.
    const auto times = timesOf(101, [](std::size_t i) { return .1 * static_cast<double>(i); });
    std::vector<double> values;
    for (std::size_t i = 0; i < times.size(); ++i) {
      values.push_back(noise(i));
      values.push_back(i == 50 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(i));
    }
    const std::vector<Segment> segments{{0, 60}, {60, 41}};
    const auto even = interpolated(times, values, 2, segments, 20, 1000).value();
    QCOMPARE(even.segments, (std::vector<Segment>{{0, 119}, {119, 81}}));
    QCOMPARE(even.values.size(), 400U);
    for (std::size_t i = 0; i < 200; ++i) {
      const std::size_t place = i < 119 ? i : i + 1;  // the half step between the segments is left out
      const bool missing = place >= 99 && place <= 101;
      QCOMPARE(std::isnan(even.values[2 * i + 1]), missing);
      if (!missing) QVERIFY(std::abs(even.values[2 * i + 1] - static_cast<double>(place) / 2) < 1e-9);
      if (place % 2 == 0) QCOMPARE(even.values[2 * i], values[place]);
    }
  }

  void aTimeThatRepeatsCountsOnce() {
    const std::vector<double> times{0, 1, 1, 2};
    const std::vector<double> values{0, 10, 20, 30};
    const std::vector<Segment> segments{{0, 4}};
    const auto even = interpolated(times, values, 1, segments, 2, 100).value();
    QCOMPARE(even.values, (std::vector<double>{0, 5, 20, 25, 30}));
  }

  void moreValuesThanFitAreRefused() {
    const std::vector<double> times{0, 1e300};
    const std::vector<double> values{1, 2};
    const std::vector<Segment> segments{{0, 2}};
    const auto refused = interpolated(times, values, 1, segments, 1, 1'000'000);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::unsupported);
  }
};

MASU_TEST(SamplingRateTest)
#include "sampling_rate_test.moc"
