// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"

namespace masu::manifest {

/// Samples read at a time by passes over a whole dataset.
inline constexpr std::uint64_t kBlockSamples = std::uint64_t{1} << 16U;

/// Reads an integer object with one value a sample (labels, groups) block by block, widened.
/// Threads: one at a time. Lifetime: borrows dataset and object; a block is valid until the next read.
class CodeReader {
 public:
  CodeReader(const store::Dataset& dataset, const store::ObjectInfo& object) : m_dataset(dataset), m_object(object) {}

  Result<std::span<const std::int64_t>> read(std::uint64_t first, std::uint64_t count);

 private:
  const store::Dataset& m_dataset;
  const store::ObjectInfo& m_object;
  std::vector<std::byte> m_raw;
  std::vector<std::int64_t> m_codes;
};

/// How many samples each class has, of train in a split where one is given. A code that is none of the classes counts
/// nowhere. Requires: `labels` are codes of the dataset's classes. Errors: Errc::cancelled; they cannot be read.
Result<std::vector<std::uint64_t>> samplesOfClasses(const store::Dataset& dataset, const store::ObjectInfo& labels,
                                                    const store::Assignment* split, const std::stop_token& stop);

/// True where samples are windows that were cut out of recordings, so that neighbours resemble or overlap each other.
/// False where each is an array of its own: files without a rate that are a whole number of samples, none of which is
/// missing.
bool cutIntoWindows(const store::Dataset& dataset);

/// True where samples carry groups that mean something: stated ones, or the recordings that windows were cut from.
bool hasGroups(const store::Dataset& dataset);

/// Reads where samples came from, block by block. As CodeReader.
class OriginReader {
 public:
  /// Errors: a dataset without origins.
  static Result<OriginReader> open(const store::Dataset& dataset);

  Result<std::span<const store::Origin>> read(std::uint64_t first, std::uint64_t count);

 private:
  OriginReader(const store::Dataset& dataset, const store::ObjectInfo& object)
      : m_dataset(&dataset), m_object(&object) {}

  const store::Dataset* m_dataset;
  const store::ObjectInfo* m_object;
  std::vector<store::Origin> m_origins;
};

}  // namespace masu::manifest
