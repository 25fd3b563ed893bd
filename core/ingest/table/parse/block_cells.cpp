// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a record: what BlockParser reads from each field, for the matrices, words and texts of its block.

#include <cmath>
#include <limits>

#include "core/csv/detection/encoding.h"
#include "core/csv/numbers/whole_number.h"
#include "core/ingest/plan/column_rules.h"
#include "core/ingest/table/parse/block_parser.h"
#include "core/table/moment.h"

namespace masu::ingest {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
/// Of a cell that counts as missing so much is shown.
constexpr std::size_t kLongestExample = 80;

}  // namespace

BlockParser::RecordOutcome BlockParser::readOther(std::string_view field, const CellTarget& target) {
  if (target.take == Take::text) return readText(m_cells.exactText(field), target);
  const std::string_view text = m_cells.text(field);
  return target.take == Take::time ? readTime(text, target) : readWord(text, target);
}

BlockParser::RecordOutcome BlockParser::readAbsent(const Absent& absent) {
  const CellTarget& target = absent.target;
  switch (target.take) {
    case Take::number:
    case Take::time:
      return missingNumber(target, m_rows[target.group].values[target.slot], m_rows[target.group].nearest[target.slot]);
    case Take::word:
      m_entries[target.group][target.slot] = &m_absentWord;
      return missing(target, RejectReason::labelMissing);
    case Take::text:
    case Take::skip:
    case Take::watch:
      break;
  }
  m_texts[target.group].clear();
  return RecordOutcome::taken;
}

/// The way that nearly all cells go: straight from their bytes to double and float. `field`: where it stopped.
BlockParser::RecordOutcome BlockParser::readNumbers(const csv::Tokenizer::Record& record, const Run& run,
                                                    std::size_t& field) {
  double* const values = m_rows[run.target.group].values + run.target.slot;
  float* const nearest = m_rows[run.target.group].nearest + run.target.slot;
  RecordOutcome whole = RecordOutcome::taken;
  std::size_t read = readMany(record, run, 0, values, nearest);
  for (; read < run.count; read += 1 + readMany(record, run, read + 1, values, nearest)) {
    const std::string_view cell = record.field(run.first + read);
    double& value = values[read];
    if (!run.target.boolean && m_decimals.read(cell.data(), cell.data() + cell.size(), value) &&
        csv::floatFrom(value, nearest[read]) && !(run.target.weight && value < 0))
      continue;
    const RecordOutcome outcome = readNumber(m_cells.text(cell), run.target, value, nearest[read]);
    if (outcome == RecordOutcome::taken) continue;
    field = run.first + read;
    if (outcome == RecordOutcome::rejected) return outcome;
    whole = outcome;
  }
  return whole;
}

/// Whole numbers of which the doubles only come near, and all that are as large where none may become another.
void BlockParser::noteWholes(const csv::Tokenizer::Record& record, const Run& run, ParsedBlock& out) {
  const double* const values = m_rows[run.target.group].values + run.target.slot;
  MatrixTile& matrix = out.matrices[run.target.group];
  for (std::size_t i = 0; i < run.count; ++i) {
    if (!(std::fabs(values[i]) >= csv::kWholeDoubles) || std::isinf(values[i])) continue;
    csv::Whole whole;
    if (!csv::parseWhole(m_cells.text(record.field(run.first + i)), m_rules.decimal, whole)) continue;
    const std::size_t column = run.target.slot + i;
    if (csv::roundingOf(whole, values[i]) > 0 || matrix.keepsWholes(column)) matrix.setWhole(column, whole);
  }
}

/// How many cells of a run, from the one numbered `from` on, the kernel for numbers takes.
std::size_t BlockParser::readMany(const csv::Tokenizer::Record& record, const Run& run, std::size_t from,
                                  double* values, float* nearest) const {
  if (m_kernel == nullptr || from >= run.count || run.target.boolean || run.target.weight) return 0;
  csv::NumberRules rules = m_rules;
  rules.emptyIsMissing = m_cells.emptyIsMissing() && run.target.onMissing == OnMissing::keep;
  const std::size_t field = run.first + from;
  return m_kernel->read({record.field(field).data(), record.text, record.ends.data() + field, run.count - from,
                         values + from, nearest + from},
                        rules);
}

BlockParser::RecordOutcome BlockParser::refuse(RejectReason reason) {
  m_reason = reason;
  return RecordOutcome::rejected;
}

/// Whether a cell that its column does not hold counts as missing: a label or a weight cannot.
bool BlockParser::becomesMissing(const CellTarget& target) const {
  return m_mends && target.onMissing != OnMissing::reject;
}

/// `target`: that of the run, which `value` is one of.
BlockParser::RecordOutcome BlockParser::refuseNumber(RejectReason reason, std::string_view text,
                                                     const CellTarget& target, double& value, float& nearest) {
  if (!becomesMissing(target)) return refuse(reason);
  const auto slot = static_cast<std::size_t>(&value - m_rows[target.group].values);
  m_repaired.push_back({{RepairKind::cell, reason, m_layout.matrices[target.group].columns[slot]},
                        std::string(text.substr(0, kLongestExample))});
  return missingNumber(target, value, nearest);
}

