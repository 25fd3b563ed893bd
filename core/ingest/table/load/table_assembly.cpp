// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/load/table_assembly.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "core/csv/structure/tokenizer.h"
#include "core/ingest/plan/storage_rules.h"
#include "core/table/number_text.h"

namespace masu::ingest {

using table::DType;

namespace {

/// Words as they are stored.
template <class T>
void encode(const WordsTile& tile, const std::vector<std::vector<std::uint32_t>>& codes, std::byte* out) {
  for (std::size_t i = 0; i < tile.numbers.size(); ++i) {
    const std::uint32_t number = tile.numbers[i];
    const T stored = number == WordsTile::kMissing ? T{0} : static_cast<T>(codes[i % tile.width][number]);
    std::memcpy(out + i * sizeof(T), &stored, sizeof(T));
  }
}

std::vector<store::Origin> originsOf(const ParsedBlock& block, std::uint64_t firstRecord) {
  std::vector<store::Origin> origins(block.rows());
  for (std::size_t i = 0; i < origins.size(); ++i) {
    std::memset(static_cast<void*>(&origins[i]), 0, sizeof origins[i]);
    origins[i].source = block.source;
    origins[i].position = firstRecord + block.positions[i];
  }
  return origins;
}

}  // namespace

TableAssembly::TableAssembly(const ImportPlan& plan, const TableLayout& layout, store::DatasetWriter& writer,
                             RejectsFile& rejects, Limits limits, std::vector<Message> notes)
    : m_plan(plan),
      m_layout(layout),
      m_writer(writer),
      m_rejects(rejects),
      m_limits(limits),
      m_sourceRecords(plan.sources.size(), 0),
      m_notes(std::move(notes)),
      m_repairs(plan),
      m_lateCells(plan, layout) {
  for (const MatrixLayout& matrix : layout.matrices) {
    m_types.push_back(matrix.dtype);
    m_ranges.emplace_back(matrix.columns.size());
    m_losses.emplace_back(matrix.columns.size());
    m_moments.emplace_back(matrix.columns.size());
  }
  for (std::size_t group = 0; group < layout.words.size(); ++group) {
    const WordsLayout& columns = layout.words[group];
    m_codeTypes.push_back(layout.objects[columns.object].dtype);
    m_missingWords.emplace_back(columns.columns.size(), 0);
    std::vector<Dictionary>& dictionaries = m_dictionaries.emplace_back();
    const std::vector<std::string> first = columns.classes ? plan.classes : std::vector<std::string>();
    dictionaries.assign(columns.columns.size(), Dictionary(first, columns.mostWords));
  }
  m_missingTexts.resize(layout.texts.size());
  m_late.resize(layout.watched.size());
}

std::vector<DType> TableAssembly::types() const {
  const std::lock_guard lock(m_mutex);
  return m_types;
}

bool TableAssembly::fits(const ParsedBlock& block) const {
  const std::lock_guard lock(m_mutex);
  for (std::size_t i = 0; i < m_types.size(); ++i) {
    if (block.matrices[i].firstType() != m_types[i]) return false;
  }
  return true;
}

Result<void> TableAssembly::settle(const std::stop_token& stop) {
  std::unique_lock lock(m_mutex);
  if (!m_idle.wait(lock, stop, [&] { return m_underWay == 0; })) return fail(Error::cancelled());
  return {};
}

/// No write to any object may be under way while one of them changes its type.
Result<void> TableAssembly::widenObject(std::size_t object, DType wider, const store::ElementWidening& widening,
                                        const std::stop_token& stop) {
  MASU_CHECK(settle(stop));
  return m_writer.widen(object, wider, widening);
}

Result<void> TableAssembly::widen(std::size_t matrix, DType wider, const std::stop_token& stop) {
  store::ElementWidening widening;
  if (const downcast::AffineCodes* codes = m_layout.matrices[matrix].rules.codesOf(m_types[matrix])) {
    // Their values are exact in f64 alone; see MatrixTile.
    assert(wider == DType::f64);
    widening = [codes](std::span<const std::byte> stored, std::span<std::byte> values) {
      codes->decode(0, stored, std::span(reinterpret_cast<double*>(values.data()), values.size() / sizeof(double)));
    };
  }
  return widenObject(m_layout.matrices[matrix].object, wider, widening, stop);
}

Error TableAssembly::beyondPlan(const MatrixTile& tile, std::size_t matrix, std::uint32_t source) const {
  const MatrixTile::Misfit& misfit = *tile.misfit();
  const std::string& file = m_plan.sources[source].path;
  return {Errc::unsupported,
          MASU_TEXT("core",
                    "Column {0} of {1} holds {2}, which {3} does not hold within the tolerance. Choose a wider type or "
                    "a larger tolerance, or import without --past-tolerance stop."),
          {m_plan.columns[m_layout.matrices[matrix].columns[misfit.column]].name, file, misfit.value,
           std::string(table::name(tile.firstType()))},
          {file, 0, 0}};
}

/// The same where the type is that of a dataset, to which the samples are appended.
Error TableAssembly::beyondDataset(const MatrixTile& tile, std::size_t matrix, std::uint32_t source) const {
  const MatrixTile::Misfit& misfit = *tile.misfit();
  const MatrixLayout& layout = m_layout.matrices[matrix];
  const DType type = tile.firstType();
  const std::string& file = m_plan.sources[source].path;
  std::vector<Argument> arguments = {m_plan.columns[layout.columns[misfit.column]].name, file, misfit.value,
                                     std::string(table::name(type)), std::string(table::name(tile.dtype()))};
  const char* sentence =
      MASU_TEXT("core",
                "Column {0} of {1} holds {2}, but the dataset stores it as {3}, which does not keep that. Convert the "
                "dataset first with masu convert --dtype {4}, then append.");
  if (const downcast::AffineCodes* codes = layout.rules.codesOf(type)) {
    const auto [scale, offset] = codes->columns()[misfit.column];
    constexpr int kStepDigits = 6;  // as many as a float has
    arguments.emplace_back(table::roundedText(offset - scale * table::highest(type), kStepDigits));
    arguments.emplace_back(table::roundedText(offset + scale * table::highest(type), kStepDigits));
    sentence = MASU_TEXT("core",
                         "Column {0} of {1} holds {2}, but the dataset stores it as {3} in steps from {5} to {6}. "
                         "Convert the dataset first with masu convert --dtype {4}, then append.");
  } else if (table::isInteger(type)) {
    arguments.emplace_back(table::numberText(table::lowest(type), DType::f64));
    arguments.emplace_back(table::numberText(table::highest(type), DType::f64));
    sentence = MASU_TEXT("core",
                         "Column {0} of {1} holds {2}, but the dataset stores it as {3}, whole numbers from {5} to "
                         "{6}. Convert the dataset first with masu convert --dtype {4}, then append.");
  }
  return {Errc::unsupported, sentence, std::move(arguments), {file, 0, 0}};
}

/// Where a row of a block begins, whose records are counted as BlockParser does.
Location TableAssembly::placeOfRow(const ParsedBlock& block, std::size_t row) const {
  const csv::Dialect& dialect = m_plan.table().dialect;
  const std::vector<SourceFields>& fields = m_plan.table().fields;
  const bool own = block.source < fields.size() && !fields[block.source].columns.empty();
  csv::Tokenizer tokenizer{csv::Marks(dialect)};
  tokenizer.tokenize(block.text.bytes);
  if (block.text.endsInCells)
    tokenizer.separateLines(own ? fields[block.source].columns.size() : m_plan.columns.size(), dialect.comment);
  std::uint64_t left = block.positions[row];
  csv::Tokenizer::Record record;
  while (tokenizer.next(record)) {
    if (dialect.comment != '\0' && *record.begin == dialect.comment) continue;
    if (left-- == 0) break;
  }
  LineCursor cursor;
  const auto offset = static_cast<std::uint64_t>(record.begin - record.text);
  Location place = placeOf(block.text, offset, m_plan.sources[block.source].path, cursor);
  place.column = 0;
  return place;
}

/// A number that no type holds beside the others of its column, which is to lose nothing.
Error TableAssembly::conflict(std::size_t matrix, const MatrixTile::Misfit& misfit, const ParsedBlock& block) const {
  const std::string& file = m_plan.sources[block.source].path;
  const ColumnPlan& plan = m_plan.columns[m_layout.matrices[matrix].columns[misfit.column]];
  if (plan.role == table::Role::feature) {
    const Location place = placeOfRow(block, misfit.row);
    const Message sentence = wholeRefusal(plan.name, misfit.value, place);
    return {Errc::unsupported, sentence.text, sentence.arguments, place};
  }
  return {Errc::unsupported,
          MASU_TEXT("core",
                    "Column {0} of {1} holds {2}, and no type keeps that and the other values of the column exactly. "
                    "Keep the column as text with --text {0}."),
          {plan.name, file, misfit.value},
          {file, 0, 0}};
}

/// What an error of a load advises is a choice of an import, which appending does not have.
Error TableAssembly::advised(Error error) const {
  if (!m_limits.fixedFeatures) return error;
  error.message = {
      MASU_TEXT("core", "{0} Appending keeps the choices of the dataset: for another, import all sources again."),
      {error.message}};
  return error;
}

/// A matrix becomes i64 only where all that is stored already are whole numbers.
bool TableAssembly::becomesWhole(std::size_t matrix, const MatrixTile& tile) const {
  if (tile.dtype() != DType::i64 || tile.firstType() == DType::i64) return true;
  return std::ranges::all_of(m_ranges[matrix],
                             [](const table::ColumnStats& range) { return range.count == 0 || range.wholes; });
}

/// Whether some value of the blocks before is not stored as its source has it.
bool TableAssembly::hasRounded(std::size_t matrix) const {
  return std::ranges::any_of(m_ranges[matrix], [](const table::ColumnStats& range) { return range.maxError > 0; }) ||
         std::ranges::any_of(m_losses[matrix], [](const downcast::LossMeter& loss) { return loss.hasLost(); });
}

/// What is stored exactly becomes wider as it is. What was rounded does not come back that way, and one number would be
/// stored as two: the sources are to be read again.
Result<void> TableAssembly::makeWider(const MatrixTile& tile, std::size_t matrix, bool rounded,
                                      const std::stop_token& stop) {
  const MatrixLayout& layout = m_layout.matrices[matrix];
  const std::size_t misfit = tile.misfit() ? tile.misfit()->column : 0;
  const std::vector<Argument> arguments = {m_layout.objects[layout.object].name, std::string(table::name(tile.dtype())),
                                           std::string(table::name(tile.firstType())),
                                           m_plan.columns[layout.columns[misfit]].name};
  if (rounded && tile.dtype() != DType::i64) {
    const Message note{MASU_TEXT("core",
                                 "A value of column {3} that {2} does not keep made {0} wider: {1} instead of {2}. "
                                 "Values before it had been rounded, so the sources were read again from the start."),
                       arguments};
    m_again = WiderStart{m_types, m_notes};
    m_again->types[matrix] = tile.dtype();
    m_again->notes.push_back(note);
    return fail(Errc::unsupported, note.text, note.arguments);
  }
  MASU_CHECK(widen(matrix, tile.dtype(), stop));
  m_notes.push_back(
      {MASU_TEXT("core", "A value of column {3} that {2} does not keep made {0} wider: {1} instead of {2}."),
       arguments});
  const std::lock_guard lock(m_mutex);
  m_types[matrix] = tile.dtype();
  return {};
}

Result<void> TableAssembly::admitMatrices(const ParsedBlock& block, const std::stop_token& stop) {
  for (std::size_t i = 0; i < block.matrices.size(); ++i) {
    const MatrixTile& tile = block.matrices[i];
    const MatrixLayout& layout = m_layout.matrices[i];
    if (const auto& conflicting = tile.conflict()) return fail(advised(conflict(i, *conflicting, block)));
    if (!becomesWhole(i, tile)) return fail(advised(conflict(i, *tile.misfit(), block)));
    const bool rounded = tile.roundedBeforeMisfit() || hasRounded(i);
    for (std::size_t column = 0; column < tile.width(); ++column) {
      m_ranges[i][column].merge(tile.range(column));
      m_losses[i][column].merge(tile.loss(column));
    }
    if (tile.dtype() == tile.firstType()) continue;
    if (layout.rules.stop && tile.misfit()) return fail(beyondPlan(tile, i, block.source));
    const bool ofFeatures = m_plan.columns[layout.columns.front()].role == table::Role::feature;
    if (m_limits.fixedFeatures && ofFeatures && tile.misfit()) return fail(beyondDataset(tile, i, block.source));
    MASU_CHECK(makeWider(tile, i, rounded, stop));
  }
  return {};
}

/// A word that has no code would be lost.
Error TableAssembly::tooManyWords(const WordsLayout& layout, std::size_t slot) const {
  const std::vector<Argument> arguments = {m_plan.columns[layout.columns[slot]].name, std::to_string(layout.mostWords)};
  if (layout.classes) {
    return {Errc::unsupported,
            MASU_TEXT("core", "The label {0} has more than {1} classes. Import it as values, or choose another label."),
            arguments};
  }
  return {Errc::unsupported,
          MASU_TEXT("core", "Column {0} has more than {1} different values, too many for a category. Keep it as text."),
          arguments};
}

/// Errors: the words of all columns take more memory than they may.
Result<void> TableAssembly::checkWordBytes() const {
  std::uint64_t bytes = 0;
  const Dictionary* largest = nullptr;
  std::size_t column = 0;
  for (std::size_t group = 0; group < m_dictionaries.size(); ++group) {
    for (std::size_t slot = 0; slot < m_dictionaries[group].size(); ++slot) {
      const Dictionary& dictionary = m_dictionaries[group][slot];
      bytes += dictionary.bytes();
      if (largest != nullptr && dictionary.bytes() <= largest->bytes()) continue;
      largest = &dictionary;
      column = m_layout.words[group].columns[slot];
    }
  }
  if (bytes <= m_limits.mostWordBytes) return {};
  return fail(Errc::outOfMemory,
              MASU_TEXT("core",
                        "The words of categories and classes take more than {0} MB of memory, half of what is allowed; "
                        "column {1} has {2} of them. Keep it as text, or allow more memory by --memory."),
              {std::to_string(m_limits.mostWordBytes / 1'000'000), m_plan.columns[column].name,
               std::to_string(largest->words().size())});
}

Result<void> TableAssembly::admitWords(const ParsedBlock& block, Placement& placement, const std::stop_token& stop) {
  for (std::size_t group = 0; group < block.words.size(); ++group) {
    const WordsTile& tile = block.words[group];
    const WordsLayout& layout = m_layout.words[group];
    std::uint64_t highest = 0;
    auto& columns = placement.codes.emplace_back(tile.width);
    for (std::size_t slot = 0; slot < tile.width; ++slot) {
      Dictionary& dictionary = m_dictionaries[group][slot];
      m_missingWords[group][slot] += tile.missing[slot];
      for (const std::string& word : tile.words[slot]) {
        const std::uint32_t number = dictionary.numberOf(word);
        if (number == Dictionary::kFull) return fail(advised(tooManyWords(layout, slot)));
        columns[slot].push_back(number + layout.firstCode);
      }
      highest = std::max<std::uint64_t>(highest, dictionary.words().size());
    }
    const std::uint64_t highestCode = highest + layout.firstCode - (highest > 0 ? 1 : 0);
    const DType needed = table::narrowestUnsigned(highestCode);
    if (table::sizeOf(needed) > table::sizeOf(m_codeTypes[group])) {
      MASU_CHECK(widenObject(layout.object, needed, {}, stop));
      m_codeTypes[group] = needed;
    }
  }
  placement.codeTypes = m_codeTypes;
  return block.words.empty() ? Result<void>() : checkWordBytes();
}

void TableAssembly::admitLate(const ParsedBlock& block) {
  for (std::size_t i = 0; i < m_late.size(); ++i) {
    if (m_late[i].total() == 0) m_late[i].firstSource = block.source;
    m_late[i].merge(block.late[i], m_sourceRecords[block.source]);
  }
}

/// Columns that were left out since the survey met nothing in them.
Result<void> TableAssembly::checkLate() const {
  std::string columns;
  std::string types;
  std::uint64_t values = 0;
  const LateValues* first = nullptr;
  for (std::size_t i = 0; i < m_late.size(); ++i) {
    if (m_late[i].total() == 0) continue;
    if (first == nullptr) first = &m_late[i];
    const std::string& name = m_plan.columns[m_layout.watched[i]].name;
    columns += (columns.empty() ? "" : ", ") + name;
    types += " --type " + name + '=' + std::string(m_late[i].type());
    values += m_late[i].total();
  }
  if (first == nullptr) return {};
  const std::string& file = m_plan.sources[first->firstSource].path;
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "The survey found no value in {0}, but there are {1}, the first in record {2} of {3}. Nothing "
                        "was imported. Say what they are:{4} (or ignored, to leave a column out)."),
              {columns, std::to_string(values), std::to_string(first->firstRecord + 1), file, types}, {file, 0, 0});
}

