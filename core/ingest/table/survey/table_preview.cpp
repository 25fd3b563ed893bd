// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/table_preview.h"

#include <algorithm>
#include <string_view>

#include "core/csv/detection/encoding.h"
#include "core/csv/detection/first_records.h"
#include "core/csv/json/json_record.h"
#include "core/ingest/sources/table_source.h"
#include "core/ingest/table/parse/source_fields.h"
#include "core/ingest/table/survey/dialect_search.h"

namespace masu::ingest {

namespace {

constexpr std::size_t kPreviewLines = 50;
constexpr std::size_t kLongestLine = 4096;
/// A line may be as long as its file, whose pages would all come into memory.
constexpr std::size_t kPreviewedBytes = std::size_t{8} << 20;

std::vector<std::string> firstLines(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size() && lines.size() < kPreviewLines;) {
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    lines.emplace_back(text.substr(at, std::min(end - at, kLongestLine)));
    at = end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
  }
  return lines;
}

}  // namespace

TablePreview previewOf(const ImportPlan& plan) {
  csv::Dialect dialect = dialectOf(plan, 0);
  const auto source = openTable(plan.root / plan.sources.front().path, dialect, kPreviewedBytes);
  if (!source) return {};
  std::string_view text = source->text().substr(0, kPreviewedBytes);
  text.remove_prefix(csv::byteOrderMark(text));
  dialect.preambleLines = 0;
  const std::string_view records = source->text().substr(source->start);
  TablePreview preview;
  preview.lines = firstLines(text);
  preview.headerIsMade = dialect.jsonLines && dialect.header;
  // Line ends within cells have no bytes of their own there.
  if (dialect.jsonLines) std::ranges::transform(preview.lines, preview.lines.begin(), csv::shownJsonRecord);
  preview.linesBefore = source->recordLine - 1;
  preview.cells =
      csv::firstRecords(records.substr(0, kSniffedBytes), records.size() <= kSniffedBytes, dialect, kPreviewLines);
  // Of a file that became shorter while it was read, nothing holds.
  if (!source->check()) return {};
  return preview;
}

}  // namespace masu::ingest
