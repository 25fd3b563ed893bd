#pragma once

#include "core/shards/array_field.h"
#include "core/shards/shard_format.h"

namespace masu::shards {

/// Where the arrays of one shard go, one after another. Threads: one at a time.
class ArraySink {
 public:
  virtual ~ArraySink() = default;
  virtual Result<void> begin(const ArrayField& field) = 0;
  virtual Result<void> append(std::span<const std::byte> samples) = 0;
  virtual Result<void> end() = 0;
  /// The paths written, below the folder.
  virtual Result<std::vector<std::string>> finish() = 0;
};

/// Formats that write a shard array by array, each read in a pass of its own.
class ArrayFormat : public ShardFormat {
 public:
  ArrayFormat(const store::Dataset& dataset, bool encoded, std::string name)
      : m_fields(dataset, encoded), m_name(std::move(name)) {}

  Result<std::uint64_t> sampleBytes(SampleReader& reader, std::span<const std::uint64_t> samples) const override;
  Result<std::vector<std::string>> write(const std::filesystem::path& folder, const Shard& shard, const ShardRoom& room,
                                         const JobContext& job) const override;

 protected:
  virtual Result<std::unique_ptr<ArraySink>> open(const std::filesystem::path& folder, const Shard& shard) const = 0;

  const ArrayFields& fields() const { return m_fields; }
  const std::string& name() const { return m_name; }

 private:
  ArrayFields m_fields;
  std::string m_name;
};

/// `NAME-SPLIT-000000.features.npy`, `….labels.npy` …: NumPy's own format, an array a file.
Result<std::unique_ptr<ShardFormat>> makeNpyFormat(const store::Dataset& dataset, bool encoded, std::string name);

/// `NAME-SPLIT-000000.npz`: the same arrays in one file, as np.savez writes them (a ZIP file, not compressed).
Result<std::unique_ptr<ShardFormat>> makeNpzFormat(const store::Dataset& dataset, bool encoded, std::string name);

/// `NAME-SPLIT-000000.safetensors`: the same as tensors, one file a split unless asked otherwise.
Result<std::unique_ptr<ShardFormat>> makeSafetensorsFormat(const store::Dataset& dataset, bool encoded,
                                                           std::string name);

/// What stands before the values of `samples` samples in a .npy file (version 1.0).
/// Source: numpy, doc/neps/nep-0001-npy-format.rst.
std::string npyHeader(const ArrayField& field, std::uint64_t samples);
/// The same for one sample alone.
std::string npyHeader(table::DType type, std::span<const std::uint64_t> shape);

}  // namespace masu::shards