void TableAssembly::noteJoined(const ParsedBlock& block, LineCursor& cursor) {
  if (block.joined.count == 0) return;
  if (m_joined.count == 0) {
    m_joined.offset = placeOf(block.text, block.joined.offset, {}, cursor).line;
    m_joined.bytes = block.joined.bytes;
    m_joinedSource = block.source;
  }
  m_joined.count += block.joined.count;
  m_joined.lines += block.joined.lines;
}

Result<TableAssembly::Placement> TableAssembly::admit(const ParsedBlock& block, const std::stop_token& stop) {
  Placement placement;
  placement.firstSample = m_samples;
  placement.firstRecord = m_sourceRecords[block.source];
  LineCursor cursor;
  for (const Reject& reject : block.rejects) MASU_CHECK(m_rejects.add(reject, block.source, block.text, cursor));
  m_repairs.add(block.repairs, block.source, block.text, cursor);
  noteJoined(block, cursor);
  MASU_CHECK(m_lateCells.add(block, cursor));
  MASU_CHECK(admitMatrices(block, stop));
  MASU_CHECK(admitWords(block, placement, stop));
  for (std::size_t i = 0; i < block.texts.size(); ++i) {
    MASU_CHECK(m_writer.appendTexts(m_plan.columns[m_layout.texts[i]].name, block.texts[i]));
    const auto missing = std::ranges::count_if(block.texts[i], [](const std::string& text) { return text.empty(); });
    m_missingTexts[i] += static_cast<std::uint64_t>(missing);
  }
  admitLate(block);
  m_samples += block.rows();
  m_records += block.records;
  m_dropped += block.dropped;
  m_filtered += block.filtered;
  m_sourceRecords[block.source] += block.records;
  const std::lock_guard lock(m_mutex);
  ++m_underWay;
  return placement;
}

