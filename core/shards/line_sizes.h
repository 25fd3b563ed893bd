#pragma once

#include <array>

#include "core/base/result.h"
#include "core/shards/csv_table.h"
#include "core/shards/shard_plan.h"

namespace masu::shards {

/// The mean size of a CSV line at places spread evenly over a dataset: its lines may grow longer on the way.
/// Cost: reads and writes about a million cells, in memory.
class LineSizes {
 public:
  static Result<LineSizes> measure(const store::Dataset& dataset, const CsvTable& table);

  /// Bytes a line, weighed by where the shard's samples lie; 0 for an empty shard.
  double meanOf(const Shard& shard) const;

 private:
  static constexpr std::uint64_t kPlaces = 32;

  std::uint64_t beginOf(std::uint64_t place) const;

  std::uint64_t m_samples = 0;
  std::array<double, kPlaces> m_means = {};
};

}  // namespace masu::shards
