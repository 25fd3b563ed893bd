// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/formats/csv_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/csv/structure/field_text.h"
#include "core/loader/transform/channel_map.h"
#include "core/store/format/layout.h"
#include "core/table/number_text.h"

namespace masu::shards {

namespace {

using store::ObjectInfo;
using table::Role;

using store::layout::kKeptPrefix;

/// Code 0 is missing, so it has no word.
std::vector<std::string> categoryWords(const std::vector<std::string>& dictionary) {
  std::vector<std::string> words = {""};
  for (const std::string& word : dictionary) words.push_back(csvCell(word));
  return words;
}

/// The cells of a line, each with a mark after it, gathered in a buffer that numbers are written straight into.
class LineCells {
 public:
  explicit LineCells(std::string& text) : m_text(text) {}
  ~LineCells() { flush(); }
  LineCells(const LineCells&) = delete;
  LineCells& operator=(const LineCells&) = delete;

  void add(std::string_view cell) {
    if (cell.size() > table::kNumberRoom) {
      flush();
      m_text += cell;
    } else {
      m_end = std::ranges::copy(cell, m_end).out;
    }
    *m_end++ = kMark;
    makeRoom();
  }
  void add(double value, table::DType type) {
    m_end = table::writeNumber(m_end, value, type);
    *m_end++ = kMark;
    makeRoom();
  }
  void add(std::span<const double> values, table::DType type) {
    while (!values.empty()) {
      const auto piece = values.first(std::min(values.size(), room() / kCellRoom));
      m_end = table::writeNumbers(m_end, piece, type, kMark);
      values = values.subspan(piece.size());
      makeRoom();
    }
  }

 private:
  static constexpr char kMark = ',';
  static constexpr std::size_t kCellRoom = table::kNumberRoom + 1;

  std::size_t room() const { return static_cast<std::size_t>(m_buffer.data() + m_buffer.size() - m_end); }
  /// For a cell and the mark after it.
  void makeRoom() {
    if (room() < kCellRoom) flush();
  }
  void flush() {
    m_text.append(m_buffer.data(), m_end);
    m_end = m_buffer.data();
  }

