// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/ranges/source_ranges.h"

#include <algorithm>

#include "core/base/units.h"
#include "core/csv/detection/transcoder.h"
#include "core/csv/structure/line_ends.h"
#include "core/csv/structure/tokenizer.h"
#include "core/ingest/sources/sheet_table.h"
#include "core/ingest/sources/tagged_table.h"
#include "core/ingest/sources/text_pieces.h"
#include "core/ingest/table/parse/source_fields.h"

namespace masu::ingest {

namespace {

/// Whether the text of a source is its file as it is, so that any place of it is at hand; see openTableText().
Result<bool> isMappedAsItIs(const ImportPlan& plan, std::size_t source) {
  const csv::Dialect dialect = dialectOf(plan, source);
  if (dialect.aligned || dialect.jsonLines || !csv::isUtf8Name(dialect.encoding)) return false;
  const std::filesystem::path path = plan.root / plan.sources[source].path;
  if (sheetPath(path)) return false;
  MASU_TRY(const TextPieces text, TextPieces::open(path));
  return text.isPlain() && !taggedFormat(text.coming());
}

/// How far a line end is looked for, and how much of the text below it.
constexpr std::uint64_t kWindow = std::uint64_t{1} << 20U;
constexpr std::uint64_t kSample = std::uint64_t{16} << 10U;
/// Lines in a cell are few, as a rule.
constexpr int kCandidates = 200;
constexpr int kRecords = 8;

/// Whether the first records of a text have so many fields. The last one may be cut short, and does not count beside
/// others.
bool looksLikeRecords(std::string_view text, csv::Tokenizer& tokenizer, char comment, std::size_t fields) {
  tokenizer.tokenize(text);
  csv::Tokenizer::Record record;
  for (int i = 0; i < kRecords && tokenizer.next(record);) {
    if (i > 0 && tokenizer.atLastRecord()) break;
    if (comment != '\0' && *record.begin == comment) continue;
    if (record.size() != fields) return false;
    ++i;
  }
  return true;
}

}  // namespace

RangeSizes rangeSizesFor(std::uint64_t sourceBytes) {
  constexpr std::uint64_t kRanges = 128;
  constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;
  constexpr std::uint64_t kLeast = 16 * kMebibyte;
  constexpr std::uint64_t kMost = 1024 * kMebibyte;
  return {.rangeBytes = std::clamp(ceilDivide(sourceBytes, kRanges * kMebibyte) * kMebibyte, kLeast, kMost)};
}

Result<std::vector<SourceRange>> divideSources(const ImportPlan& plan, std::uint64_t rangeBytes) {
  std::vector<SourceRange> ranges;
  io::SourcePlace first;
  std::uint64_t gathered = 0;  ///< bytes of the small sources from `first` on
  const auto endAt = [&](const io::SourcePlace& end) {
    if (end == first) return;
    ranges.push_back({first, end});
    first = end;
    gathered = 0;
  };
  for (std::uint32_t source = 0; source < plan.sources.size(); ++source) {
    const std::uint64_t bytes = plan.sources[source].bytes;
    if (gathered + bytes > rangeBytes) endAt({source, 0});
    gathered += bytes;
    if (bytes <= rangeBytes) continue;
    MASU_TRY(const bool cut, isMappedAsItIs(plan, source));
    for (std::uint64_t offset = rangeBytes; cut && offset < bytes; offset += rangeBytes) endAt({source, offset});
    endAt({source + 1, 0});
  }
  endAt({static_cast<std::uint32_t>(plan.sources.size()), 0});
  return ranges;
}

std::uint64_t guessedRecordStart(std::string_view text, std::uint64_t at, const csv::Dialect& dialect,
                                 std::size_t fields) {
  csv::Tokenizer tokenizer{csv::Marks(dialect)};
  const std::string_view near = text.substr(0, std::min<std::uint64_t>(text.size(), at + kWindow));
  const std::uint64_t first = csv::afterLine(near, at - 1);
  std::uint64_t start = first;
  for (int i = 0; i < kCandidates && start < near.size(); ++i) {
    if (looksLikeRecords(text.substr(start, kSample), tokenizer, dialect.comment, fields)) return start;
    start = csv::afterLine(near, start);
  }
  return first;
}

}  // namespace masu::ingest
