// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/byte_record.h"
#include "core/downcast/affine.h"
#include "core/table/column_stats.h"
#include "core/table/dtype.h"

namespace masu::ingest {

/// Mean and squared deviations of each column of a matrix, over its values as stored.
/// Floating-point sums depend on how they are grouped; here groups begin at multiples of a fixed number of samples, so
/// that the result is the same for any size of blocks and any number of threads.
/// Threads: measure() is pure and runs in parallel; append() and finish() one at a time, parts in sample order.
class ColumnMoments {
 public:
  explicit ColumnMoments(std::size_t width);

  /// What one run of samples adds: whole groups summed up, the samples at its edges as they are.
  struct Part {
    std::uint64_t first = 0;
    std::vector<double> head;
    std::vector<table::ColumnStats> groups;  ///< [groups, columns]
    std::vector<double> tail;
  };

  /// `codes`: what the elements are, where they are not the values themselves; else null. Requires: rows are aligned
  /// for their type.
  Part measure(std::uint64_t first, table::DType type, std::span<const std::byte> rows,
               const downcast::AffineCodes* codes) const;
  void append(const Part& part);
  std::vector<table::ColumnStats> finish();

  void save(ByteWriter& state) const;
  /// False where it is the state of other columns.
  bool restore(ByteReader& state);

 private:
  void mergePending();

  std::size_t m_width;
  std::uint64_t m_groupSamples;
  std::vector<double> m_pending;
  std::vector<table::ColumnStats> m_total;
};

}  // namespace masu::ingest