BlockParser::RecordOutcome BlockParser::missing(const CellTarget& target, RejectReason reason) {
  if (target.onMissing == OnMissing::reject) return refuse(reason);
  return target.onMissing == OnMissing::drop ? RecordOutcome::dropped : RecordOutcome::taken;
}

BlockParser::RecordOutcome BlockParser::readNumber(std::string_view text, const CellTarget& target, double& value,
                                                   float& nearest) {
  value = kNan;
  const bool marked = (text.empty() || m_cells.hasNumericMarkers()) && m_cells.isMissing(text);
  const csv::NumberStatus status = marked ? csv::NumberStatus::notANumber : m_cells.number(text, value);
  nearest = std::numeric_limits<float>::quiet_NaN();
  if (status == csv::NumberStatus::number && !std::isnan(value)) {
    if (target.boolean && !isBoolean(value))
      return refuseNumber(RejectReason::notABoolean, text, target, value, nearest);
    if (target.weight && !(value >= 0 && std::isfinite(value))) return refuse(RejectReason::notAWeight);
    nearest = m_cells.nearestFloat(text, value);
    if (value == 0 && !csv::isZero(text))
      m_missed.push_back({target.group, static_cast<std::size_t>(&value - m_rows[target.group].values), 0});
  } else if (status == csv::NumberStatus::outOfRange) {
    return refuseNumber(RejectReason::tooLarge, text, target, value, nearest);
  } else if (const int boolean = target.boolean ? booleanFrom(text) : -1; boolean >= 0) {
    value = boolean;
    nearest = static_cast<float>(boolean);
  } else if (marked || status == csv::NumberStatus::number || m_cells.isMissing(text)) {
    return missingNumber(target, value, nearest);
  } else {
    return refuseNumber(target.boolean ? RejectReason::notABoolean : RejectReason::notANumber, text, target, value,
                        nearest);
  }
  return RecordOutcome::taken;
}

BlockParser::RecordOutcome BlockParser::missingNumber(const CellTarget& target, double& value, float& nearest) {
  value = target.onMissing == OnMissing::fill ? target.fill : kNan;
  nearest = static_cast<float>(value);
  return missing(target, target.weight ? RejectReason::weightMissing : RejectReason::labelMissing);
}

namespace {

/// Why a text is not a time of a column; a date in another order, too.
RejectReason timeReason(std::string_view text, const CellTarget& target) {
  const RejectReason fault = timeFault(text, target.dateOrder);
  const bool mayBeDate = fault == RejectReason::notATime && target.times != table::TimeKind::ofDay;
  return mayBeDate && table::otherOrderOf(text, target.dateOrder) ? RejectReason::otherDateOrder : fault;
}

}  // namespace

BlockParser::RecordOutcome BlockParser::readTime(std::string_view text, const CellTarget& target) {
  double& value = m_rows[target.group].values[target.slot];
  float& nearest = m_rows[target.group].nearest[target.slot];
  if (m_cells.isMissing(text)) return missingNumber(target, value, nearest);
  table::Moment moment;
  if (!table::parseMoment(text, target.dateOrder, moment) || !table::isOfKind(moment, target.times))
    return refuseNumber(timeReason(text, target), text, target, value, nearest);
  value = moment.since(target.origin);
  if (const double loss = moment.lossSince(target.origin); loss > 0)
    m_missed.push_back({target.group, target.slot, loss});
  nearest = static_cast<float>(value);
  return RecordOutcome::taken;
}

BlockParser::RecordOutcome BlockParser::readWord(std::string_view text, const CellTarget& target) {
  WordCache::Entry& entry = m_caches[target.group][target.slot].find(text, m_cells);
  m_entries[target.group][target.slot] = &entry;
  switch (entry.meaning) {
    case WordCache::Meaning::word:
      break;
    case WordCache::Meaning::missing:
      return missing(target, RejectReason::labelMissing);
    case WordCache::Meaning::notUtf8:
      if (!becomesMissing(target)) return refuse(RejectReason::notUtf8);
      m_entries[target.group][target.slot] = &m_absentWord;
      m_repaired.push_back(
          {{RepairKind::cell, RejectReason::notUtf8, m_layout.words[target.group].columns[target.slot]},
           std::string(text.substr(0, kLongestExample))});
      return missing(target, RejectReason::labelMissing);
  }
  return RecordOutcome::taken;
}

BlockParser::RecordOutcome BlockParser::readText(std::string_view text, const CellTarget& target) {
  if (csv::isUtf8(text)) {
    m_texts[target.group] = text;
    return RecordOutcome::taken;
  }
  if (!becomesMissing(target)) return refuse(RejectReason::notUtf8);
  m_texts[target.group].clear();
  m_repaired.push_back({{RepairKind::cell, RejectReason::notUtf8, m_layout.texts[target.group]},
                        std::string(text.substr(0, kLongestExample))});
  return RecordOutcome::taken;
}

}  // namespace masu::ingest
