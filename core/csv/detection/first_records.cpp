// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/first_records.h"

#include <algorithm>
#include <map>

#include "core/csv/numbers/cell_parser.h"
#include "core/csv/structure/line_ends.h"
#include "core/csv/structure/record_splitter.h"
#include "core/csv/structure/tokenizer.h"

namespace masu::csv {

namespace {

/// At once: no more is read than has the records.
constexpr std::size_t kBytesRead = std::size_t{256} << 10;
/// Each costs a scan of the rest, and a text with more is not spelled as the dialect says.
constexpr std::size_t kMostFlaws = 20;

/// The first records that are not comments, with so many fields at most.
template <class Take>
void forFirstRecords(std::string_view sample, bool whole, const Dialect& dialect, std::size_t limit,
                     std::size_t mostFields, Take&& take) {
  const Marks marks(dialect);
  sample.remove_prefix(afterPreamble(sample, dialect.preambleLines));
  if (!whole) {
    // The sample may end in the middle of a record, which then says nothing.
    const StructureKernel& kernel = structureKernelFor(marks);
    const std::size_t last = kernel.findRecordEnds(sample.data(), sample.size(), Place::fieldStart, marks).last;
    if (last != 0) sample = sample.substr(0, last);
  }
  RecordSplitter splitter(sample, 0, 1, marks, dialect.longestRecord);
  Tokenizer tokenizer(marks);
  tokenizer.limitFields(mostFields);
  std::size_t taken = 0;
  std::size_t flaws = 0;
  for (Block block; taken < limit && flaws < kMostFlaws && splitter.next(kBytesRead, block);) {
    if (block.flaw != RecordError::none) {
      flaws += block.givenUp;
      continue;
    }
    tokenizer.tokenize(block.bytes);
    for (Tokenizer::Record record; taken < limit && tokenizer.next(record);) {
      if (dialect.comment != '\0' && *record.begin == dialect.comment) continue;
      take(record);
      ++taken;
    }
  }
}

}  // namespace

std::size_t afterPreamble(std::string_view text, std::uint64_t lines) {
  std::size_t at = 0;
  for (; lines > 0 && at < text.size(); --lines) at = afterLine(text, at);
  return at;
}

std::size_t commonFieldCount(const Records& records) {
  std::map<std::size_t, std::size_t> counts;
  for (const auto& record : records) ++counts[record.size()];
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? 0 : most->first;
}

std::map<std::size_t, std::size_t> countFields(std::string_view sample, bool whole, const Dialect& dialect,
                                               std::size_t limit, std::size_t most) {
  std::map<std::size_t, std::size_t> counts;
  forFirstRecords(sample, whole, dialect, limit, most + 1,
                  [&](const Tokenizer::Record& record) { ++counts[record.size()]; });
  return counts;
}

Records firstRecords(std::string_view sample, bool whole, const Dialect& dialect, std::size_t limit) {
  CellParser parser(dialect);
  Records records;
  forFirstRecords(sample, whole, dialect, limit, sample.size(), [&](const Tokenizer::Record& record) {
    std::vector<std::string>& cells = records.emplace_back();
    cells.reserve(record.size());
    for (std::size_t i = 0; i < record.size(); ++i) cells.emplace_back(parser.text(record.field(i)));
  });
  return records;
}

}  // namespace masu::csv
