// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/schedule.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "core/base/named_value.h"

namespace masu::train {

namespace {

constexpr std::array<std::string_view, 4> kNames = {"constant", "step", "cosine", "onecycle"};

/// From `high` at share 0 to `low` at share 1 along half a cosine.
double glide(double high, double low, double share) {
  return low + (high - low) * (1 + std::cos(std::numbers::pi * share)) / 2;
}

}  // namespace

Result<Schedule> scheduleFrom(std::string_view name) {
  if (const auto known = valueNamed<Schedule>(kNames, name)) return *known;
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "There is no schedule {0}: choose constant, step, cosine or onecycle."),
              {std::string(name)});
}

double rateFactor(Schedule schedule, std::uint64_t step, std::uint64_t steps) {
  constexpr double kStart = 1.0 / 25;
  constexpr double kEnd = kStart * 1e-4;
  constexpr double kRise = 0.3;
  const double share = static_cast<double>(step) / static_cast<double>(steps);
  switch (schedule) {
    case Schedule::constant:
      return 1;
    case Schedule::step:
      return share < 0.5 ? 1 : share < 0.75 ? 0.1 : 0.01;
    case Schedule::cosine:
      return glide(1, 0, share);
    case Schedule::oneCycle:
      break;
  }
  return share < kRise ? glide(kStart, 1, share / kRise) : glide(1, kEnd, (share - kRise) / (1 - kRise));
}

}  // namespace masu::train
