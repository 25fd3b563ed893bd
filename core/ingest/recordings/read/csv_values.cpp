// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/csv_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/csv/numbers/cell_parser.h"
#include "core/csv/numbers/decimal_reader.h"
#include "core/csv/structure/line_ends.h"
#include "core/csv/structure/record_splitter.h"
#include "core/csv/structure/tokenizer.h"
#include "core/ingest/journal/reject.h"

namespace masu::ingest {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class ValueReader {
 public:
  ValueReader(const TableSource& table, const csv::Dialect& dialect, const CsvColumns& columns, std::uint64_t most)
      : m_table(table),
        m_dialect(dialect),
        m_columns(columns),
        m_most(most),
        m_tokenizer(csv::Marks(dialect)),
        m_cells(dialect),
        m_decimals(dialect) {
    m_read.texts.assign(columns.channels.size(), false);
    for (const std::size_t place : columns.texts) m_read.textColumns.push_back({columns.names[place], {}});
  }

  Result<CsvValues> read();

 private:
  // False where m_fault says why: a Result for each cell would cost as much as the cell.
  bool readBlock(const csv::Block& block);
  bool readRecord(const csv::Block& block, const csv::Tokenizer::Record& record);
  bool readCell(const csv::Block& block, const csv::Tokenizer::Record& record, const CsvColumn& column, bool isTime,
                double& value);
  void readTexts(const csv::Tokenizer::Record& record);
  bool damaged(const csv::Block& block, RejectReason reason, std::uint64_t offset, std::string_view cell,
               std::size_t column = Reject::kWholeRecord);

  const TableSource& m_table;
  const csv::Dialect& m_dialect;
  const CsvColumns& m_columns;
  std::uint64_t m_most;
  csv::Tokenizer m_tokenizer;
  csv::CellParser m_cells;
  csv::DecimalReader m_decimals;
  double timeFrom(std::string_view text, double value);