  std::string& m_text;
  std::array<char, 16 << 10> m_buffer;
  char* m_end = m_buffer.data();
};

std::vector<std::string> csvCells(const std::vector<std::string>& texts) {
  std::vector<std::string> words;
  words.reserve(texts.size());
  for (const std::string& text : texts) words.push_back(csvCell(text));
  return words;
}

}  // namespace

std::string csvCell(std::string_view text) {
  std::string cell;
  csv::appendField(cell, text);
  return cell;
}

CsvTable::CsvTable(const store::Dataset& dataset, const Encoding& encoding) : m_dataset(dataset) {
  const bool encoded = encoding.encoded;
  if (dataset.meta().kind == store::SampleKind::table) {
    addTableColumns(encoded);
  } else {
    addValues();
    table::Column label;
    label.name = "label";
    addLabel(label, 0, encoded);
    if (!encoded) add(kGroupColumn, dataset.find("group"), 0, Cell::word, csvCells(dataset.meta().groups));
  }
  setFeatures(encoding);
  findRuns();
}

void CsvTable::findRuns() {
  const auto isPlain = [](const Column& column) {
    return (column.cell == Cell::number || column.cell == Cell::code) && std::isnan(column.fill);
  };
  for (std::size_t i = m_columns.size(); i-- > 1;) {
    Column& column = m_columns[i - 1];
    const Column& next = m_columns[i];
    const bool follows = next.slot == column.slot && next.place == column.place + 1 && next.type == column.type;
    if (follows && isPlain(column) && isPlain(next)) column.run = next.run + 1;
  }
}

/// Numbers read as the array formats write them.
void CsvTable::setFeatures(const Encoding& encoding) {
  const ObjectInfo* features = m_dataset.find("features");
  const ArrayFields fields(m_dataset, encoding);
  const auto field = std::ranges::find(fields.all(), "features", &ArrayField::name);
  if (features == nullptr || field == fields.all().end()) return;
  const std::uint64_t run = loader::channelMapOf(m_dataset, *features).run;
  for (Column& column : m_columns) {
    if (m_objects[column.slot] != features) continue;
    column.type = field->type;
    if (!encoding.fill.empty()) column.fill = static_cast<float>(encoding.fill[column.place / run].mean);
  }
}

void CsvTable::add(std::string name, const ObjectInfo* object, std::uint64_t place, Cell cell,
                   std::vector<std::string> words) {
  if (object == nullptr || (cell != Cell::text && place >= object->valuesPerSample())) return;
  const auto found = std::ranges::find(m_objects, object);
  if (cell == Cell::word && words.empty()) cell = Cell::code;
  if (cell == Cell::number && object->isWhole()) cell = Cell::whole;
  Column column{.place = place, .slot = static_cast<std::uint32_t>(found - m_objects.begin()), .cell = cell};
  if (found == m_objects.end()) {
    m_objects.push_back(object);
    m_widths.push_back(object->valuesPerSample());
  }
  if (cell != Cell::text) column.type = object->dtype;
  if (!words.empty()) {
    column.words = static_cast<std::uint32_t>(m_words.size());
    m_words.push_back(std::move(words));
  }
  m_columns.push_back(column);
  m_names.push_back(std::move(name));
}

void CsvTable::addTableColumns(bool encoded) {
  std::uint64_t feature = 0;
  std::uint64_t category = 0;
  std::uint64_t label = 0;
  for (const table::Column& column : m_dataset.meta().schema.columns) {
    switch (column.role) {
      case Role::feature:
        add(column.name, m_dataset.find("features"), feature++, Cell::number);
        break;
      case Role::category:
        add(column.name, m_dataset.find("categories"), category++, encoded ? Cell::code : Cell::word,
            encoded ? std::vector<std::string>() : categoryWords(column.dictionary));
        break;
      case Role::label:
        addLabel(column, label++, encoded);
        break;
      case Role::weight:
        add(column.name, m_dataset.find("weights"), 0, Cell::number);
        break;
      case Role::group:
        if (!encoded) add(column.name, m_dataset.find("group"), 0, Cell::word, csvCells(m_dataset.meta().groups));
        break;
      case Role::kept:
        if (!encoded) addKept(column);
        break;
      case Role::ignored:
        break;
    }
  }
}

void CsvTable::addLabel(const table::Column& column, std::uint64_t place, bool encoded) {
  const ObjectInfo* labels = m_dataset.find("labels");
  if (m_dataset.meta().target != store::Target::classes) {
    // Targets of a recording have no columns of their own in the schema.
    const bool several =
        m_dataset.meta().kind != store::SampleKind::table && labels != nullptr && labels->valuesPerSample() > 1;
    if (!several) return add(column.name, labels, place, Cell::number);
    for (std::uint64_t i = 0; i < labels->valuesPerSample(); ++i) {
      add(column.name + std::to_string(i), labels, i, Cell::number);
    }
    return;
  }
  add(column.name, labels, place, encoded ? Cell::code : Cell::word,
      encoded ? std::vector<std::string>() : csvCells(m_dataset.meta().classes));
}

void CsvTable::addKept(const table::Column& column) {
  const ObjectInfo* object = m_dataset.find(std::string(kKeptPrefix) + column.name);
  if (object == nullptr) return;
  if (object->isText()) return add(column.name, object, 0, Cell::text);
  if (column.kind == table::Kind::category && !column.dictionary.empty()) {
    return add(column.name, object, 0, Cell::word, categoryWords(column.dictionary));
  }
  add(column.name, object, 0, Cell::number);
}

void CsvTable::addValues() {
  const ObjectInfo* features = m_dataset.find("features");
  if (features == nullptr) return;
  const std::uint64_t values = features->valuesPerSample();
  const auto& channels = m_dataset.meta().schema.columns;
  const std::uint64_t count = features->sampleShape.empty() ? 1 : features->sampleShape.front();
  const bool named = count > 1 && channels.size() == count;
  const std::uint64_t perChannel = named ? values / count : values;
  for (std::uint64_t i = 0; i < values; ++i) {
    add(named ? channels[i / perChannel].name + "[" + std::to_string(i % perChannel) + "]" : "v" + std::to_string(i),
        features, i, Cell::number);
  }
}

std::string CsvTable::header() const {
  std::string line;
  for (const std::string& name : m_names) {
    if (&name != &m_names.front()) line += ',';
    line += csvCell(name);
  }
  return line + '\n';
}

std::vector<CsvTable::Described> CsvTable::describe() const {
  using Cells = Described::Cells;
  const bool isTable = m_dataset.meta().kind == store::SampleKind::table;
  const ObjectInfo* features = m_dataset.find("features");
  std::vector<Described> columns;
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    const Column& column = m_columns[i];
    Cells cells = column.cell == Cell::code || table::isInteger(column.type) ? Cells::wholes : Cells::fractions;
    if (column.cell == Cell::word || column.cell == Cell::text) cells = Cells::words;
    columns.push_back({m_names[i], cells, !isTable && m_objects[column.slot] == features});
  }
  return columns;
}

