// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/signal/spectrum.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include <kiss_fftr.h>

namespace masu::waveform {
namespace {

constexpr std::uint64_t kLongest = std::uint64_t{1} << 16U;

/// The transform of one segment at a time. kissfft's plans are private to one thread, so each caller has its own.
class Transform {
 public:
  explicit Transform(std::uint64_t length)
      : m_plan(kiss_fftr_alloc(static_cast<int>(length), 0, nullptr, nullptr), &std::free),
        m_window(length),
        m_values(length),
        m_bins(length / 2 + 1) {
    double sum = 0;
    for (std::uint64_t i = 0; i < length; ++i) {
      const double turn = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(length);
      const double weight = (1 - std::cos(turn)) / 2;
      m_window[i] = static_cast<float>(weight);
      sum += weight;
    }
    m_unit = 1 / (sum * sum);
  }

  std::size_t bins() const { return m_bins.size(); }

  /// Adds the mean square at each frequency of the segment that begins at `first`.
  void add(std::span<const float> values, std::uint64_t first, std::span<double> powers) {
    for (std::size_t i = 0; i < m_values.size(); ++i) {
      const float value = first + i < values.size() ? values[first + i] : 0;
      m_values[i] = std::isfinite(value) ? value * m_window[i] : 0;
    }
    kiss_fftr(m_plan.get(), m_values.data(), m_bins.data());
    for (std::size_t i = 0; i < m_bins.size(); ++i) {
      const auto real = static_cast<double>(m_bins[i].r);
      const auto imaginary = static_cast<double>(m_bins[i].i);
      // Every frequency but the first and the last stands for its negative, too.
      const double sides = i == 0 || i + 1 == m_bins.size() ? 1 : 2;
      powers[i] += sides * (real * real + imaginary * imaginary) * m_unit;
    }
  }

 private:
  std::unique_ptr<kiss_fftr_state, decltype(&std::free)> m_plan;
  std::vector<float> m_window;
  std::vector<float> m_values;
  std::vector<kiss_fft_cpx> m_bins;
  double m_unit = 1;
};

std::uint64_t countOf(std::uint64_t frames, const SpectrumShape& shape) {
  return frames <= shape.length ? 1 : (frames - shape.length) / shape.hop + 1;
}

double stepOf(double rate, std::uint64_t length) {
  return (rate > 0 ? rate : 1) / static_cast<double>(length);
}

float decibels(double power) {
  const double silence = std::pow(10, static_cast<double>(kSilenceDecibels) / 10);
  return static_cast<float>(10 * std::log10(std::max(power, silence)));
}

}  // namespace

Spectrum spectrumOf(std::span<const float> values, double rate, const SpectrumShape& shape) {
  Transform transform(shape.length);
  std::vector<double> powers(transform.bins());
  const std::uint64_t count = countOf(values.size(), shape);
  for (std::uint64_t i = 0; i < count; ++i) transform.add(values, i * shape.hop, powers);
  Spectrum spectrum{.step = stepOf(rate, shape.length), .decibels = {}};
  for (const double power : powers) spectrum.decibels.push_back(decibels(power / static_cast<double>(count)));
  return spectrum;
}

Result<Spectrogram> spectrogramOf(std::span<const float> values, double rate, const SpectrumShape& shape,
                                  const JobContext& job) {
  Transform transform(shape.length);
  Spectrogram picture{.step = stepOf(rate, shape.length),
                      .hop = shape.hop,
                      .span = shape.length,
                      .bins = transform.bins(),
                      .decibels = {}};
  const std::uint64_t count = countOf(values.size(), shape);
  picture.decibels.reserve(count * picture.bins);
  std::vector<double> powers(transform.bins());
  for (std::uint64_t i = 0; i < count; ++i) {
    if (job.stopRequested()) return fail(Error::cancelled());
    std::ranges::fill(powers, 0);
    transform.add(values, i * shape.hop, powers);
    for (const double power : powers) picture.decibels.push_back(decibels(power));
  }
  return picture;
}

SpectrumShape spectrumShapeFor(std::uint64_t frames, std::size_t columns) {
  // Long signals get finer frequencies, as nobody could see the times: about as many rows as columns.
  std::uint64_t length = 64;
  while (length < kLongest && length * length < frames * 4) length *= 2;
  const std::uint64_t spread = frames / std::max<std::size_t>(1, columns);
  return {.length = length, .hop = std::max(length / 4, spread)};
}

}  // namespace masu::waveform
