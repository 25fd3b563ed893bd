// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/sampling_rate.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/table/number_text.h"

namespace masu::ingest {

using waveform::Segment;

namespace {

constexpr double kShortestStep = 0.5;  // of the usual one
constexpr double kLongestStep = 1.5;
constexpr double kLongestUnevenStep = 10;
constexpr std::size_t kStepsAGap = 100;
constexpr double kNearlyRound = 0.01;
constexpr double kRounding = 1e-6;  // of a step: 0.3 s are three steps of 0.1 s

/// The median of those that go forward; 0: none does.
double usualStep(std::span<const double> times) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i] > times[i - 1]) steps.push_back(times[i] - times[i - 1]);
  }
  if (steps.empty()) return 0;
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

/// Whether a time that repeats begins a segment as any other short step does.
enum class Repeated { divides, stays };

std::vector<Segment> dividedWhere(std::span<const double> times, double shortest, double longest, Repeated repeated) {
  std::vector<Segment> segments{{0, times.empty() ? 0U : 1U}};
  for (std::size_t i = 1; i < times.size(); ++i) {
    const double step = times[i] - times[i - 1];
    const bool kept = step == 0 && repeated == Repeated::stays;
    if (!kept && (step < shortest || step > longest)) segments.push_back({i, 0});
    ++segments.back().frames;
  }
  return segments;
}

double meanStep(std::span<const double> times, std::span<const Segment> segments) {
  double length = 0;
  for (const Segment& segment : segments) length += times[segment.first + segment.frames - 1] - times[segment.first];
  return length / static_cast<double>(times.size() - segments.size());
}

/// From the earliest to the latest that a frame comes, of the segment where that is most.
double spread(std::span<const double> times, std::span<const Segment> segments, double step) {
  double most = 0;
  for (const Segment& segment : segments) {
    double early = 0;
    double late = 0;
    for (std::uint64_t i = 0; i < segment.frames; ++i) {
      const double off = times[segment.first + i] - times[segment.first] - static_cast<double>(i) * step;
      early = std::min(early, off);
      late = std::max(late, off);
    }
    most = std::max(most, late - early);
  }
  return most;
}

/// With two digits.
double roundedStep(double step) {
  const double unit = std::pow(10., std::floor(std::log10(step)) - 1);
  const double count = std::round(step / unit);
  return unit < 1 ? count / std::round(1 / unit) : count * unit;
}

/// 0: none of them fits.
double rateOf(std::span<const double> times, std::span<const Segment> segments, double asked) {
  if ((segments.size() - 1) * kStepsAGap > times.size() - 1) return 0;
  if (asked > 0 && spread(times, segments, 1 / asked) <= 1 / asked) return asked;
  const double mean = meanStep(times, segments);
  const double meant = spread(times, segments, mean);
  if (meant > mean) return 0;
  // What people set is round, what they measure is not: a round rate has to fit about as well.
  const auto fits = [&](double step) {
    return std::fabs(step / mean - 1) <= kNearlyRound && spread(times, segments, step) <= 2 * meant + kRounding * mean;
  };
  const double whole = std::round(1 / mean);
  if (whole >= 1 && fits(1 / whole)) return whole;
  const double rounded = roundedStep(mean);
  return 1 / (fits(rounded) ? rounded : mean);
}

}  // namespace

SamplingRate samplingRateOf(std::span<const double> times, double asked) {
  SamplingRate pace;
  const double usual = usualStep(times);
  pace.segments = {{0, times.size()}};
  if (usual <= 0 || !std::isfinite(1 / usual)) return pace;
  pace.usual = 1 / usual;
  const auto divided = [&](Repeated repeated) {
    return dividedWhere(times, kShortestStep * usual, kLongestStep * usual, repeated);
  };
  // The places of frames are counted again from one that repeats a time, but no time is missing there.
  pace.rate = rateOf(times, divided(Repeated::divides), asked);
  pace.segments =
      pace.rate > 0 ? divided(Repeated::stays) : dividedWhere(times, 0, kLongestUnevenStep * usual, Repeated::stays);
  return pace;
}

Result<EvenFrames> interpolated(std::span<const double> times, std::span<const double> values, std::size_t width,
                                std::span<const Segment> segments, double rate, std::uint64_t most) {
  EvenFrames even;
  double total = 0;
  for (const Segment& segment : segments) {
    const double length = times[segment.first + segment.frames - 1] - times[segment.first];
    const double frames = std::floor(std::max(0., length) * rate + kRounding) + 1;
    const double before = total;
    total += frames;
    if (!(total * static_cast<double>(width) <= static_cast<double>(most))) {
      return fail(Errc::unsupported,
                  MASU_TEXT("core",
                            "At {0} frames a second the recording has more than {1} values, as its times say. Choose a "
                            "lower rate, or cut it into shorter recordings."),
                  {table::numberText(rate, table::DType::f64), std::to_string(most)});
    }
    even.segments.push_back({static_cast<std::uint64_t>(before), static_cast<std::uint64_t>(frames)});
  }
  even.values.reserve(static_cast<std::size_t>(total) * width);
  for (std::size_t k = 0; k < segments.size(); ++k) {
    std::uint64_t left = segments[k].first;
    const std::uint64_t last = left + segments[k].frames - 1;
    for (std::uint64_t i = 0; i < even.segments[k].frames; ++i) {
      const double time = std::min(times[segments[k].first] + static_cast<double>(i) / rate, times[last]);
      while (left < last && times[left + 1] <= time) ++left;
      const std::uint64_t right = std::min(left + 1, last);
      const double share = right == left ? 0 : (time - times[left]) / (times[right] - times[left]);
      for (std::size_t c = 0; c < width; ++c) {
        const double from = values[left * width + c];
        const double to = values[right * width + c];
        even.values.push_back(share < kRounding ? from : share > 1 - kRounding ? to : from + share * (to - from));
      }
    }
  }
  return even;
}

}  // namespace masu::ingest
