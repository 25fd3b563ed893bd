// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/survey_pieces.h"

#include <algorithm>

#include "core/csv/structure/tokenizer.h"

namespace masu::ingest {

namespace {

constexpr std::uint64_t kSurveyBytes = std::uint64_t{4} << 20;
constexpr std::uint64_t kLeastPiece = std::uint64_t{64} << 10;
constexpr std::size_t kFilesSampled = 64;

std::uint64_t alignedStart(std::string_view text, std::uint64_t from, const csv::Marks& marks, std::size_t columns) {
  constexpr std::size_t kTrialBytes = std::size_t{32} << 10;
  constexpr int kTrials = 100;
  constexpr int kRecords = 4;
  csv::Tokenizer tokenizer(marks);
  for (int trial = 0; trial < kTrials; ++trial) {
    const std::size_t end = text.find_first_of("\r\n", from);
    if (end == std::string_view::npos) break;
    from = end + 1;
    tokenizer.tokenize(text.substr(from, kTrialBytes));
    int fitting = 0;
    for (csv::Tokenizer::Record record; fitting < kRecords && tokenizer.next(record) && !tokenizer.atLastRecord();
         ++fitting) {
      if (record.size() != columns) break;
    }
    if (fitting == kRecords) return from;
  }
  return text.size();
}

}  // namespace

std::vector<SurveyPiece> choosePieces(const std::vector<TableSource>& sources) {
  std::uint64_t total = 0;
  for (const TableSource& source : sources) total += source.text().size() - source.start;
  std::vector<SurveyPiece> pieces;
  const std::size_t count = total <= kSurveyBytes ? sources.size() : std::min(sources.size(), kFilesSampled);
  const std::uint64_t share = std::max(kLeastPiece, kSurveyBytes / (4 * count));
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = i * sources.size() / count;
    const std::uint64_t start = sources[at].start;
    const std::uint64_t size = sources[at].text().size() - start;
    if (total <= kSurveyBytes || size <= 4 * share + kLeastPiece) {
      pieces.push_back({at, start, size});
      continue;
    }
    // The front for what its records are like; then many places, since what is rare is in few.
    pieces.push_back({at, start, share});
    const std::uint64_t places = 3 * share / kLeastPiece;
    const std::uint64_t rest = size - share - kLeastPiece;
    for (std::uint64_t place = 1; place <= places; ++place)
      pieces.push_back({at, start + share + rest * place / places, kLeastPiece});
  }
  return pieces;
}

std::string_view frontOf(std::string_view text, std::uint64_t size, const csv::Dialect& dialect) {
  const csv::Marks marks(dialect);
  const auto& kernel = csv::structureKernelFor(marks);
  const std::uint64_t most = std::max(size, dialect.longestRecord);
  for (; size < text.size() && size < most; size = std::min(2 * size, most)) {
    if (kernel.findRecordEnds(text.data(), size, csv::Place::fieldStart, marks).last != 0) break;
  }
  return text.substr(0, size);
}

std::string_view recordsOf(const TableSource& source, const SurveyPiece& piece, const csv::Dialect& dialect,
                           std::size_t columns) {
  const csv::Marks marks(dialect);
  const std::string_view text = source.text();
  const bool first = piece.offset == source.start;
  const std::uint64_t length = first ? frontOf(text.substr(piece.offset), piece.size, dialect).size() : piece.size;
  const std::uint64_t end = std::min<std::uint64_t>(piece.offset + length, text.size());
  const std::uint64_t start = first ? piece.offset : alignedStart(text.substr(0, end), piece.offset, marks, columns);
  const std::string_view records = text.substr(start, end - start);
  if (end == text.size()) return records;
  const csv::RecordEnds ends =
      csv::structureKernelFor(marks).findRecordEnds(records.data(), records.size(), csv::Place::fieldStart, marks);
  return records.substr(0, ends.last);
}

}  // namespace masu::ingest
