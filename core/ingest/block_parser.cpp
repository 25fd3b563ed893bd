#include "core/ingest/block_parser.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/csv/encoding.h"
#include "core/ingest/column_sketch.h"
#include "core/ingest/table_plan.h"

namespace masu::ingest {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kLongestRejectedText = std::size_t{64} << 10;

}  // namespace

BlockParser::BlockParser(const ImportPlan& plan, const TableLayout& layout, const KnownWords& words)
    : m_plan(plan), m_layout(layout), m_known(words), m_tokenizer(csv::Marks(plan.dialect)), m_cells(plan.dialect) {
  for (const MatrixLayout& matrix : layout.matrices) {
    m_values.emplace_back(matrix.columns.size());
    m_nearest.emplace_back(matrix.columns.size());
  }
  for (const WordsLayout& group : layout.words) {
    m_codes.emplace_back(group.columns.size());
    m_newCodes.emplace_back(group.columns.size());
  }
  m_texts.resize(layout.texts.size());
}

void BlockParser::begin(std::span<const table::DType> types, ParsedBlock& out) {
  out.records = 0;
  out.dropped = 0;
  out.positions.clear();
  out.rejects.clear();
  out.matrices.resize(m_layout.matrices.size());
  for (std::size_t i = 0; i < out.matrices.size(); ++i)
    out.matrices[i].begin(types[i], m_layout.matrices[i].columns.size());
  out.words.resize(m_layout.words.size());
  for (std::size_t i = 0; i < out.words.size(); ++i) {
    const std::size_t width = m_layout.words[i].columns.size();
    out.words[i].width = width;
    out.words[i].codes.clear();
    out.words[i].newWords.assign(width, {});
    out.words[i].missing.assign(width, 0);
    for (auto& codes : m_newCodes[i]) codes.clear();
  }
  out.texts.assign(m_layout.texts.size(), {});
}

void BlockParser::parse(std::span<const table::DType> types, ParsedBlock& out) {
  begin(types, out);
  if (out.text.oversize) {
    ++out.records;
    out.rejects.push_back({RejectReason::recordTooLong, Reject::kWholeRecord, 0, 0, "",
                           std::string(out.text.bytes.substr(0, kLongestRejectedText))});
    return;
  }
  m_tokenizer.tokenize(out.text.bytes);
  for (csv::Tokenizer::Record record; m_tokenizer.next(record); ++out.records) {
    if (m_tokenizer.endsInsideQuotes() && m_tokenizer.atLastRecord()) {
      m_reason = RejectReason::quoteNeverCloses;
      reject(record, Reject::kWholeRecord, "", out);
      continue;
    }
    if (record.size() != m_layout.targets.size()) {
      m_reason = RejectReason::fieldCount;
      reject(record, Reject::kWholeRecord, std::to_string(record.size()), out);
      continue;
    }
    const Fate fate = readRecord(record, out);
    if (fate == Fate::dropped) ++out.dropped;
    if (fate != Fate::taken) continue;
    commit(out);
    out.positions.push_back(static_cast<std::uint32_t>(out.records));
  }
}

/// A record with a fault is rejected even where an empty cell would have dropped it: faults are never hidden.
BlockParser::Fate BlockParser::readRecord(const csv::Tokenizer::Record& record, ParsedBlock& out) {
  m_pending.clear();
  Fate whole = Fate::taken;
  for (std::size_t i = 0; i < m_layout.targets.size(); ++i) {
    const CellTarget& target = m_layout.targets[i];
    if (target.take == Take::skip) continue;
    const std::string_view text = m_cells.text(record.field(i));
    Fate fate = Fate::taken;
    switch (target.take) {
      case Take::number:
        fate = readNumber(text, target);
        break;
      case Take::word:
        fate = readWord(text, target);
        break;
      case Take::text:
        fate = readText(text, target);
        break;
      case Take::skip:
        break;
    }
    if (fate == Fate::rejected) {
      reject(record, i, text, out);
      return fate;
    }
    if (fate == Fate::dropped) whole = fate;
  }
  return whole;
}

BlockParser::Fate BlockParser::refuse(RejectReason reason) {
  m_reason = reason;
  return Fate::rejected;
}

BlockParser::Fate BlockParser::missing(const CellTarget& target, RejectReason reason) {
  if (target.onMissing == OnMissing::reject) return refuse(reason);
  return target.onMissing == OnMissing::drop ? Fate::dropped : Fate::taken;
}

