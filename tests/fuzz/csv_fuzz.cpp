// Any bytes, read as a table: found dialect, blocks, fields and cells have to hang together whatever they are.
//   csv_fuzz -max_len=4096 CORPUS
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/csv/cell_parser.h"
#include "core/csv/decimal_reader.h"
#include "core/csv/number_kernel.h"
#include "core/csv/record_splitter.h"
#include "core/csv/sniffer.h"
#include "core/csv/tokenizer.h"

using namespace masu;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
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

void readBlocks(std::string_view text, std::uint64_t target, const csv::Dialect& dialect) {
  const csv::Marks marks(dialect);
  csv::RecordSplitter splitter(text, 0, 1, marks);
  csv::Tokenizer tokenizer(marks);
  csv::CellParser cells(dialect);
  csv::Tokenizer::Record record;
  std::uint64_t covered = 0;
  for (csv::Block block; splitter.next(target, block); covered += block.bytes.size()) {
    require(block.offset == covered && !block.bytes.empty());
    if (block.flaw != csv::Flaw::none) continue;
    tokenizer.tokenize(block.bytes);
    require(!tokenizer.endsInsideQuotes());
    while (tokenizer.next(record)) {
      compareNumbers(record, block.bytes, dialect);
      for (std::size_t i = 0; i < record.size(); ++i) require(cells.text(record.field(i)).size() <= text.size());
    }
  }
  require(covered == text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  csv::DialectHints hints;
  if ((data[0] & 1) != 0) hints.escape = '\\';
  const Result<csv::Dialect> dialect = csv::sniffDialect(text, true, hints, "fuzz.csv");
  if (!dialect) return 0;
  compareKernels(text, csv::Marks(*dialect));
  readBlocks(text, 1 + data[0], *dialect);
  return 0;
}
