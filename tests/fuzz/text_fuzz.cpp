// SPDX-License-Identifier: GPL-3.0-or-later
// Any text, read as a number and as a time: what is read and written again is the same.
#include <bit>
#include <cmath>
#include <string>

#include "core/csv/numbers/cell_parser.h"
#include "core/table/number_text.h"
#include "core/table/time_text.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;

namespace {

void readNumber(std::string_view text) {
  for (const char decimal : {'.', ','}) {
    double value = 0;
    if (csv::parseNumber(text, decimal, value) != csv::NumberStatus::number) continue;
    const float nearest = csv::floatNearest(text, decimal, value);
    fuzz::require(std::isnan(nearest) == std::isnan(value));
    double again = 0;
    if (!std::isfinite(value)) continue;
    const std::string written = table::numberText(value, table::DType::f64);
    fuzz::require(csv::parseNumber(written, '.', again) == csv::NumberStatus::number && again == value);
  }
  std::int64_t whole = 0;
  double value = 0;
  if (csv::parseInteger(text, whole))
    fuzz::require(csv::parseNumber(text, '.', value) == csv::NumberStatus::number &&
                  value == static_cast<double>(whole));
}

void readTime(std::string_view text) {
  for (const auto order : {table::DateOrder::dayFirst, table::DateOrder::monthFirst}) {
    double seconds = 0;
    if (!table::parseTime(text, order, seconds)) continue;
    fuzz::require(std::isfinite(seconds));
    double again = 0;
    const std::string written = table::timeText(seconds);
    fuzz::require(table::parseTime(written, order, again) && std::abs(again - seconds) <= 1e-3);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  readNumber(text);
  readTime(text);
  return 0;
}
