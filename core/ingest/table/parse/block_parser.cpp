// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/block_parser.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/csv/json/json_record.h"
#include "core/csv/structure/line_ends.h"
#include "core/csv/structure/stray_quotes.h"
#include "core/ingest/plan/column_rules.h"
#include "core/table/time_text.h"

namespace masu::ingest {

namespace {

constexpr std::size_t kLongestRejectedText = std::size_t{64} << 10;
/// Beyond these a cell with line ends is noted: it may be several records that a stray quote joined.
constexpr std::size_t kLongCell = std::size_t{64} << 10;
constexpr std::uint64_t kManyLines = 100;
/// Of a record with too many fields so many are counted.
constexpr std::size_t kFieldsCounted = 100'000;

std::string countedFields(std::size_t count) {
  return (count >= kFieldsCounted ? "≥ " : "") + std::to_string(count);
}

std::uint64_t lineEndsIn(std::string_view text) {
  return static_cast<std::uint64_t>(std::max(std::ranges::count(text, '\n'), std::ranges::count(text, '\r')));
}

/// Of JSON Lines only what is not a record has other fields than there are columns.
bool padsRecords(const ImportPlan& plan) {
  const Ragged ragged = plan.options.table.ragged;
  return !plan.table().dialect.jsonLines && (ragged == Ragged::pad || ragged == Ragged::both);
}

bool truncatesRecords(const ImportPlan& plan) {
  const Ragged ragged = plan.options.table.ragged;
  return !plan.table().dialect.jsonLines && (ragged == Ragged::truncate || ragged == Ragged::both);
}

bool isStored(const CellTarget& target) {
  return target.take != Take::skip && target.take != Take::watch;
}

}  // namespace

void LateValues::add(std::string_view text, const csv::CellParser& cells, std::uint64_t record) {
  double ignored = 0;
  const csv::NumberStatus status = cells.number(text, ignored);
  if (status == csv::NumberStatus::number && std::isnan(ignored)) return;
  if (total() == 0) firstRecord = record;
  const bool time = table::parseTime(text, table::DateOrder::dayFirst, ignored) ||
                    table::parseTime(text, table::DateOrder::monthFirst, ignored);
  ++(status != csv::NumberStatus::notANumber ? numbers : booleanFrom(text) >= 0 ? booleans : time ? times : texts);
}

void LateValues::merge(const LateValues& next, std::uint64_t blockBegin) {
  if (total() == 0) firstRecord = blockBegin + next.firstRecord;
  numbers += next.numbers;
  booleans += next.booleans;
  times += next.times;
  texts += next.texts;
}

Result<std::unique_ptr<BlockParser>> BlockParser::of(const ImportPlan& plan, const TableLayout& layout,
                                                     const RecordLog* log) {
  std::optional<RecordFilter> filter;
  if (!plan.options.table.where.empty()) {
    MASU_TRY(filter, RecordFilter::compile(plan));
  }
  return std::unique_ptr<BlockParser>(new BlockParser(plan, layout, log, std::move(filter)));
}

BlockParser::BlockParser(const ImportPlan& plan, const TableLayout& layout, const RecordLog* log,
                         std::optional<RecordFilter> filter)
    : m_plan(plan),
      m_layout(layout),
      m_comment(plan.table().dialect.comment),
      m_tokenizer(csv::Marks(plan.table().dialect)),
      m_cells(plan.table().dialect),
      m_decimals(plan.table().dialect),
      m_rules{nullptr, nullptr, plan.table().dialect.decimal, false},
      m_pads(padsRecords(plan)),
      m_truncates(truncatesRecords(plan)),
      m_mends(plan.options.onError == OnError::missing),
      m_filter(std::move(filter)) {
  m_rows.resize(layout.matrices.size());
  for (const WordsLayout& group : layout.words) {
    m_entries.emplace_back(group.columns.size());
    std::vector<WordCache>& caches = m_caches.emplace_back();
    for (const std::size_t column : group.columns)
      caches.emplace_back(plan.options.table, group.classes, plan.columns[column].kind);
  }
  m_texts.resize(layout.texts.size());
  m_absentWord.meaning = WordCache::Meaning::missing;
  if (log != nullptr) m_log.emplace(plan, *log);
}

/// Which field is which column differs between files whose headers do.
void BlockParser::bindSource(std::uint32_t source) {
  m_source = source;
  m_columns.clear();
  if (source < m_plan.table().fields.size())
    m_columns.assign(m_plan.table().fields[source].columns.begin(), m_plan.table().fields[source].columns.end());
  if (m_columns.empty()) {
    m_columns.resize(m_layout.targets.size());
    std::iota(m_columns.begin(), m_columns.end(), std::size_t{0});
  }
  m_tokenizer.limitFields(std::max(m_columns.size() + 1, kFieldsCounted));
  m_binding = {};
  m_shortFields = 0;
  m_watched.clear();
  m_digits.clear();
  m_fieldOf.assign(m_layout.targets.size(), RecordFilter::kNoField);
  m_noFields = m_fieldOf;
  for (std::size_t field = 0; field < m_columns.size(); ++field) {
    m_fieldOf[m_columns[field]] = field;
    const CellTarget& target = m_layout.targets[m_columns[field]];
    if (target.take == Take::watch) m_watched.emplace_back(field, target.slot);
    if (!isStored(target)) continue;
    std::vector<Run>& runs = m_binding.runs;
    if (!runs.empty() && runs.back().continuesWith(field, target))
      ++runs.back().count;
    else
      runs.push_back({field, 1, target});
  }
  for (std::size_t column = 0; column < m_fieldOf.size(); ++column) {
    const CellTarget& target = m_layout.targets[column];
    if (m_fieldOf[column] == RecordFilter::kNoField && isStored(target)) m_binding.absent.push_back({column, target});
  }
  for (std::size_t place = 0; place < m_layout.digits.size(); ++place) {
    const std::size_t field = m_fieldOf[m_layout.digits[place]];
    if (field != RecordFilter::kNoField) m_digits.emplace_back(field, place);
  }
}

/// What is beyond the end of a record with fewer fields than there are columns is absent from it.
const BlockParser::Binding& BlockParser::bindingOf(std::size_t fields) {
  if (fields == m_columns.size()) return m_binding;
  if (fields == m_shortFields) return m_shortBinding;
  m_shortFields = fields;
  m_shortBinding = {{}, m_binding.absent};
  for (const Run& run : m_binding.runs) {
    if (run.first < fields) {
      m_shortBinding.runs.push_back(run);
      m_shortBinding.runs.back().count = std::min(run.count, fields - run.first);
    }
    for (std::size_t field = std::max(run.first, fields); field < run.first + run.count; ++field)
      m_shortBinding.absent.push_back({m_columns[field], m_layout.targets[m_columns[field]]});
  }
  return m_shortBinding;
}

void BlockParser::begin(std::span<const table::DType> types, ParsedBlock& out) {
  ++m_block;
  if (m_log) m_log->begin(out);
  out.records = 0;
  out.dropped = 0;
  out.filtered = 0;
  out.positions.clear();
  out.rejects.clear();
  out.repairs.counts.clear();
  out.joined = {};
  out.matrices.resize(m_layout.matrices.size());
  for (std::size_t i = 0; i < out.matrices.size(); ++i)
    out.matrices[i].begin(types[i], m_layout.matrices[i].columns.size(), m_layout.matrices[i].rules);
  // A marker such as -999 is to be asked for before a cell is taken for a number.
  m_decimals.begin(m_cells.hasNumericMarkers() ? std::string_view() : out.text.bytes);
  m_kernel = m_decimals.isUsable() && !m_cells.hasNumericMarkers() ? csv::numberKernel() : nullptr;
  m_rules.begin = out.text.bytes.data();
  m_rules.end = out.text.bytes.data() + out.text.bytes.size();
  out.words.resize(m_layout.words.size());
  for (std::size_t i = 0; i < out.words.size(); ++i) {
    const std::size_t width = m_layout.words[i].columns.size();
    out.words[i].width = width;
    out.words[i].numbers.clear();
    out.words[i].words.assign(width, {});
    out.words[i].missing.assign(width, 0);
    for (WordCache& cache : m_caches[i]) cache.trim();
  }
  out.texts.assign(m_layout.texts.size(), {});
  out.late.assign(m_layout.watched.size(), {});
  out.zeroLed.assign(m_layout.digits.size(), {});
}

void BlockParser::parse(std::span<const table::DType> types, ParsedBlock& out) {
  if (out.source != m_source) bindSource(out.source);
  begin(types, out);
  if (out.text.flaw != csv::RecordError::none) return rejectLines(out);
  m_tokenizer.tokenize(out.text.bytes);
  if (out.text.endsInCells) m_tokenizer.separateLines(m_columns.size(), m_comment);
  if (m_filter) applyFilter(out.source);
  parseRecords(out);
  if (m_exact || std::ranges::none_of(out.matrices, &MatrixTile::beyondDoubles)) return;
  m_exact = true;
  m_tokenizer.rewind();
  begin(types, out);
  parseRecords(out);
}

void BlockParser::parseRecords(ParsedBlock& out) {
  for (csv::Tokenizer::Record record; m_tokenizer.next(record);) {
    if (isComment(record)) continue;
    if (out.text.endsInCells) noteJoined(record, out);
    if (m_truncates) truncate(record);
    parseRecord(record, out);
    if (m_log) {
      m_log->add(&record, hasFields(record) ? m_fieldOf : m_noFields, m_droppedFor, m_cells, out);
    }
    ++out.records;
  }
  for (MatrixTile& matrix : out.matrices) matrix.finish();
}

void BlockParser::noteJoined(const csv::Tokenizer::Record& record, ParsedBlock& out) const {
  const std::string_view bytes = record.bytes();
  const std::uint64_t lines = lineEndsIn(bytes);
  if (lines == 0) return;
  const auto isLong = [&] {
    for (std::size_t i = 0; i < record.size(); ++i) {
      const std::string_view cell = record.field(i);
      if (cell.size() > kLongCell && lineEndsIn(cell) > 0) return true;
    }
    return false;
  };
  const bool suspect = m_tokenizer.isStray() || lines > kManyLines || (bytes.size() > kLongCell && isLong()) ||
                       csv::linesAreRecords(bytes, m_columns.size(), csv::Marks(m_plan.table().dialect));
  if (!suspect) return;
  out.joined.lines += lines;
  if (out.joined.count++ > 0) return;
  out.joined.offset = static_cast<std::uint64_t>(record.begin - record.text);
  out.joined.bytes = bytes.size();
}

/// A record without an end is given up for its first line.
void BlockParser::rejectLines(ParsedBlock& out) {
  const bool quote = out.text.flaw == csv::RecordError::quoteNeverCloses;
  std::string_view rest = out.text.bytes;
  for (std::uint64_t left = out.text.givenUp; left > 0; --left) {
    const std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
    const auto offset = static_cast<std::uint64_t>(line.data() - out.text.bytes.data());
    rest.remove_prefix(csv::afterLine(rest, line.size()));
    if (m_comment != '\0' && line.front() == m_comment) continue;
    out.rejects.push_back({quote ? RejectReason::quoteNeverCloses : RejectReason::recordTooLong, Reject::kWholeRecord,
                           offset, offset, quote ? "" : std::to_string(m_plan.table().dialect.longestRecord),
                           line.substr(0, kLongestRejectedText)});
    const auto end = static_cast<std::uint32_t>(offset + line.size());
    const csv::Tokenizer::Record record{line.data(), out.text.bytes.data(), {&end, 1}};
    if (m_log) m_log->add(&record, m_noFields, m_droppedFor, m_cells, out);
    ++out.records;
  }
}

void BlockParser::applyFilter(std::uint32_t source) {
  m_filter->begin(source, m_fieldOf);
  for (csv::Tokenizer::Record record; m_tokenizer.next(record);) {
    if (isComment(record)) continue;
    if (m_truncates) truncate(record);
    m_filter->add(hasFields(record) ? &record : nullptr, m_cells);
  }
  m_filter->apply();
  m_tokenizer.rewind();
}

/// Leaves out the fields beyond the last column. What a stray quote made of lines is not a record.
void BlockParser::truncate(csv::Tokenizer::Record& record) {
  m_uncut = {};
  if (record.size() <= m_columns.size() || m_tokenizer.isStray()) return;
  m_uncut = record.bytes();
  m_uncutFields = record.size();
  record.ends = record.ends.first(m_columns.size());
}

/// Whether a record has the fields that it should have, or the first of them where it may be padded.
bool BlockParser::hasFields(const csv::Tokenizer::Record& record) const {
  if (record.size() == m_columns.size()) return true;
  return m_pads && record.size() < m_columns.size() && !m_tokenizer.isStray();
}

/// Requires: the record is a sample, or was dropped for a missing cell.
void BlockParser::noteRepairs(const csv::Tokenizer::Record& record, ParsedBlock& out) const {
  const auto offset = static_cast<std::uint64_t>(record.begin - record.text);
  for (const Repaired& repaired : m_repaired) out.repairs.add(repaired.key, repaired.text, offset);
  if (record.size() < m_columns.size()) {
    out.repairs.add({RepairKind::padded, RejectReason::fieldCount, m_columns[record.size()]},
                    std::to_string(record.size()), offset);
  }
  if (!m_uncut.empty())
    out.repairs.add({RepairKind::truncated, RejectReason::fieldCount, Reject::kWholeRecord},
                    countedFields(m_uncutFields), offset);
}

void BlockParser::parseRecord(const csv::Tokenizer::Record& record, ParsedBlock& out) {
  if (record.size() != m_columns.size() && !hasFields(record)) {
    if (m_plan.table().dialect.jsonLines) return rejectLine(record, out);
    m_reason = m_tokenizer.isStray() ? RejectReason::strayQuote : RejectReason::fieldCount;
    return reject(record, Reject::kWholeRecord, Reject::kWholeRecord, countedFields(record.size()), out);
  }
  const bool leftOut = m_filter && !m_filter->passes(out.records);
  if (leftOut && !m_filter->isFaulty(out.records)) {
    ++out.dropped;
    ++out.filtered;
    return;
  }
  const RecordOutcome outcome = readRecord(record, bindingOf(record.size()), out);
  if (outcome == RecordOutcome::rejected) return;
  if ((m_mends || m_pads || m_truncates) && !leftOut) noteRepairs(record, out);
  if (leftOut) ++out.filtered;
  if (outcome == RecordOutcome::dropped || leftOut) {
    ++out.dropped;
    return;
  }
  commit(record, out);
  out.positions.push_back(static_cast<std::uint32_t>(out.records));
}

namespace {

RejectReason reasonOf(csv::JsonFault fault) {
  switch (fault) {
    case csv::JsonFault::tooLong:
      return RejectReason::recordTooLong;
    case csv::JsonFault::keyTwice:
      return RejectReason::keyTwice;
    case csv::JsonFault::numberTooLarge:
      return RejectReason::numberTooLarge;
    case csv::JsonFault::notAnObject:
    case csv::JsonFault::none:
      break;
  }
  return RejectReason::notAnObject;
}

}  // namespace

/// A line of JSON Lines that is not a record.
void BlockParser::rejectLine(const csv::Tokenizer::Record& record, ParsedBlock& out) {
  const std::optional<csv::FoundJsonFault> found = csv::jsonFaultIn(record.bytes());
  const csv::JsonFault fault = found ? found->fault : csv::JsonFault::notAnObject;
  m_reason = reasonOf(fault);
  const std::string cell = fault == csv::JsonFault::tooLong ? std::to_string(m_plan.table().dialect.longestRecord)
                           : found                          ? found->detail
                                                            : std::string();
  reject(record, Reject::kWholeRecord, Reject::kWholeRecord, cell, out);
}

bool BlockParser::Run::continuesWith(std::size_t field, const CellTarget& next) const {
  return target.take == Take::number && next.take == Take::number && first + count == field &&
         target.group == next.group && target.slot + count == next.slot && target.boolean == next.boolean &&
         target.onMissing == next.onMissing && target.fill == next.fill;
}

/// A record with a fault is rejected even where an empty cell would have dropped it: faults are never hidden.
BlockParser::RecordOutcome BlockParser::readRecord(const csv::Tokenizer::Record& record, const Binding& binding,
                                                   ParsedBlock& out) {
  for (std::size_t i = 0; i < m_rows.size(); ++i) m_rows[i] = out.matrices[i].row();
  m_missed.clear();
  m_repaired.clear();
  RecordOutcome whole = RecordOutcome::taken;
  for (const Run& run : binding.runs) {
    std::size_t field = run.first;
    const RecordOutcome outcome =
        run.target.take == Take::number ? readNumbers(record, run, field) : readOther(record.field(field), run.target);
    if (outcome == RecordOutcome::rejected) {
      reject(record, m_columns[field], field, m_cells.text(record.field(field)), out);
      return outcome;
    }
    if (outcome == RecordOutcome::dropped) {
      whole = outcome;
      m_droppedFor = m_columns[field];
    }
    if (m_exact && run.target.take == Take::number) noteWholes(record, run, out);
  }
  for (const Absent& absent : binding.absent) {
    const RecordOutcome outcome = readAbsent(absent);
    if (outcome == RecordOutcome::rejected) {
      reject(record, absent.column, Reject::kWholeRecord, "", out);
      return outcome;
    }
    if (outcome == RecordOutcome::dropped) {
      whole = outcome;
      m_droppedFor = absent.column;
    }
  }
  return whole;
}

void BlockParser::commitWords(WordsTile& tile, const std::vector<WordCache::Entry*>& entries) const {
  for (std::size_t slot = 0; slot < tile.width; ++slot) {
    WordCache::Entry& entry = *entries[slot];
    if (entry.meaning == WordCache::Meaning::missing) {
      ++tile.missing[slot];
      tile.numbers.push_back(WordsTile::kMissing);
      continue;
    }
    if (entry.block != m_block) {
      entry.block = m_block;
      entry.number = static_cast<std::uint32_t>(tile.words[slot].size());
      tile.words[slot].push_back(entry.word);
    }
    tile.numbers.push_back(entry.number);
  }
}

/// Nothing is lost of a cell that --class-map gives to a class.
void BlockParser::noteZeros(const csv::Tokenizer::Record& record, ParsedBlock& out) {
  const auto& renamed = m_plan.options.table.classMap;
  for (const auto& [field, place] : m_digits) {
    if (field >= record.size()) continue;
    const std::string_view text = m_cells.text(record.field(field));
    if (!isZeroLed(text) || m_cells.isMissing(text)) continue;
    const bool isLabel = m_plan.columns[m_layout.digits[place]].role == table::Role::label;
    if (isLabel && std::ranges::any_of(renamed, [&](const auto& each) { return each.first == text; })) continue;
    ZeroLedCells& met = out.zeroLed[place];
    if (met.count++ > 0) continue;
    met.offset = static_cast<std::uint64_t>(record.field(field).data() - record.text);
    met.first = text;
  }
}

/// The record fits: only now does it leave a trace.
void BlockParser::commit(const csv::Tokenizer::Record& record, ParsedBlock& out) {
  for (const auto& [field, slot] : m_watched) {
    if (field >= record.size()) continue;
    const std::string_view text = m_cells.text(record.field(field));
    if (!m_cells.isMissing(text)) out.late[slot].add(text, m_cells, out.records);
  }
  noteZeros(record, out);
  for (const Missed& missed : m_missed) {
    MatrixTile& matrix = out.matrices[missed.group];
    if (missed.timeLoss > 0)
      matrix.noteRounding(missed.slot, missed.timeLoss);
    else
      matrix.noteFlushed(missed.slot);
  }
  for (MatrixTile& matrix : out.matrices) matrix.takeRow();
  for (std::size_t i = 0; i < out.words.size(); ++i) commitWords(out.words[i], m_entries[i]);
  for (std::size_t i = 0; i < out.texts.size(); ++i) out.texts[i].push_back(m_texts[i]);
}

void BlockParser::reject(const csv::Tokenizer::Record& record, std::size_t column, std::size_t field,
                         std::string_view cell, ParsedBlock& out) const {
  Reject reject;
  reject.reason = m_reason;
  reject.column = column;
  reject.recordOffset = static_cast<std::uint64_t>(record.begin - record.text);
  reject.offset = field == Reject::kWholeRecord ? reject.recordOffset
                                                : static_cast<std::uint64_t>(record.field(field).data() - record.text);
  reject.cell = cell.substr(0, kLongestRejectedText);
  reject.text = (m_uncut.empty() ? record.bytes() : m_uncut).substr(0, kLongestRejectedText);
  reject.expected = m_columns.size();
  out.rejects.push_back(std::move(reject));
}

}  // namespace masu::ingest
