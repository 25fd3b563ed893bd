// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/figures.h"

#include <cmath>

namespace masu::metrics {

namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? kAbsent : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::vector<ClassFigures> perClass(std::span<const std::uint64_t> confusion) {
  const auto classes = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(confusion.size()))));
  std::vector<ClassFigures> figures(classes);
  std::vector<std::uint64_t> predicted(classes);
  for (std::size_t i = 0; i < classes * classes; ++i) {
    figures[i / classes].samples += confusion[i];
    predicted[i % classes] += confusion[i];
  }
  for (std::size_t i = 0; i < classes; ++i) {
    const std::uint64_t right = confusion[i * classes + i];
    figures[i].precision = ratio(right, predicted[i]);
    figures[i].recall = ratio(right, figures[i].samples);
    figures[i].f1 = ratio(2 * right, figures[i].samples + predicted[i]);
  }
  return figures;
}

double macroF1(std::span<const std::uint64_t> confusion) {
  double sum = 0;
  double count = 0;
  for (const ClassFigures& one : perClass(confusion)) {
    if (std::isnan(one.f1)) continue;
    sum += one.f1;
    ++count;
  }
  return count > 0 ? sum / count : kAbsent;
}

}  // namespace masu::metrics
