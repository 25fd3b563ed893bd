// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes, read as a table in any dialect: found or stated, blocks, fields and cells have to hang together. The first
// kOptionBytes bytes say what is stated.
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/csv/detection/encoding_guess.h"
#include "core/csv/detection/first_records.h"
#include "core/csv/detection/header.h"
#include "core/csv/detection/header_guess.h"
#include "core/csv/detection/sniffer.h"
#include "core/csv/detection/transcoder.h"
#include "core/csv/numbers/cell_parser.h"
#include "core/csv/numbers/decimal_reader.h"
#include "core/csv/numbers/number_kernel.h"
#include "core/csv/structure/record_splitter.h"
#include "core/csv/structure/tokenizer.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;
using fuzz::require;

namespace {

constexpr std::size_t kOptionBytes = 4;
constexpr std::array<const char*, 8> kEncodings = {"UTF-8",  "UTF-16LE", "UTF-16BE",   "UTF-32",
                                                   "EUC-JP", "CP932",    "ISO-8859-1", "UTF-7"};

/// Bits of the first byte say which options are stated; the others choose their values.
csv::DialectHints hintsFrom(const std::uint8_t* options) {
  constexpr std::string_view kDelimiters = ",;\t| :\x1f^";
  constexpr std::string_view kQuotes{"\"'`\0", 4};
  constexpr std::string_view kComments{"#%;\0", 4};
  const std::uint8_t stated = options[0];
  csv::DialectHints hints;
  if ((stated & 1U) != 0) hints.escape = '\\';
  if ((stated & 2U) != 0) hints.delimiter = kDelimiters[options[1] % kDelimiters.size()];
  if ((stated & 4U) != 0) hints.quote = kQuotes[options[1] / 8 % kQuotes.size()];
  if ((stated & 8U) != 0) hints.decimal = (options[1] & 32U) != 0 ? ',' : '.';
  if ((stated & 16U) != 0) hints.header = (options[1] & 64U) != 0;
  if ((stated & 32U) != 0) hints.comment = kComments[options[2] % kComments.size()];
  if ((stated & 64U) != 0) hints.preambleLines = options[2] / 4 % 8;
  if ((stated & 128U) != 0) hints.longestRecord = csv::kLeastLongestRecord;
  if ((options[2] & 32U) != 0) hints.missingMarkers = {"-", ""};
  return hints;
}

/// The text is the same in one piece and in many.
std::string transcoded(std::string_view bytes, const char* encoding, std::size_t piece) {
  auto whole = csv::Transcoder::open(encoding, "fuzz.csv");
  auto cut = csv::Transcoder::open(encoding, "fuzz.csv");
  require(whole && cut);
  std::string text;
  whole->append(bytes, true, text);
  std::string again;
  for (; bytes.size() > piece; bytes.remove_prefix(piece)) cut->append(bytes.substr(0, piece), false, again);
  cut->append(bytes, true, again);
  require(again == text);
  return text;
}

/// Every kernel has to find the same fields.
void compareKernels(std::string_view text, const csv::Marks& marks) {
  if (marks.escape != '\0') return;
  std::vector<std::uint32_t> wanted;
  for (const csv::StructureKernel* kernel : csv::structureKernels()) {
    std::vector<std::uint32_t> ends(text.size() + csv::kSpareEnds);
    std::vector<std::uint32_t> recordEnds(text.size() + 1);
    csv::FieldEnds out{ends.data(), recordEnds.data(), 0, 0};
    kernel->findFieldEnds(text.data(), text.size(), csv::Place::fieldStart, marks, out);
    ends.resize(out.fieldCount);
    ends.insert(ends.end(), recordEnds.begin(), recordEnds.begin() + static_cast<std::ptrdiff_t>(out.recordCount));
    if (kernel == csv::structureKernels().front()) wanted = ends;
    require(ends == wanted);
  }
}

/// What the kernels for numbers take is a number to the plain parser, and the same; they take the same cells.
void compareNumbers(const csv::Tokenizer::Record& record, std::string_view block, const csv::Dialect& dialect) {
  if (!csv::DecimalReader(dialect).isUsable()) return;
  std::vector<double> values(record.size());
  std::vector<float> nearest(record.size());
  std::size_t wanted = 0;
  for (const csv::NumberKernel* kernel : csv::numberKernels()) {
    const std::size_t read =
        kernel->read({record.begin, record.text, record.ends.data(), record.size(), values.data(), nearest.data()},
                     {block.data(), block.data() + block.size(), dialect.decimal, false});
    if (kernel == csv::numberKernels().front()) wanted = read;
    require(read == wanted);
    for (std::size_t i = 0; i < read; ++i) {
      double value = 0;
      require(csv::parseNumber(record.field(i), dialect.decimal, value) == csv::NumberStatus::number);
      require(value == values[i] && std::signbit(value) == std::signbit(values[i]));
      require(csv::floatNearest(record.field(i), dialect.decimal, value) == nearest[i]);
    }
  }
}

bool closesItsQuotes(std::string_view block, const csv::Marks& marks) {
  const csv::StructureKernel& kernel = csv::structureKernelFor(marks);
  const csv::Place end = kernel.findRecordEnds(block.data(), block.size(), csv::Place::fieldStart, marks).place;
  return end != csv::Place::quoted && end != csv::Place::escapedQuoted;
}

void readBlocks(std::string_view text, std::uint64_t target, const csv::Dialect& dialect) {
  const csv::Marks marks(dialect);
  csv::RecordSplitter splitter(text, 0, 1, marks, dialect.longestRecord);
  csv::Tokenizer tokenizer(marks);
  csv::CellParser cells(dialect);
  csv::Tokenizer::Record record;
  std::uint64_t covered = 0;
  for (csv::Block block; splitter.next(target, block); covered += block.bytes.size()) {
    require(block.offset == covered && !block.bytes.empty());
    if (block.flaw != csv::RecordError::none) continue;
    tokenizer.tokenize(block.bytes);
    require(closesItsQuotes(block.bytes, marks));
    if (block.endsInCells) tokenizer.separateLines(1 + text.size() % 5);
    const char* end = block.bytes.data();
    while (tokenizer.next(record)) {
      require(record.begin >= end);
      end = record.begin + record.bytes().size();
      require(end <= block.bytes.data() + block.bytes.size());
      compareNumbers(record, block.bytes, dialect);
      for (std::size_t i = 0; i < record.size(); ++i) require(cells.text(record.field(i)).size() <= text.size());
    }
  }
  require(covered == text.size());
}

/// Names are as many as columns, and none is another's.
void readNames(std::string_view text, const csv::Dialect& dialect) {
  const csv::Records records = csv::firstRecords(text, true, dialect, 20);
  require(records.size() <= 20);
  static_cast<void>(csv::hasHeader(records, dialect));
  if (records.empty()) return;
  const std::size_t columns = csv::commonFieldCount(records);
  const std::vector<std::string> names = csv::columnNames(&records.front(), columns);
  require(names.size() == columns && std::set<std::string>(names.begin(), names.end()).size() == columns);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < kOptionBytes) return 0;
  std::string text(reinterpret_cast<const char*>(data + kOptionBytes), size - kOptionBytes);
  const char* encoding = kEncodings[data[3] % kEncodings.size()];
  if (!csv::isUtf8Name(encoding)) text = transcoded(text, encoding, 1 + data[3] / kEncodings.size());
  static_cast<void>(csv::guessEncoding(text, true));
  const Result<csv::Dialect> dialect = csv::sniffDialect(text, true, hintsFrom(data), "fuzz.csv");
  if (!dialect) return 0;
  readNames(text, *dialect);
  compareKernels(text, csv::Marks(*dialect));
  readBlocks(text, 1 + data[1], *dialect);
  return 0;
}