std::uint64_t CsvTable::memoryPerSample() const {
  std::uint64_t bytes = 1;
  for (const ObjectInfo* object : m_objects) {
    // A text's length is not known before.
    bytes += object->isText() ? 256 : object->valuesPerSample() * sizeof(double) + object->sampleBytes();
  }
  return bytes;
}

Result<void> CsvBlock::read(SampleReader& reader, std::span<const std::uint64_t> samples) {
  m_values.resize(m_table.m_objects.size());
  m_texts.resize(m_table.m_objects.size());
  for (std::size_t slot = 0; slot < m_table.m_objects.size(); ++slot) {
    const ObjectInfo& object = *m_table.m_objects[slot];
    if (object.isText()) {
      MASU_TRY(m_texts[slot], reader.texts(object, samples));
    } else if (object.isWhole()) {
      MASU_TRY(const auto stored, reader.rows(object, samples));
      m_texts[slot].assign(samples.size() * object.valuesPerSample(), {});
      for (std::size_t i = 0; i < m_texts[slot].size(); ++i)
        table::appendWhole(m_texts[slot][i], stored.data() + i * sizeof(std::int64_t));
    } else {
      MASU_TRY(m_values[slot], reader.values(object, samples));
    }
  }
  return {};
}

void CsvBlock::append(std::size_t row, std::string& text) const {
  const std::size_t start = text.size();
  {
    LineCells line(text);
    for (std::size_t i = 0; i < m_table.m_columns.size(); i += m_table.m_columns[i].run) {
      const CsvTable::Column& column = m_table.m_columns[i];
      if (column.cell == CsvTable::Cell::text) {
        line.add(csvCell(m_texts[column.slot][row]));
        continue;
      }
      const std::uint64_t at = row * m_table.m_widths[column.slot] + column.place;
      if (column.cell == CsvTable::Cell::whole) {
        line.add(m_texts[column.slot][at]);
        continue;
      }
      if (column.run > 1) {
        line.add(m_values[column.slot].subspan(at, column.run), column.type);
        continue;
      }
      const double value = m_values[column.slot][at];
      if (column.cell == CsvTable::Cell::word) {
        const std::vector<std::string>& words = m_table.m_words[column.words];
        if (value >= 0 && value < static_cast<double>(words.size())) {
          line.add(words[static_cast<std::size_t>(value)]);
          continue;
        }
      }
      line.add(std::isnan(value) ? column.fill : value, column.type);
    }
  }
  // After the last cell there is no mark.
  if (text.size() > start) text.pop_back();
  // An empty line is not a record to a reader.
  if (text.size() == start) text += "\"\"";
  text += '\n';
}

}  // namespace masu::shards
