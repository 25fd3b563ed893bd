// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/block_log.h"

#include "core/csv/numbers/whole_number.h"
#include "core/csv/structure/line_ends.h"
#include "core/ingest/plan/column_rules.h"
#include "core/ingest/table/parse/record_filter.h"
#include "core/table/number_text.h"
#include "core/table/time_text.h"

namespace masu::ingest {

void BlockLog::begin(ParsedBlock& block) {
  block.log.clear();
  m_record.line = block.text.firstLine;
  m_counted = block.text.bytes.data();
  m_rejects = 0;
  m_filtered = 0;
}

/// In English, as in the file of rejects: it goes into a table that programs read.
std::string BlockLog::reasonOf(std::size_t dropped, const ParsedBlock& block) const {
  if (block.rejects.size() > m_rejects) {
    const Reject& reject = block.rejects.back();
    const std::string reason(sentence(reject.reason));
    return reject.column == Reject::kWholeRecord ? reason : reason + ": " + m_plan.columns[reject.column].name;
  }
  if (block.filtered > m_filtered) return "left out by the filter: " + m_plan.options.table.where;
  return "missing value: " + (dropped < m_plan.columns.size() ? m_plan.columns[dropped].name : std::string());
}

/// A number or time as any reader takes it, however the source spells it; after kNoValue as it is where it is neither.
std::string BlockLog::valueOf(const ColumnPlan& column, std::string_view text, const csv::CellParser& cells) const {
  double value = 0;
  const auto none = [text] { return kNoValue + std::string(text); };
  if (column.kind == table::Kind::time)
    return table::parseTime(text, column.dateOrder, column.forms.times, value) ? table::timeText(value) : none();
  if (const int boolean = column.kind == table::Kind::boolean ? booleanFrom(text) : -1; boolean >= 0)
    return std::to_string(boolean);
  csv::Whole whole;
  if (csv::parseWhole(text, m_plan.table().dialect.decimal, whole) && csv::holdsWhole(whole))
    return std::to_string(csv::numberOf(whole));
  const bool number = cells.number(text, value) == csv::NumberStatus::number;
  return number ? table::numberText(value, table::DType::f64) : none();
}

std::string BlockLog::cellOf(const LoggedColumn& column, std::string_view field, csv::CellParser& cells) const {
  if (!column.isLabel) return std::string(cells.exactText(field));
  const std::string text(cells.text(field));
  const ColumnPlan& plan = m_plan.columns[column.column];
  if (isMissingCell(plan.kind, text, cells)) return {};
  return column.isClass ? classText(text, plan.kind == table::Kind::integer, m_plan.options.table)
                        : valueOf(plan, text, cells);
}

void BlockLog::add(const csv::Tokenizer::Record* record, const std::vector<std::size_t>& fieldOf, std::size_t dropped,
                   csv::CellParser& cells, ParsedBlock& block) {
  if (record != nullptr) {
    const std::string_view text = block.text.bytes;
    const auto offsetOf = [&](const char* at) { return static_cast<std::size_t>(at - text.data()); };
    m_record.line += csv::lineEndsBetween(text, offsetOf(m_counted), offsetOf(record->begin));
    m_counted = record->begin;
  }
  m_record.isSample = !block.positions.empty() && block.positions.back() == block.records;
  m_record.reason = m_record.isSample ? std::string() : reasonOf(dropped, block);
  m_record.cells.assign(m_columns.size(), {});
  for (std::size_t i = 0; record != nullptr && i < m_columns.size(); ++i) {
    const std::size_t field = fieldOf[m_columns[i].column];
    if (field < record->size()) m_record.cells[i] = cellOf(m_columns[i], record->field(field), cells);
  }
  m_bytes = {};
  RecordLog::put(m_record, m_bytes);
  block.log.insert(block.log.end(), m_bytes.bytes().begin(), m_bytes.bytes().end());
  m_rejects = block.rejects.size();
  m_filtered = block.filtered;
}

}  // namespace masu::ingest
