#include "core/shards/csv_table.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/loader/channel_map.h"
#include "core/table/number_text.h"

namespace masu::shards {

namespace {

using store::ObjectInfo;
using table::Role;

constexpr std::string_view kKeptPrefix = "kept/";

/// Code 0 is missing, so it has no word.
std::vector<std::string> categoryWords(const std::vector<std::string>& dictionary) {
  std::vector<std::string> words = {""};
  for (const std::string& word : dictionary) words.push_back(csvCell(word));
  return words;
}

std::vector<std::string> csvCells(const std::vector<std::string>& texts) {
  std::vector<std::string> words;
  words.reserve(texts.size());
  for (const std::string& text : texts) words.push_back(csvCell(text));
  return words;
}

}  // namespace

std::string csvCell(std::string_view text) {
  // Blanks at the ends: many readers strip them from a bare cell.
  const bool bare =
      text.find_first_of(",\"\r\n") == std::string_view::npos &&
      (text.empty() || (text.front() != ' ' && text.back() != ' ' && text.front() != '\t' && text.back() != '\t'));
  if (bare) return std::string(text);
  std::string cell = "\"";
  for (const char letter : text) {
    if (letter == '"') cell += '"';
    cell += letter;
  }
  return cell + '"';
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
  }
  setFeatures(encoding);
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
  const auto slot = static_cast<std::size_t>(found - m_objects.begin());
  if (found == m_objects.end()) m_objects.push_back(object);
  Column column{std::move(name), slot, place, cell};
  if (cell != Cell::text) column.type = object->dtype;
  column.words = std::move(words);
  m_columns.push_back(std::move(column));
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
  for (const Column& column : m_columns) {
    if (&column != &m_columns.front()) line += ',';
    line += csvCell(column.name);
  }
  return line + '\n';
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
    } else {
      MASU_TRY(m_values[slot], reader.values(object, samples));
    }
  }
  return {};
}

void CsvBlock::append(std::size_t row, std::string& text) const {
  const std::size_t start = text.size();
  for (const CsvTable::Column& column : m_table.m_columns) {
    if (&column != &m_table.m_columns.front()) text += ',';
    appendCell(column, row, text);
  }
  // An empty line is no record to a reader.
  if (text.size() == start) text += "\"\"";
  text += '\n';
}

void CsvBlock::appendCell(const CsvTable::Column& column, std::size_t row, std::string& text) const {
  if (column.cell == CsvTable::Cell::text) {
    text += csvCell(m_texts[column.slot][row]);
    return;
  }
  const ObjectInfo& object = *m_table.m_objects[column.slot];
  const double value = m_values[column.slot][row * object.valuesPerSample() + column.place];
  if (column.cell == CsvTable::Cell::word && value >= 0 && value < static_cast<double>(column.words.size())) {
    text += column.words[static_cast<std::size_t>(value)];
  } else {
    table::appendNumber(text, std::isnan(value) ? column.fill : value, column.type);
  }
}

}  // namespace masu::shards
