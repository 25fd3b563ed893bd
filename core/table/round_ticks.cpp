// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/round_ticks.h"

#include <cmath>

namespace masu::table {

std::vector<double> roundTicks(double low, double high, int limit) {
  if (!(high > low) || limit < 2) return {};
  const double rough = (high - low) / (limit - 1);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = power * 10;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) {
      step = factor * power;
      break;
    }
  }
  std::vector<double> ticks;
  const double slack = step * 1e-6;
  // Counted by a number that stays exact: neighbours of a large double are further apart than 1.
  const double first = std::ceil((low - slack) / step);
  for (int k = 0; k < limit && (first + k) * step <= high + slack; ++k) {
    if (const double tick = (first + k) * step; ticks.empty() || tick > ticks.back()) ticks.push_back(tick);
  }
  return ticks;
}

}  // namespace masu::table
