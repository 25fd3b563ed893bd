// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace masu::io {

/// What the number of a cell is by its format. Durations, such as [h]:mm, are numbers: days.
enum class NumberMeaning : std::uint8_t { number, date, time };

/// Of a format that every workbook has, by its number, those of East Asian versions of Excel among them.
NumberMeaning meaningOfBuiltIn(std::uint64_t format);
/// Of a format by its code, e.g. `yyyy\-mm\-dd hh:mm`; its first section counts.
NumberMeaning meaningOfCode(std::string_view code);

/// The text of a cell that holds a number. Numbers are the shortest text that reads back as the same double, whole
/// numbers as they stand in the file. Dates are ISO 8601, with the time of day where they have one, to milliseconds:
/// 2024-02-29, 2024-02-29T13:30:00; numbers below 1 are a time of day, 13:30:00. The day 60 of 1900, which only Excel
/// has, is 1900-02-29: no date to anybody else. Numbers that are none, and dates that Excel does not have, stay as they
/// are. `from1904`: days count from 1904-01-01, from 0.
std::string cellNumber(std::string_view text, NumberMeaning meaning, bool from1904);

}  // namespace masu::io
