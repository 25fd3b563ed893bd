// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/shards/content/array_field.h"
#include "core/shards/formats/record_format.h"
#include "core/store/read/dataset.h"

namespace masu::shards {

/// A cell's text as CSV: in quotes where a reader would otherwise see something else.
std::string csvCell(std::string_view text);

/// What the column of a recording's or an image's group is called.
inline constexpr const char* kGroupColumn = "group";

/// The columns of a CSV export: where each comes from and how its cells are written.
/// Threads: const calls are safe together. Lifetime: borrows the dataset.
class CsvTable {
 public:
  /// Source columns in their order, words for codes; with `encoded` features, codes and targets as the trainer sees
  /// them. Waveforms and images: v0 … vN, or CHANNEL[t], then the label and, where there are some, the group.
  CsvTable(const store::Dataset& dataset, const Encoding& encoding);

  /// The header line, with its newline.
  std::string header() const;

  /// A column as who reads it sees it, in their order.
  struct Described {
    std::string name;
    enum class Cells { fractions, wholes, words } cells;
    bool isValue;  ///< one of many that make up a sample of a recording or an image
  };
  std::vector<Described> describe() const;

  /// Of the values widened for writing, beside the stored ones.
  std::uint64_t memoryPerSample() const;

 private:
  friend class CsvBlock;

  enum class Cell : std::uint8_t { number, code, word, text, whole };
  /// Small, since every line of a shard walks all of them.
  struct Column {
    std::uint64_t place = 0;                                 ///< among the values of a sample
    double fill = std::numeric_limits<double>::quiet_NaN();  ///< what a missing number becomes
    std::uint32_t slot = 0;                                  ///< of m_objects
    std::uint32_t words = 0;                                 ///< of m_words
    std::uint32_t run = 1;  ///< columns from here on that are plain numbers, one after the other
    Cell cell = Cell::number;
    table::DType type = table::DType::f64;  ///< whose shortest text a number takes
  };

  void addTableColumns(bool encoded);
  void addLabel(const table::Column& column, std::uint64_t place, bool encoded);
  void addKept(const table::Column& column);
  void addValues();
  void setFeatures(const Encoding& encoding);
  void findRuns();
  void add(std::string name, const store::ObjectInfo* object, std::uint64_t place, Cell cell,
           std::vector<std::string> words = {});

  const store::Dataset& m_dataset;
  std::vector<const store::ObjectInfo*> m_objects;
  std::vector<std::uint64_t> m_widths;  ///< values a sample of each object
  std::vector<Column> m_columns;
  std::vector<std::string> m_names;               ///< of the columns
  std::vector<std::vector<std::string>> m_words;  ///< of each code of a column, quoted already
};

/// The values of some samples, from which lines are written. Reused from block to block. Lifetime: borrows the table.
class CsvBlock final : public RecordEncoder {
 public:
  explicit CsvBlock(const CsvTable& table) : m_table(table) {}

  std::uint64_t memoryPerSample() const override { return m_table.memoryPerSample(); }
  Result<void> read(SampleReader& reader, std::span<const std::uint64_t> samples) override;
  /// The line of one sample, with its newline.
  void append(std::size_t row, std::string& text) const override;

 private:
  const CsvTable& m_table;
  std::vector<std::span<const double>> m_values;  ///< a slot each
  std::vector<std::vector<std::string>> m_texts;  ///< a slot each: texts, and whole numbers of i64
};

}  // namespace masu::shards
