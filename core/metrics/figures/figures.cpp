// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/figures/figures.h"

#include <cmath>

namespace masu::metrics {

namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::vector<ClassFigures> perClass(std::span<const std::uint64_t> confusion) {
  // Rounded down, so that what a damaged log has for a matrix is not read past its end.
  const auto classes = static_cast<std::size_t>(std::sqrt(static_cast<double>(confusion.size())));
  std::vector<ClassFigures> figures(classes);
  for (std::size_t i = 0; i < classes * classes; ++i) {
    figures[i / classes].samples += confusion[i];
    figures[i % classes].predicted += confusion[i];
  }
  for (std::size_t i = 0; i < classes; ++i) {
    const std::uint64_t right = confusion[i * classes + i];
    ClassFigures& one = figures[i];
    one.precision = ratio(right, one.predicted);
    one.recall = ratio(right, one.samples);
    one.f1 = ratio(2 * right, one.samples + one.predicted);
  }
  return figures;
}

double macroF1(std::span<const std::uint64_t> confusion) {
  double sum = 0;
  double count = 0;
  for (const ClassFigures& one : perClass(confusion)) {
    if (one.samples + one.predicted == 0) continue;
    sum += one.f1;
    ++count;
  }
  return count > 0 ? sum / count : kAbsent;
}

double balancedAccuracy(std::span<const std::uint64_t> confusion) {
  double sum = 0;
  double count = 0;
  for (const ClassFigures& one : perClass(confusion)) {
    if (one.samples == 0) continue;
    sum += one.recall;
    ++count;
  }
  return count > 0 ? sum / count : kAbsent;
}

}  // namespace masu::metrics
