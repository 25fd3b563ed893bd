// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/sample_rows.h"

#include <algorithm>

#include "core/store/format/layout.h"
#include "core/table/number_text.h"

namespace masu::tasks {

namespace {

using store::Dataset;
using store::ObjectInfo;
using table::Role;

/// The values of one object for a run of samples; empty where the dataset has no such object.
struct Block {
  const ObjectInfo* object = nullptr;
  std::uint64_t width = 0;
  std::vector<double> values;
  std::vector<std::byte> wholes;  ///< instead, of i64

  std::string number(std::uint64_t row, std::uint64_t place) const {
    if (object->dtype == table::DType::i64) {
      std::string text;
      table::appendWhole(text, wholes.data() + (row * width + place) * sizeof(std::int64_t));
      return text;
    }
    return table::numberText(values[row * width + place], object->dtype);
  }
};

Result<Block> blockOf(const Dataset& dataset, std::string_view name, std::uint64_t first, std::uint64_t count) {
  Block block;
  block.object = dataset.find(name);
  if (block.object == nullptr) return block;
  block.width = block.object->valuesPerSample();
  if (block.object->dtype == table::DType::i64) {
    block.wholes.resize(count * block.object->sampleBytes());
    MASU_CHECK(dataset.read(*block.object, first, count, block.wholes));
    return block;
  }
  MASU_TRY(block.values, dataset.readValues(*block.object, first, count));
  return block;
}

/// The word of a code, or the code itself where there is no word for it.
std::string wordOf(const std::vector<std::string>& words, double code) {
  const auto index = static_cast<std::size_t>(std::max(code, 0.0));
  return code >= 0 && index < words.size() ? words[index] : table::numberText(code, table::DType::i32);
}

std::string categoryText(const std::vector<std::string>& dictionary, double code) {
  // Code 0 is missing.
  return code == 0 ? std::string() : wordOf(dictionary, code - 1);
}

/// Everything a table's cells come from, read once for all columns.
class TableCells {
 public:
  TableCells(const Dataset& dataset, std::uint64_t first, std::uint64_t count)
      : m_dataset(dataset), m_first(first), m_count(count) {}

  Result<std::vector<CellColumn>> read();

 private:
  Result<bool> fill(const table::Column& column, std::vector<std::string>& cells);
  Result<bool> fillKept(const std::string& name, std::vector<std::string>& cells);
  bool fillNumbers(const Block& block, std::uint64_t place, std::vector<std::string>& cells) const;

