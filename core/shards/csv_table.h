#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/store/dataset.h"

namespace masu::shards {

/// A cell's text as CSV: in quotes where a reader would otherwise see something else.
std::string csvCell(std::string_view text);

/// The columns of a CSV export: where each comes from and how its cells are written.
/// Threads: const calls are safe together. Lifetime: borrows the dataset.
class CsvTable {
 public:
  /// Source columns in their order, words for codes; with `encoded` features, codes and targets as the trainer sees
  /// them. Waveforms and images: v0 … vN, or CHANNEL[t], then the label.
  CsvTable(const store::Dataset& dataset, bool encoded);

  /// The header line, with its newline.
  std::string header() const;

  /// What to read at once: whole chunks, so that none is decoded twice, of about `bytes` in memory.
  std::uint64_t blockSamples(std::uint64_t bytes) const;

  std::uint64_t columns() const { return m_columns.size(); }

 private:
  friend class CsvBlock;

  enum class Cell { number, code, word, text };
  struct Column {
    std::string name;
    std::size_t slot = 0;     ///< of m_objects
    std::uint64_t place = 0;  ///< among the values of a sample
    Cell cell = Cell::number;
    std::vector<std::string> words = {};  ///< of each code, quoted already
  };

  void addTableColumns(bool encoded);
  void addLabel(const table::Column& column, std::uint64_t place, bool encoded);
  void addKept(const table::Column& column);
  void addValues();
  void add(std::string name, const store::ObjectInfo* object, std::uint64_t place, Cell cell,
           std::vector<std::string> words = {});

  const store::Dataset& m_dataset;
  std::vector<const store::ObjectInfo*> m_objects;
  std::vector<Column> m_columns;
};

/// The stored values of a run of samples, from which lines are written. Reused from block to block.
/// Threads: one at a time. Lifetime: borrows the table.
class CsvBlock {
 public:
  explicit CsvBlock(const CsvTable& table) : m_table(table) {}

  Result<void> read(std::uint64_t first, std::uint64_t count);
  /// Appends the line of one sample, with its newline. Requires: it lies in the block read.
  void appendLine(std::uint64_t sample, std::string& text) const;

 private:
  void appendCell(const CsvTable::Column& column, std::uint64_t row, std::string& text) const;

  const CsvTable& m_table;
  std::uint64_t m_first = 0;
  std::vector<std::vector<double>> m_values;      ///< a slot each
  std::vector<std::vector<std::string>> m_texts;  ///< a slot each
};

}  // namespace masu::shards