BlockParser::Fate BlockParser::readNumber(std::string_view text, const CellTarget& target) {
  double value = kNan;
  const bool marked = m_cells.hasNumericMarkers() && m_cells.isMissing(text);
  const csv::NumberStatus status = marked ? csv::NumberStatus::notANumber : m_cells.number(text, value);
  float nearest = std::numeric_limits<float>::quiet_NaN();
  if (status == csv::NumberStatus::number && !std::isnan(value)) {
    nearest = m_cells.nearestFloat(text, value);
  } else if (status == csv::NumberStatus::outOfRange) {
    return refuse(RejectReason::tooLarge);
  } else if (const int boolean = target.boolean ? booleanFrom(text) : -1; boolean >= 0) {
    value = boolean;
    nearest = static_cast<float>(boolean);
  } else if (marked || status == csv::NumberStatus::number || m_cells.isMissing(text)) {
    value = target.onMissing == OnMissing::zero ? 0 : kNan;
    nearest = static_cast<float>(value);
    const bool weight = m_layout.objects[m_layout.matrices[target.group].object].name == "weights";
    const Fate fate = missing(target, weight ? RejectReason::weightMissing : RejectReason::labelMissing);
    if (fate != Fate::taken) return fate;
  } else {
    return refuse(RejectReason::notANumber);
  }
  m_values[target.group][target.slot] = value;
  m_nearest[target.group][target.slot] = nearest;
  return Fate::taken;
}

BlockParser::Fate BlockParser::readWord(std::string_view text, const CellTarget& target) {
  std::uint32_t& code = m_codes[target.group][target.slot];
  const KnownWords::Column& known = m_known.column(target.group, target.slot);
  if (const auto found = known.codes.find(text); found != known.codes.end()) {
    code = found->second;
    return Fate::taken;
  }
  if (m_cells.isMissing(text)) {
    code = WordsTile::kMissing;
    return missing(target, RejectReason::labelMissing);
  }
  if (!csv::isUtf8(text)) return refuse(RejectReason::notUtf8);
  const bool classes = m_layout.words[target.group].classes;
  std::string word = classes ? classText(text, known.integers, m_plan.options.table) : std::string(text);
  if (const auto found = known.codes.find(word); found != known.codes.end()) {
    code = found->second;
    return Fate::taken;
  }
  m_pending.push_back({target.group, target.slot, std::move(word)});
  return Fate::taken;
}

BlockParser::Fate BlockParser::readText(std::string_view text, const CellTarget& target) {
  if (!csv::isUtf8(text)) return refuse(RejectReason::notUtf8);
  m_texts[target.group] = text;
  return Fate::taken;
}

std::uint32_t BlockParser::newCode(WordsTile& tile, std::size_t group, std::size_t slot, const std::string& word) {
  auto& codes = m_newCodes[group][slot];
  const auto [found, added] = codes.try_emplace(word, WordsTile::kNew | static_cast<std::uint32_t>(codes.size()));
  if (added) tile.newWords[slot].push_back(word);
  return found->second;
}

/// The record fits: only now does it leave a trace.
void BlockParser::commit(ParsedBlock& out) {
  for (const PendingWord& pending : m_pending) {
    m_codes[pending.group][pending.slot] = newCode(out.words[pending.group], pending.group, pending.slot, pending.word);
  }
  for (std::size_t i = 0; i < out.matrices.size(); ++i) out.matrices[i].append(m_values[i], m_nearest[i]);
  for (std::size_t i = 0; i < out.words.size(); ++i) {
    WordsTile& tile = out.words[i];
    tile.codes.insert(tile.codes.end(), m_codes[i].begin(), m_codes[i].end());
    for (std::size_t slot = 0; slot < tile.width; ++slot) {
      tile.missing[slot] += m_codes[i][slot] == WordsTile::kMissing ? 1 : 0;
    }
  }
  for (std::size_t i = 0; i < out.texts.size(); ++i) out.texts[i].push_back(m_texts[i]);
}

void BlockParser::reject(const csv::Tokenizer::Record& record, std::size_t column, std::string_view cell,
                         ParsedBlock& out) const {
  Reject reject;
  reject.reason = m_reason;
  reject.column = column;
  reject.recordOffset = static_cast<std::uint64_t>(record.begin - record.text);
  reject.offset = column == Reject::kWholeRecord
                      ? reject.recordOffset
                      : static_cast<std::uint64_t>(record.field(column).data() - record.text);
  reject.cell = cell.substr(0, kLongestRejectedText);
  reject.text = record.bytes().substr(0, kLongestRejectedText);
  out.rejects.push_back(std::move(reject));
}

}  // namespace masu::ingest