  const Dataset& m_dataset;
  std::uint64_t m_first;
  std::uint64_t m_count;
  Block m_features, m_categories, m_weights, m_group;
  Block m_labels;
  std::uint64_t m_nextFeature = 0;  ///< columns take the places of their object in turn
  std::uint64_t m_nextCategory = 0;
  std::uint64_t m_nextLabel = 0;
};

Result<std::vector<CellColumn>> TableCells::read() {
  MASU_TRY(m_features, blockOf(m_dataset, "features", m_first, m_count));
  MASU_TRY(m_categories, blockOf(m_dataset, "categories", m_first, m_count));
  MASU_TRY(m_labels, blockOf(m_dataset, "labels", m_first, m_count));
  MASU_TRY(m_weights, blockOf(m_dataset, "weights", m_first, m_count));
  MASU_TRY(m_group, blockOf(m_dataset, "group", m_first, m_count));
  std::vector<CellColumn> columns;
  for (const table::Column& column : m_dataset.meta().schema.columns) {
    CellColumn cells{column.name, {}};
    MASU_TRY(const bool stored, fill(column, cells.cells));
    if (stored) columns.push_back(std::move(cells));
  }
  return columns;
}

bool TableCells::fillNumbers(const Block& block, std::uint64_t place, std::vector<std::string>& cells) const {
  if (block.object == nullptr || place >= block.width) return false;
  for (std::uint64_t row = 0; row < m_count; ++row) cells.push_back(block.number(row, place));
  return true;
}

Result<bool> TableCells::fill(const table::Column& column, std::vector<std::string>& cells) {
  switch (column.role) {
    case Role::feature:
      return fillNumbers(m_features, m_nextFeature++, cells);
    case Role::weight:
      return fillNumbers(m_weights, 0, cells);
    case Role::kept:
      return fillKept(column.name, cells);
    case Role::ignored:
      return false;
    case Role::category: {
      const std::uint64_t place = m_nextCategory++;
      if (m_categories.object == nullptr || place >= m_categories.width) return false;
      for (std::uint64_t row = 0; row < m_count; ++row) {
        cells.push_back(categoryText(column.dictionary, m_categories.values[row * m_categories.width + place]));
      }
      return true;
    }
    case Role::label: {
      const std::uint64_t place = m_nextLabel++;
      if (m_dataset.meta().target != store::Target::classes) return fillNumbers(m_labels, place, cells);
      for (const double code : m_labels.values) cells.push_back(wordOf(m_dataset.meta().classes, code));
      return m_labels.object != nullptr;
    }
    case Role::group:
      for (const double number : m_group.values) cells.push_back(wordOf(m_dataset.meta().groups, number));
      return m_group.object != nullptr;
  }
  return false;
}

Result<bool> TableCells::fillKept(const std::string& name, std::vector<std::string>& cells) {
  const ObjectInfo* object = m_dataset.find(std::string(store::layout::kKeptPrefix) + name);
  if (object == nullptr) return false;
  if (object->isText()) {
    MASU_TRY(cells, m_dataset.readTexts(name, m_first, m_count));
    return true;
  }
  MASU_TRY(const Block block, blockOf(m_dataset, object->name, m_first, m_count));
  return fillNumbers(block, 0, cells);
}

/// "v[7]", "ch2[7]" or "v[0,3,7]": where a value is in its sample.
std::string valueName(const Dataset& dataset, const ObjectInfo& features, std::uint64_t index) {
  const auto& shape = features.sampleShape;
  const auto& channels = dataset.meta().schema.columns;
  if (shape.size() == 2 && shape[0] > 1 && channels.size() == shape[0]) {
    return channels[index / shape[1]].name + "[" + std::to_string(index % shape[1]) + "]";
  }
  if (shape.size() < 2 || (shape.size() == 2 && shape[0] == 1)) return "v[" + std::to_string(index) + "]";
  std::string places;
  for (auto extent = shape.rbegin(); extent != shape.rend(); ++extent) {
    places = std::to_string(index % *extent) + (places.empty() ? "" : "," + places);
    index /= *extent;
  }
  return "v[" + places + "]";
}

Result<std::vector<CellColumn>> valueColumns(const Dataset& dataset, std::uint64_t first, std::uint64_t count,
                                             std::uint64_t limit) {
  MASU_TRY(const Block block, blockOf(dataset, "features", first, count));
  std::vector<CellColumn> columns;
  const std::uint64_t shown = limit == 0 ? block.width : std::min(limit, block.width);
  for (std::uint64_t place = 0; place < shown; ++place) {
    CellColumn column{valueName(dataset, *block.object, place), {}};
    for (std::uint64_t row = 0; row < count; ++row) column.cells.push_back(block.number(row, place));
    columns.push_back(std::move(column));
  }
  return columns;
}

}  // namespace

Result<std::vector<CellColumn>> cellColumns(const Dataset& dataset, std::uint64_t first, std::uint64_t count,
                                            std::uint64_t valuesPerSample) {
  if (dataset.meta().kind == store::SampleKind::table) return TableCells(dataset, first, count).read();
  return valueColumns(dataset, first, count, valuesPerSample);
}

Result<std::vector<std::string>> labelTexts(const Dataset& dataset, std::uint64_t first, std::uint64_t count) {
  MASU_TRY(const Block labels, blockOf(dataset, "labels", first, count));
  std::vector<std::string> texts(count);
  if (labels.object == nullptr) return texts;
  for (std::uint64_t row = 0; row < count; ++row) {
    if (dataset.meta().target == store::Target::classes) {
      texts[row] = wordOf(dataset.meta().classes, labels.values[row * labels.width]);
      continue;
    }
    for (std::uint64_t place = 0; place < labels.width; ++place) {
      texts[row] += (place > 0 ? ", " : "") + labels.number(row, place);
    }
  }
  return texts;
}

}  // namespace masu::tasks
