// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "core/manifest/samples/dataset_rows.h"

namespace masu::manifest {

/// Numbers the groups of samples: those stored with the dataset, the sources, or the distinct values of any column. A
/// missing value is a group of its own.
/// Threads: one at a time. Lifetime: borrows the dataset. Memory: some 60 bytes a distinct value of a text or number
/// column.
class GroupKeys {
 public:
  static constexpr std::int32_t kMissing = -1;

  /// `name` is a name of the filter language: "group", "source" or a column. Errors: there is none.
  static Result<GroupKeys> open(const store::Dataset& dataset, const std::string& name);

  Result<std::span<const std::int32_t>> read(std::uint64_t first, std::uint64_t count);

  /// Of the distinct values numbered so far.
  std::uint64_t memoryBytes() const { return m_memoryBytes; }

  /// What the group is called in the data, which stays when other samples join it. Requires: a group that was read.
  std::string textOf(std::int32_t group) const;

 private:
  explicit GroupKeys(const store::Dataset& dataset)
      : m_rows(std::make_unique<DatasetRows>(dataset, nullptr, DatasetRows::Purpose::groups)) {}
  std::int32_t numberOf(const std::string& text);
  std::int32_t numberOf(double value);

  std::unique_ptr<DatasetRows> m_rows;
  table::FilterColumn m_column;
  std::vector<std::int32_t> m_groups;
  std::unordered_map<std::string, std::int32_t> m_numbers;  ///< of texts
  std::vector<std::string> m_texts;
  std::unordered_map<double, std::int32_t> m_values;  ///< of numbers
  std::vector<double> m_numbered;
  std::uint64_t m_memoryBytes = 0;
  bool m_direct = false;  ///< the stored groups are numbers already
};

}  // namespace masu::manifest
