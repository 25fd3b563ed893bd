// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/shards/content/array_field.h"
#include "core/shards/formats/shard_format.h"

namespace masu::shards {

/// An array as a file describes it.
struct ArrayHead {
  std::string name;
  table::DType type = table::DType::f32;
  std::vector<std::uint64_t> shape = {};  ///< the number of samples first
  std::uint32_t crc32 = 0;                ///< see ArraySink::sumBefore()

  std::uint64_t bytes() const;
};

/// Where the arrays of one shard go, one after another. Threads: one at a time.
class ArraySink {
 public:
  virtual ~ArraySink() = default;
  /// Where a CRC-32 is before an array's values: that of what comes before them. begin() then gets that of
  /// both; the values are read twice.
  virtual std::optional<std::uint32_t> sumBefore(const ArrayHead& array) const {
    (void)array;
    return std::nullopt;
  }
  virtual Result<void> begin(const ArrayHead& array) = 0;
  virtual Result<void> append(std::span<const std::byte> values) = 0;
  virtual Result<void> end() = 0;
  /// What was written.
  virtual Result<std::vector<ShardFile>> finish() = 0;
};

/// Formats that write a shard array by array, each read in a pass of its own. A column kept as text becomes two of
/// them: `NAME.lengths`, the bytes of each text, and `NAME.utf8`, all texts one after another.
class ArrayFormat : public ShardFormat {
 public:
  ArrayFormat(const store::Dataset& dataset, const Encoding& encoding, std::string name)
      : m_fields(dataset, encoding), m_name(std::move(name)) {}

  std::vector<WrittenName> names() const override;
  std::uint64_t fixedBytes(std::uint64_t samples) const override { return frameBytes(heads(samples)); }
  /// Heads are as long as their numbers have digits: those of `bytes` for each text are the most.
  std::uint64_t mostFixedBytes(std::uint64_t samples, std::uint64_t bytes) const override;
  Result<std::vector<std::uint64_t>> mostBytes(SampleReader& reader,
                                               std::span<const std::uint64_t> samples) const override;
  std::optional<std::uint64_t> mostBytesOfAny() const override;
  Result<std::vector<ShardFile>> write(const std::filesystem::path& folder, const Shard& shard, const ShardRoom& room,
                                       const JobContext& job) const override;

 protected:
  /// Requires: `arrays` are those that will be begun, in order.
  virtual Result<std::unique_ptr<ArraySink>> open(const std::filesystem::path& folder, const Shard& shard,
                                                  const ShardRoom& room,
                                                  const std::vector<ArrayHead>& arrays) const = 0;

  /// Of the files of a shard with such arrays, beside their values.
  virtual std::uint64_t frameBytes(const std::vector<ArrayHead>& arrays) const = 0;

  /// Of a shard of `samples` samples whose texts have `textBytes[i]` bytes in the i-th column (none: not known).
  std::vector<ArrayHead> heads(std::uint64_t samples, std::span<const std::uint64_t> textBytes = {}) const;
  const std::string& name() const { return m_name; }
  /// What the files call an array.
  virtual std::string writtenName(const std::string& array) const { return array; }

 private:
  Result<void> writeArrays(ArraySink& sink, const Shard& shard, const ShardRoom& room, const JobContext& job,
                           std::vector<ArrayHead>& arrays) const;

  ArrayFields m_fields;
  std::string m_name;
};

/// `NAME-SPLIT-000000.features.npy`, `….labels.npy` …: NumPy's own format, an array a file.
Result<std::unique_ptr<ShardFormat>> makeNpyFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                   std::string name);

/// `NAME-SPLIT-000000.npz`: the same arrays in one file, as np.savez writes them (a ZIP file, not compressed).
Result<std::unique_ptr<ShardFormat>> makeNpzFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                   std::string name);

/// `NAME-SPLIT-000000.safetensors`: the same as tensors, one file a split unless asked otherwise.
Result<std::unique_ptr<ShardFormat>> makeSafetensorsFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                           std::string name);

/// What is before the values in a .npy file (version 1.0). Source: numpy, doc/neps/nep-0001-npy-format.rst.
std::string npyHeader(table::DType type, std::span<const std::uint64_t> shape);

/// What follows a shard's name in the file of one array: ".features.npy".
std::string npyEnding(std::string_view array);

}  // namespace masu::shards