  CsvValues m_read;
  std::int64_t m_origin = 0;
  Error m_fault;
};

/// Nanoseconds since 1970 are more than a double can distinguish, so that whole numbers count from the first of them.
double ValueReader::timeFrom(std::string_view text, double value) {
  std::int64_t whole = 0;
  const bool isWhole = csv::parseInteger(text, whole);
  if (isWhole && m_read.times.empty()) {
    m_origin = whole;
    m_read.origin = static_cast<double>(whole);
  }
  std::int64_t since = 0;
  if (isWhole && !__builtin_sub_overflow(whole, m_origin, &since)) return static_cast<double>(since);
  return value - m_read.origin;
}

bool ValueReader::damaged(const csv::Block& block, RejectReason reason, std::uint64_t offset, std::string_view cell,
                          std::size_t column) {
  constexpr std::size_t kLongestCell = 100;
  Reject reject;
  reject.reason = reason;
  reject.column = column;
  reject.cell = cell.substr(0, kLongestCell);
  reject.expected = m_columns.names.size();
  const std::string name = column < m_columns.names.size() ? m_columns.names[column] : std::string();
  LineCursor cursor;
  m_fault = errorFrom(reject, name, placeOf(block, offset, m_table.path.string(), cursor));
  m_fault.code = Errc::damaged;
  return false;
}

/// NaN where there is text in a column that may hold some.
bool ValueReader::readCell(const csv::Block& block, const csv::Tokenizer::Record& record, const CsvColumn& column,
                           bool isTime, double& value) {
  const std::string_view field = record.field(column.place);
  const char* const first = field.data();
  if (!column.dated && !field.empty() && m_decimals.read(first, first + field.size(), value)) return true;
  const std::string_view text = m_cells.text(field);
  const auto offset = static_cast<std::uint64_t>(first - record.text);
  const bool missing = m_cells.isMissing(text);
  if (column.dated || (isTime && missing)) {
    if (!missing && table::parseTime(text, column.order, column.times, value)) return true;
    value = kNan;
    return (missing && !isTime) || damaged(block, timeFault(text, column.order), offset, text, column.place);
  }
  const csv::NumberStatus status = missing ? csv::NumberStatus::notANumber : m_cells.number(text, value);
  if (status == csv::NumberStatus::number && (!isTime || std::isfinite(value))) return true;
  value = kNan;
  if (missing) return true;
  if (column.empty && !column.asked) {
    const auto channel = std::ranges::find(m_columns.channels, column.place, &CsvColumn::place);
    m_read.texts[static_cast<std::size_t>(channel - m_columns.channels.begin())] = true;
    return true;
  }
  const bool tooLarge = status == csv::NumberStatus::outOfRange;
  return damaged(block, tooLarge ? RejectReason::tooLarge : RejectReason::notANumber, offset, text, column.place);
}

void ValueReader::readTexts(const csv::Tokenizer::Record& record) {
  const std::uint64_t frame = m_read.values.size() / m_columns.channels.size();
  for (std::size_t i = 0; i < m_columns.texts.size(); ++i) {
    std::string_view text = m_cells.text(record.field(m_columns.texts[i]));
    if (m_cells.isMissing(text)) text = {};
    auto& runs = m_read.textColumns[i].runs;
    if (runs.empty() || runs.back().text != text) runs.push_back({frame, std::string(text)});
  }
}

bool ValueReader::readRecord(const csv::Block& block, const csv::Tokenizer::Record& record) {
  if (record.size() != m_columns.names.size()) {
    const RejectReason reason = m_tokenizer.isStray() ? RejectReason::strayQuote : RejectReason::fieldCount;
    return damaged(block, reason, static_cast<std::uint64_t>(record.begin - record.text),
                   std::to_string(record.size()));
  }
  if (m_read.values.size() + m_columns.channels.size() > m_most) {
    const std::string file = m_table.path.string();
    m_fault = Error(Errc::unsupported,
                    MASU_TEXT("core",
                              "{0} holds more than {1} values, too many for a recording as text. Import it as a table, "
                              "or cut it into shorter recordings."),
                    {file, std::to_string(m_most)}, {file});
    return false;
  }
  readTexts(record);
  double value = 0;
  if (m_columns.time) {
    if (!readCell(block, record, *m_columns.time, true, value)) return false;
    const CsvColumn& time = *m_columns.time;
    if (!time.dated) value = timeFrom(m_cells.text(record.field(time.place)), value);
    double timeOfDay = 0;
    if (m_columns.timeOfDay && !readCell(block, record, *m_columns.timeOfDay, true, timeOfDay)) return false;
    m_read.times.push_back(value + timeOfDay);
  }
  return std::ranges::all_of(m_columns.channels, [&](const CsvColumn& column) {
    const bool read = readCell(block, record, column, false, value);
    m_read.values.push_back(value);
    return read;
  });
}

bool ValueReader::readBlock(const csv::Block& block) {
  if (block.flaw != csv::RecordError::none) {
    std::size_t begin = 0;
    for (std::uint64_t left = block.givenUp; left > 0; --left, begin = csv::afterLine(block.bytes, begin)) {
      if (m_dialect.comment != '\0' && block.bytes[begin] == m_dialect.comment) continue;
      const bool quote = block.flaw == csv::RecordError::quoteNeverCloses;
      return damaged(block, quote ? RejectReason::quoteNeverCloses : RejectReason::recordTooLong, begin,
                     std::to_string(m_dialect.longestRecord));
    }
    return true;
  }
  // A marker such as -999 is to be asked for before a cell is taken for a number.
  m_decimals.begin(m_cells.hasNumericMarkers() ? std::string_view() : block.bytes);
  m_tokenizer.tokenize(block.bytes);
  if (block.endsInCells) m_tokenizer.separateLines(m_columns.names.size(), m_dialect.comment);
  for (csv::Tokenizer::Record record; m_tokenizer.next(record);) {
    const bool comment = m_dialect.comment != '\0' && *record.begin == m_dialect.comment;
    if (!comment && !readRecord(block, record)) return false;
  }
  return true;
}

Result<CsvValues> ValueReader::read() {
  constexpr std::uint64_t kBlockBytes = 1U << 20U;
  csv::RecordSplitter splitter(m_table.text(), m_table.start, m_table.firstLine, csv::Marks(m_dialect),
                               m_dialect.longestRecord);
  for (csv::Block block; splitter.next(kBlockBytes, block);) {
    if (!readBlock(block)) return fail(std::move(m_fault));
  }
  return std::move(m_read);
}

}  // namespace

Result<CsvValues> readCsvValues(const TableSource& table, const csv::Dialect& dialect, const CsvColumns& columns,
                                std::uint64_t most) {
  return ValueReader(table, dialect, columns, most).read();
}

}  // namespace masu::ingest
