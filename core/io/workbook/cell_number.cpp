// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workbook/cell_number.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>

namespace masu::io {

namespace {

constexpr std::int64_t kDayMilliseconds = 86'400'000;
/// After 9999-12-31, counted from 1900.
constexpr std::int64_t kEndOfDays = 2'958'466;
constexpr std::int64_t kDaysTo1904 = 1462;
/// 1900 was no leap year, but is one to Excel, as it was to Lotus 1-2-3.
constexpr std::int64_t kLeapDay = 60;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string padded(std::int64_t number, std::size_t digits) {
  const std::string text = std::to_string(number);
  return std::string(text.size() < digits ? digits - text.size() : 0, '0') + text;
}

/// 13:30:00, with as many of three decimals as it needs.
std::string timeOfDay(std::int64_t milliseconds) {
  constexpr std::int64_t kSecond = 1000;
  constexpr std::int64_t kMinute = 60 * kSecond;
  constexpr std::int64_t kHour = 60 * kMinute;
  std::string text = padded(milliseconds / kHour, 2) + ':' + padded(milliseconds % kHour / kMinute, 2) + ':' +
                     padded(milliseconds % kMinute / kSecond, 2);
  if (milliseconds % kSecond == 0) return text;
  text += '.' + padded(milliseconds % kSecond, 3);
  while (text.back() == '0') text.pop_back();
  return text;
}

/// `day`: counted from 1900, where the first of January is 1.
std::string dateOf(std::int64_t day) {
  if (day == kLeapDay) return "1900-02-29";
  using namespace std::chrono;
  const sys_days first = sys_days(year(1899) / December / 31);
  const year_month_day date(first + days(day < kLeapDay ? day : day - 1));
  return padded(static_cast<int>(date.year()), 4) + '-' + padded(static_cast<unsigned>(date.month()), 2) + '-' +
         padded(static_cast<unsigned>(date.day()), 2);
}

/// Nothing for a moment that Excel does not have.
std::optional<std::string> momentOf(double value, NumberMeaning meaning, bool from1904) {
  if (!(value >= 0 && value < static_cast<double>(kEndOfDays))) return std::nullopt;
  const bool isTime = value < 1 && (meaning == NumberMeaning::time || !from1904);
  const auto whole = static_cast<std::int64_t>(std::floor(value));
  std::int64_t milliseconds = std::llround((value - std::floor(value)) * static_cast<double>(kDayMilliseconds));
  if (isTime) return timeOfDay(std::min(milliseconds, kDayMilliseconds - 1));
  std::int64_t day = whole + (from1904 ? kDaysTo1904 : 0) + milliseconds / kDayMilliseconds;
  milliseconds %= kDayMilliseconds;
  if (day >= kEndOfDays) return std::nullopt;
  const bool bare = milliseconds == 0 && meaning == NumberMeaning::date;
  return dateOf(day) + (bare ? std::string() : 'T' + timeOfDay(milliseconds));
}

/// What a letter of a code counts as.
struct Letters {
  bool date = false;
  bool time = false;
  bool month = false;  ///< or minutes

  void add(char c) {
    date = date || c == 'y' || c == 'd' || c == 'e' || c == 'g';
    time = time || c == 'h' || c == 's';
    month = month || c == 'm';
  }
};

/// Whether brackets hold hours, minutes or seconds that go on beyond a day: [h], [mm].
bool isElapsed(std::string_view inner) {
  const char first = inner.empty() ? ' ' : lower(inner.front());
  if (first != 'h' && first != 'm' && first != 's') return false;
  for (const char c : inner) {
    if (lower(c) != first) return false;
  }
  return true;
}

std::string numberText(double value, std::string_view text) {
  constexpr double kExactInteger = 1e15;
  std::array<char, 32> buffer{};
  const bool whole = value == std::trunc(value) && std::fabs(value) < kExactInteger;
  const auto end = whole ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::llround(value))
                         : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return end.ec == std::errc() ? std::string(buffer.data(), end.ptr) : std::string(text);
}

}  // namespace

NumberMeaning meaningOfBuiltIn(std::uint64_t format) {
  const auto isIn = [format](std::uint64_t first, std::uint64_t last) { return format >= first && format <= last; };
  if (isIn(14, 17) || isIn(27, 31) || format == 36 || isIn(50, 58)) return NumberMeaning::date;
  if (isIn(18, 22) || isIn(32, 33) || format == 45 || format == 47) return NumberMeaning::time;
  // In Japan days of a month, in China times of day.
  return isIn(34, 35) ? NumberMeaning::date : NumberMeaning::number;
}

NumberMeaning meaningOfCode(std::string_view code) {
  if (code.size() >= 7 && lower(code[0]) == 'g' && lower(code[1]) == 'e' && lower(code[2]) == 'n')
    return NumberMeaning::number;  // General
  Letters letters;
  for (std::size_t i = 0; i < code.size() && code[i] != ';'; ++i) {
    const char c = code[i];
    if (c == '"' || c == '[') {
      const std::size_t end = code.find(c == '"' ? '"' : ']', i + 1);
      if (end == std::string_view::npos) break;
      if (c == '[' && isElapsed(code.substr(i + 1, end - i - 1))) return NumberMeaning::number;
      i = end;
    } else if (c == '\\' || c == '_' || c == '*') {
      ++i;  // the next one is shown as it is, as a space of its width, or repeated
    } else if (lower(c) == 'e' && i + 1 < code.size() && (code[i + 1] == '+' || code[i + 1] == '-')) {
      return NumberMeaning::number;
    } else {
      letters.add(lower(c));
    }
  }
  // A moment of a day is one whatever of its date is shown: its value says whether it has one.
  if (letters.time) return NumberMeaning::time;
  return letters.date || letters.month ? NumberMeaning::date : NumberMeaning::number;
}

std::string cellNumber(std::string_view text, NumberMeaning meaning, bool from1904) {
  double value = 0;
  std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value))
    return std::string(text);
  if (meaning != NumberMeaning::number) {
    if (std::optional<std::string> moment = momentOf(value, meaning, from1904)) return std::move(*moment);
  }
  const std::string_view figures = digits.substr(digits.starts_with('-') ? 1 : 0);
  if (figures.find_first_not_of("0123456789") == std::string_view::npos) return std::string(digits);
  return numberText(value, digits);
}

}  // namespace masu::io
