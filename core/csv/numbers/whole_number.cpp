// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/numbers/whole_number.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace masu::csv {

bool parseWhole(std::string_view text, char decimal, Whole& whole) {
  whole = {};
  whole.negative = text.starts_with('-');
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (const std::size_t mark = text.find(decimal); mark != std::string_view::npos) {
    if (text.find_first_not_of('0', mark + 1) != std::string_view::npos) return false;
    text = text.substr(0, mark);
  }
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return false;
  const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), whole.magnitude);
  whole.wider = error == std::errc::result_out_of_range;
  return true;
}

bool holdsWhole(const Whole& whole) {
  return !whole.wider && whole.magnitude <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
}

bool isMissingMark(const Whole& whole) {
  return whole.negative && !whole.wider && whole.magnitude == std::uint64_t{1} << 63U;
}

std::int64_t numberOf(const Whole& whole) {
  const auto magnitude = static_cast<std::int64_t>(whole.magnitude);
  return whole.negative ? -magnitude : magnitude;
}

double roundingOf(const Whole& whole, double stored) {
  if (whole.wider) return std::numeric_limits<double>::infinity();
  // 64 bits of digits are exact in the difference of two parts that are doubles.
  const double size = std::fabs(stored);
  const auto front = static_cast<double>(whole.magnitude >> 32U) * 4294967296.0;
  const auto rest = static_cast<double>(whole.magnitude & 0xFFFFFFFFU);
  return std::signbit(stored) == whole.negative || size == 0 ? std::fabs((front - size) + rest) : front + rest + size;
}

}  // namespace masu::csv
