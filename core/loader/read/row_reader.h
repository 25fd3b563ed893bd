// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/store/read/dataset.h"

namespace masu::loader {

/// Reads scattered samples of an object that is not held whole, in the order of the file, near ones together. A
/// compressed chunk is decoded once for the samples of a call that are in it. Threads: one at a time (each worker has
/// its own). Lifetime: the result is valid until the next call.
class RowReader {
 public:
  /// The samples one after another, as stored. Errors: a chunk that cannot be read; cancelled.
  Result<std::span<const std::byte>> read(const store::Dataset& dataset, const store::ObjectInfo& object,
                                          std::span<const std::uint64_t> samples, const std::stop_token& stop);

 private:
  /// Reads what m_order lists in [begin, end) at once.
  Result<void> readRun(const store::Dataset& dataset, const store::ObjectInfo& object,
                       std::span<const std::uint64_t> samples, std::size_t begin, std::size_t end);

  std::vector<std::uint32_t> m_order;
  std::vector<std::byte> m_run;
  std::vector<std::byte> m_rows;
};

}  // namespace masu::loader