Result<void> TableAssembly::writeWords(const WordsTile& tile, std::size_t group, const Placement& placement) {
  const WordsLayout& layout = m_layout.words[group];
  const DType type = placement.codeTypes[group];
  std::vector<std::byte> stored(tile.numbers.size() * table::sizeOf(type));
  table::dispatch(type, [&]<class T>(T) {
    if constexpr (std::is_unsigned_v<T>) encode<T>(tile, placement.codes[group], stored.data());
  });
  return m_writer.write(layout.object, placement.firstSample, stored);
}

Result<TableAssembly::Moments> TableAssembly::store(const ParsedBlock& block, const Placement& placement) {
  Moments moments;
  for (std::size_t i = 0; i < block.matrices.size(); ++i) {
    const MatrixTile& tile = block.matrices[i];
    if (block.rows() > 0) MASU_CHECK(m_writer.write(m_layout.matrices[i].object, placement.firstSample, tile.bytes()));
    moments.push_back(m_moments[i].measure(placement.firstSample, tile.dtype(), tile.bytes(),
                                           m_layout.matrices[i].rules.codesOf(tile.dtype())));
  }
  if (block.rows() == 0) return moments;
  for (std::size_t group = 0; group < block.words.size(); ++group)
    MASU_CHECK(writeWords(block.words[group], group, placement));
  const std::vector<store::Origin> origins = originsOf(block, placement.firstRecord);
  MASU_CHECK(m_writer.write(m_layout.originObject, placement.firstSample, std::as_bytes(std::span(origins))));
  return moments;
}

void TableAssembly::merge(const Moments& moments) {
  for (std::size_t i = 0; i < moments.size(); ++i) m_moments[i].append(moments[i]);
  {
    const std::lock_guard lock(m_mutex);
    --m_underWay;
  }
  m_idle.notify_all();
}

}  // namespace masu::ingest
