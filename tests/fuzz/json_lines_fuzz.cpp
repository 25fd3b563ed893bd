// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes, read as JSON Lines: pieces make no difference, each line becomes one record of a table on one line, whose
// cells read as what the object holds, and a line that is not a record is found again with its fault. The first byte
// says how long the pieces are.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/csv/json/json_record.h"
#include "core/csv/numbers/cell_parser.h"
#include "core/csv/structure/tokenizer.h"
#include "core/ingest/sources/json_table.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;
using fuzz::require;

namespace {

constexpr std::uint64_t kLongest = 200;

std::vector<std::string> linesOf(std::string_view text, std::size_t piece) {
  ingest::LineCutter cutter(kLongest);
  std::vector<std::string> lines;
  do {
    const std::string_view front = text.substr(0, piece);
    text.remove_prefix(front.size());
    cutter.give(front, text.empty());
    while (cutter.next()) {
      lines.emplace_back(cutter.isTooLong() ? std::string_view("too long") : cutter.line());
      require(cutter.number() == lines.size());
    }
  } while (!text.empty());
  return lines;
}

/// A record is that many fields on one line.
void checkRecord(const std::string& record, std::size_t fields, const csv::Dialect& dialect) {
  require(record.find_first_of("\r\n") == std::string::npos);
  csv::Tokenizer tokenizer{csv::Marks(dialect)};
  tokenizer.tokenize(record);
  csv::Tokenizer::Record found;
  require(tokenizer.next(found) && found.size() == fields && !tokenizer.next(found));
}

void readLine(std::string_view line, const csv::Dialect& dialect) {
  csv::JsonRecord record;
  const csv::JsonFault fault = record.read(line);
  if (fault != csv::JsonFault::none) {
    for (const std::size_t columns : {1U, 2U, 3U}) {
      std::string spoilt;
      csv::appendJsonFault(spoilt, fault, "a\n\"key\"", line, columns);
      checkRecord(spoilt, columns == 2 ? 3 : 2, dialect);
      const auto found = csv::jsonFaultIn(spoilt);
      require(found && found->fault == fault && found->detail == "a\n\"key\"" && found->line == line);
      for (std::size_t cut = 0; cut < spoilt.size(); ++cut)
        static_cast<void>(csv::shownJsonRecord(std::string_view(spoilt).substr(0, cut)));
    }
    return;
  }
  std::set<std::string_view> keys;
  csv::CellParser cells(dialect);
  std::string row = "x";
  for (const csv::JsonRecord::Cell& cell : record.cells()) {
    require(keys.insert(record.key(cell)).second);
    std::string again;
    csv::appendJsonField(again, cells.text(record.field(cell)));
    require(again == record.field(cell));
    row += ',';
    row += record.field(cell);
  }
  require(!csv::jsonFaultIn(row));
  checkRecord(row, 1 + keys.size(), dialect);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::vector<std::string> lines = linesOf(text, text.size() + 1);
  require(lines == linesOf(text, 1 + data[0] % 64));
  csv::Dialect dialect;
  dialect.jsonLines = true;
  for (const std::string& line : lines) readLine(line, dialect);
  return 0;
}
