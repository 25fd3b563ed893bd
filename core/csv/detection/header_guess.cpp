// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/header_guess.h"

#include <cmath>
#include <string_view>
#include <unordered_set>

#include "core/csv/detection/header_reason.h"
#include "core/csv/numbers/cell_parser.h"

namespace masu::csv {

namespace {

/// Where every column is alike, so much is enough.
constexpr double kEnough = 0.5;
/// Reasons that no column gives alone.
constexpr const char* kDiffer = MASU_TEXT("core", "Its cells differ, and nothing speaks against a header.");
constexpr const char* kAlike =
    MASU_TEXT("core", "Some of its cells are alike or empty, and nothing speaks for a header.");
constexpr const char* kSeries =
    MASU_TEXT("core", "For a header: numbers that count the columns, or years at even steps.");

/// Whether cells differ, but for `gaps` that are empty.
bool areDifferent(const std::vector<std::string>& cells, std::size_t gaps) {
  std::unordered_set<std::string_view> names;
  for (const std::string& cell : cells) {
    if (!cell.empty()) names.insert(cell);
  }
  return names.size() + gaps == cells.size();
}

}  // namespace

HeaderGuess guessHeader(const std::vector<std::vector<std::string>>& records, const Dialect& dialect) {
  if (records.empty()) return {false, 1};
  const CellParser parser(dialect);
  HeaderTally tally;
  std::size_t gaps = 0;  // that names are left out for
  for (std::size_t column = 0; column < records.front().size(); ++column) {
    const HeaderEvidence evidence = headerEvidence(records, column, parser);
    tally.add(column, evidence);
    gaps += evidence.sign == HeaderSign::emptyName && evidence.weight > 0 ? 1 : 0;
  }
  // Rounding must not decide between two that are equal.
  constexpr double kClearly = 1e-6;
  constexpr double kUncontested = 0.75;
  if (tally.against() == 0 && tally.with() < kEnough) {
    const bool different = areDifferent(records.front(), gaps);
    return {different, kUncontested, tally.leading(different), Message::marked(different ? kDiffer : kAlike)};
  }
  const bool series = tally.with() <= tally.against() + kClearly && namesSeries(records, parser);
  // What the columns say one by one is then no measure of it.
  if (series) return {true, kUncontested, HeaderSign::number, Message::marked(kSeries)};
  const bool header = tally.with() > tally.against() + kClearly;
  const double all = tally.with() + tally.against();
  const double margin = std::fabs(tally.with() - tally.against()) / all;
  HeaderGuess guess{header, 0.5 + 0.5 * margin * (1 - std::exp(-all)), tally.leading(header), tally.reason(records)};
  if (tally.against() == 0) guess.confidence = std::fmax(guess.confidence, kUncontested);
  return guess;
}

}  // namespace masu::csv
