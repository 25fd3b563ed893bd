#pragma once

#include "core/shards/shard_format.h"

namespace masu::shards {

/// Turns samples into records of a file. Threads: one at a time. Lifetime: borrows its format.
class RecordEncoder {
 public:
  virtual ~RecordEncoder() = default;

  /// Bytes in memory that a sample takes between read() and append(), about.
  virtual std::uint64_t memoryPerSample() const = 0;
  virtual Result<void> read(SampleReader& reader, std::span<const std::uint64_t> samples) = 0;
  /// Appends the record of the i-th sample read.
  virtual void append(std::size_t i, std::string& to) const = 0;
};

/// Formats that write a shard sample by sample: a head, records, a tail.
class RecordFormat : public ShardFormat {
 public:
  std::uint64_t fixedBytes(std::uint64_t samples) const override { return headBytes(samples) + tail().size(); }
  Result<std::uint64_t> sampleBytes(SampleReader& reader, std::span<const std::uint64_t> samples) const override;
  Result<std::vector<ShardFile>> write(const std::filesystem::path& folder, const Shard& shard, const ShardRoom& room,
                                       const JobContext& job) const override;

 protected:
  virtual std::unique_ptr<RecordEncoder> encoder() const = 0;

  virtual std::uint64_t headBytes(std::uint64_t samples) const = 0;
  /// What stands in front of a shard's records.
  virtual Result<std::string> head(const Shard& shard, const ShardRoom& room, const JobContext& job) const = 0;
  virtual std::string tail() const { return {}; }

  /// A second file beside the shard that says where its records lie; empty: none.
  virtual std::string indexPath(const std::string& shardPath) const {
    (void)shardPath;
    return {};
  }
  virtual std::string index(std::span<const std::uint32_t> recordBytes) const {
    (void)recordBytes;
    return {};
  }

 private:
  /// Returns the bytes of each record.
  Result<std::vector<std::uint32_t>> appendRecords(GrowingFile& file, const Shard& shard, const ShardRoom& room,
                                                   const JobContext& job) const;
  Result<std::vector<std::uint32_t>> appendTogether(GrowingFile& file, const Shard& shard, const ShardRoom& room,
                                                    const JobContext& job) const;
};

}  // namespace masu::shards
