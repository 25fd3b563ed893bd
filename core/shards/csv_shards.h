#pragma once

#include <filesystem>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/store/dataset.h"
#include "core/store/splits_file.h"

namespace masu::shards {

struct ShardInfo {
  std::string path;  ///< below the output folder
  std::uint64_t samples = 0;
  std::uint64_t bytes = 0;
};

struct CsvShardOptions {
  std::filesystem::path out;
  std::string manifest = "default";
  std::vector<store::Split> splits;  ///< empty: train, validation and test; without a manifest everything under all/
  std::uint64_t shardSamples = 10'000;
  bool encoded = false;  ///< what the trainer sees instead of the source's own columns
  bool overwrite = false;
};

/// Writes `SPLIT/split_data_00000.csv` … of a fixed number of records each, always with a header, in stored order.
/// Every shard appears under its name only when complete; a failed export removes what it wrote.
Result<std::vector<ShardInfo>> writeCsvShards(const store::Dataset& dataset, const CsvShardOptions& options,
                                              const Resources& resources, const JobContext& job);

/// What writeCsvShards would write, without writing: paths and sample counts exact, bytes estimated from a few samples.
Result<std::vector<ShardInfo>> planCsvShards(const store::Dataset& dataset, const CsvShardOptions& options);

}  // namespace masu::shards
