// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/shards/content/export_split.h"
#include "core/shards/content/sample_reader.h"
#include "core/shards/content/shard_options.h"
#include "core/shards/write/shard_file.h"

namespace masu::shards {

struct Encoding;

/// One shard to write: positions [first, first + count) of a split.
struct Shard {
  const ExportSplit* exportSplit = nullptr;
  std::uint64_t number = 0;  ///< within its split
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

/// What may be used while a shard is written.
struct ShardRoom {
  SampleReader& reader;
  std::uint64_t blockBytes = 0;  ///< of samples to hold at once, on each thread
  FileRoom files = {};
  unsigned threads = 1;  ///< that make its records
};

/// A name that something of a sample has in the files of a shard.
struct WrittenName {
  std::string name;
  std::string object;  ///< what has it, as the dataset calls it: "labels", "kept/NAME"; a category as "categories/NAME"
};

/// One format of shards. Threads: const calls are safe together. Lifetime: borrows the dataset.
class ShardFormat {
 public:
  virtual ~ShardFormat() = default;

  /// Where shards end when neither samples nor bytes were asked for; one of the two is 0.
  struct Usual {
    std::uint64_t samples = 0;
    std::uint64_t bytes = 0;
  };
  virtual Usual usual() const { return {0, std::uint64_t{256} << 20U}; }

  /// Of a shard's first file, below the output folder.
  virtual std::string path(const ExportSplit& exportSplit, std::uint64_t number) const = 0;

  /// The names that must differ from each other in a shard, where columns of the source could give two of them one.
  virtual std::vector<WrittenName> names() const { return {}; }

  /// A shard of n samples takes fixedBytes(n) and what sampleBytes() gives for its samples, which is the sum of
  /// mostBytes() where a format does not say otherwise.
  virtual std::uint64_t fixedBytes(std::uint64_t samples) const = 0;
  virtual Result<std::uint64_t> sampleBytes(SampleReader& reader, std::span<const std::uint64_t> samples) const;

  /// Bounds, for those who set a limit: the files of a shard of up to `samples` samples and `bytes` bytes take no more
  /// than mostFixedBytes() and what mostBytes() gives for each of its samples.
  virtual std::uint64_t mostFixedBytes(std::uint64_t samples, std::uint64_t bytes) const {
    (void)bytes;
    return fixedBytes(samples);
  }
  virtual Result<std::vector<std::uint64_t>> mostBytes(SampleReader& reader,
                                                       std::span<const std::uint64_t> samples) const = 0;
  /// That of any sample, where all take the same; unset: they differ and have to be read.
  virtual std::optional<std::uint64_t> mostBytesOfAny() const { return std::nullopt; }

  /// Writes the files of a shard below `folder`, or into the bundle of its room, not synced; that of path() is the
  /// first. The same bytes whatever the block size.
  virtual Result<std::vector<ShardFile>> write(const std::filesystem::path& folder, const Shard& shard,
                                               const ShardRoom& room, const JobContext& job) const = 0;

  /// Small files that describe the shards to readers of this format: text by path below the folder.
  virtual std::map<std::string, std::string> companions(const std::vector<ShardInfo>& shards) const {
    (void)shards;
    return {};
  }
};

/// `name` is what shards are called, such as the dataset's base name. Errors: what the format cannot hold; two columns
/// that it would write under one name.
Result<std::unique_ptr<ShardFormat>> formatFor(const store::Dataset& dataset, const ShardOptions& options,
                                               const Encoding& encoding, const std::string& name);

/// "name-train-000000.tar".
std::string shardPath(const std::string& name, const ExportSplit& exportSplit, std::uint64_t number,
                      std::string_view ending);

/// `NAME-SPLIT-000000.h5`: a plain dataset file of Masu (core/store/FORMAT.md) of those samples alone, in the stored
/// types (affine ones with their scale and offset) or, `encoded`, with /features as floats. Any HDF5 tool reads it,
/// those without the HDF5 library among them, and so does Masu.
Result<std::unique_ptr<ShardFormat>> makeHdf5Format(const store::Dataset& dataset, const Encoding& encoding,
                                                    std::string name);

}  // namespace masu::shards
