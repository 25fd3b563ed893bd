// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace masu::train {

/// Gathers steps between two reports, so that a run of a million steps writes some ten lines a second.
class StepMeter {
 public:
  struct Means {
    double loss = 0;  ///< over the steps since the last ones
    double samplesPerSecond = 0;
  };

  void add(double loss, std::uint64_t samples) {
    m_lossSum += loss;
    ++m_steps;
    m_samples += samples;
  }

  /// Those since the last ones, where a tenth of a second has passed or `now` is set.
  std::optional<Means> read(bool now) {
    const auto time = Clock::now();
    const double seconds = std::chrono::duration<double>(time - m_since).count();
    if (m_steps == 0 || (!now && seconds < kInterval)) return std::nullopt;
    const Means means{m_lossSum / static_cast<double>(m_steps),
                      seconds > 0 ? static_cast<double>(m_samples) / seconds : 0};
    restart();
    return means;
  }

  /// Time from here on counts; validation between epochs does not.
  void restart() {
    m_lossSum = 0;
    m_steps = 0;
    m_samples = 0;
    m_since = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kInterval = 0.1;

  double m_lossSum = 0;
  std::uint64_t m_steps = 0;
  std::uint64_t m_samples = 0;
  Clock::time_point m_since = Clock::now();
};

}  // namespace masu::train
