// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes, read as the CSV of a split's list: no field holds more than was read, and what is written reads back.
#include <sstream>

#include "core/csv/structure/field_text.h"
#include "core/manifest/lists/csv_fields.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream input(std::string(reinterpret_cast<const char*>(data), size));
  manifest::CsvFields fields(input);
  std::uint64_t line = 0;
  while (fields.next()) {
    fuzz::require(fields.line() > line);
    line = fields.line();
    std::string written;
    for (std::size_t i = 0; i < fields.fields().size(); ++i) {
      fuzz::require(fields.fields()[i].size() <= size);
      if (i > 0) written += ',';
      csv::appendField(written, fields.fields()[i]);
    }
    // A record of one empty field is an empty line, which is passed over; a mark of the encoding is no part of a line.
    if (written.empty() || written.starts_with("\xEF\xBB\xBF")) continue;
    std::istringstream back(written + '\n');
    manifest::CsvFields again(back);
    fuzz::require(again.next() && again.fields() == fields.fields());
  }
  return 0;
}
