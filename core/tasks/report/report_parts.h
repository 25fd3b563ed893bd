// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/tasks/report/markup.h"
#include "core/tasks/report/report_words.h"

namespace masu::tasks {

/// Rows of one table at most.
inline constexpr std::size_t kMostReportRows = 1'000;

/// A sentence below a table of `shown` rows where there are more; else nothing.
Markup leftOut(std::size_t all, std::size_t shown, const ReportWords& words);
/// "12.5 %"; "–" of nothing.
std::string percentText(std::uint64_t part, std::uint64_t whole);
/// The last line of every report: the program and its version, and no date, so that equal facts make equal reports.
Markup writtenBy(const ReportWords& words);

}  // namespace masu::tasks
