// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace masu::table {

/// Which part of a date in figures comes first where that is not a year of four digits: 3/4/2020 is April or March, and
/// 20-01-02 may begin with its year.
enum class DateOrder : std::uint8_t { dayFirst, monthFirst, yearFirst };

/// "dmy", "mdy" and "ymd", as the command line and recipes say it.
std::string_view name(DateOrder order);
std::optional<DateOrder> dateOrderFrom(std::string_view name);

/// What the times of a column are, which do not mix: a time of day alone is beside dates one of 1970.
enum class TimeKind : std::uint8_t { any, dated, ofDay };

/// What the times of a column are that count from a moment, in seconds since 1970: dates, unless that is about 1970's
/// first day, which both may be.
TimeKind timeKindFrom(double origin);

/// Reads a date, a time of day or both, as seconds since 1970-01-01T00:00:00 UTC; leap seconds count as the second
/// after them. A text without a zone is UTC, a time of day alone is in 1970's first day. What it takes: ISO 8601 in
/// its long and compact forms, dates in figures with - / or . between them, month names in English, 年月日時分秒, AM
/// and PM, fractions of seconds, and zones as Z, UTC, GMT or ±hh[:mm]. A two-digit year is one of 1969 … 2068, as in
/// POSIX. False for anything else, having decided nothing.
bool parseTime(std::string_view text, DateOrder order, double& seconds);

/// The same; false for a text of another kind as well.
bool parseTime(std::string_view text, DateOrder order, TimeKind kind, double& seconds);

/// An order of day, month and year in which a text is a date that it is not in this one; nothing where it is a time in
/// this one, too, or in none.
std::optional<DateOrder> otherOrderOf(std::string_view text, DateOrder order);

/// How a text that parseTime() takes is written; nothing for any other.
struct TimeForm {
  bool zone = false;       ///< it names its zone
  bool shortYear = false;  ///< its year has two digits
  bool dated = false;      ///< it has a date
};
std::optional<TimeForm> timeForm(std::string_view text, DateOrder order);

/// The same moment as ISO 8601 in UTC, with as many decimals as it needs (six at most): "2014-02-14 14:27:00". Empty
/// for what is not a moment of the years 0 to 9999.
std::string timeText(double seconds);
/// The moment that is `value` seconds after `origin`, with nine decimals where doubles of that size have them.
std::string timeText(double value, double origin);

}  // namespace masu::table
