// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes, read as ARFF or as a .ts file: pieces make no difference, and each line becomes one of the CSV, on which
// there is nothing or one record. The first byte says which format it is and how long the pieces are.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "core/csv/structure/tokenizer.h"
#include "core/ingest/sources/tagged_table.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;
using fuzz::require;

namespace {

constexpr std::uint64_t kLongest = 200;

std::uint64_t linesIn(std::string_view text) {
  ingest::LineCutter lines(kLongest);
  lines.give(text, true);
  while (lines.next()) {
  }
  return lines.number();
}

/// Nothing where it is refused.
std::optional<std::string> csvOf(ingest::TaggedFormat format, std::string_view text, std::size_t piece) {
  ingest::TaggedTable table(format, "t", kLongest);
  std::string csv;
  do {
    const std::string_view front = text.substr(0, piece);
    text.remove_prefix(front.size());
    if (!table.append(front, text.empty(), csv)) return std::nullopt;
  } while (!text.empty());
  return csv;
}

void checkLines(std::string_view csv) {
  csv::Tokenizer tokenizer{csv::Marks(csv::Dialect{})};
  csv::Tokenizer::Record record;
  while (!csv.empty()) {
    const std::size_t end = csv.find('\n');
    require(end != std::string_view::npos);
    tokenizer.tokenize(csv.substr(0, end));
    require(tokenizer.next(record) == (end > 0) && !tokenizer.next(record));
    csv.remove_prefix(end + 1);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto format = data[0] >= 128 ? ingest::TaggedFormat::ts : ingest::TaggedFormat::arff;
  static_cast<void>(ingest::taggedFormat(text));
  const auto csv = csvOf(format, text, text.size() + 1);
  require(csv == csvOf(format, text, 1 + data[0] % 64));
  if (!csv) return 0;
  checkLines(*csv);
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(*csv, '\n'));
  // Below the @data of a .ts file without a series there is no header to write.
  require(lines == linesIn(text) || (format == ingest::TaggedFormat::ts && lines < linesIn(text)));
  return 0;
}
