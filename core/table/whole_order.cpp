// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/whole_order.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>

#include "core/base/ascii.h"

namespace masu::table {

namespace {

__extension__ typedef __int128 Wide;

template <class T>
std::optional<T> numberIn(std::string_view text) {
  T value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<Wide> wholeIn(std::string_view text) {
  if (const auto value = numberIn<std::int64_t>(text)) return *value;
  if (const auto value = numberIn<std::uint64_t>(text)) return *value;
  return std::nullopt;
}

/// 0.DIGITS times ten to the power of `point`.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::int64_t point = 0;
};

void takeDigits(std::string_view& text, std::string& digits) {
  while (!text.empty() && isDigit(text.front())) {
    digits += text.front();
    text.remove_prefix(1);
  }
}

std::optional<Decimal> decimalIn(std::string_view text) {
  Decimal decimal;
  decimal.negative = text.starts_with('-');
  if (decimal.negative || text.starts_with('+')) text.remove_prefix(1);
  takeDigits(text, decimal.digits);
  decimal.point = static_cast<std::int64_t>(decimal.digits.size());
  if (takePrefix(text, ".")) takeDigits(text, decimal.digits);
  if (decimal.digits.empty()) return std::nullopt;
  if (!takePrefix(text, "e") && !takePrefix(text, "E")) return text.empty() ? std::optional(decimal) : std::nullopt;
  if (takePrefix(text, "+") && text.starts_with('-')) return std::nullopt;
  const auto exponent = numberIn<std::int32_t>(text);
  if (!exponent) return std::nullopt;
  decimal.point += *exponent;
  return decimal;
}

}  // namespace

std::optional<int> orderOfWhole(std::string_view whole, std::string_view decimal) {
  constexpr std::int64_t kMostDigits = 20;  // of 64 bits
  const std::optional<Wide> value = wholeIn(whole);
  std::optional<Decimal> bound = value ? decimalIn(decimal) : std::nullopt;
  if (!bound) return std::nullopt;
  const auto zeros = std::min(bound->digits.find_first_not_of('0'), bound->digits.size());
  bound->digits.erase(0, zeros);
  bound->point -= static_cast<std::int64_t>(zeros);
  if (bound->digits.empty()) return *value < 0 ? -1 : *value > 0 ? 1 : 0;
  if (bound->point > kMostDigits) return bound->negative ? 1 : -1;
  const auto places = static_cast<std::size_t>(std::max<std::int64_t>(bound->point, 0));
  Wide front = 0;  // what is before the point
  for (std::size_t i = 0; i < places; ++i) front = 10 * front + (i < bound->digits.size() ? bound->digits[i] - '0' : 0);
  const bool hasRest = bound->digits.find_first_not_of('0', places) != std::string::npos;
  if (bound->negative) front = -front;
  if (*value != front) return *value < front ? -1 : 1;
  return !hasRest ? 0 : bound->negative ? 1 : -1;
}

}  // namespace masu::table
