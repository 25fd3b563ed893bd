// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/loader/read/row_reader.h"
#include "core/store/read/dataset.h"

namespace masu::shards {

/// Reads the objects of any samples: runs at once, scattered ones in the order of the file.
/// Threads: one at a time (each writer has its own). Lifetime: borrows the dataset; what it returns is valid until the
/// next call for the same object.
class SampleReader {
 public:
  SampleReader(const store::Dataset& dataset, std::stop_token stop) : m_dataset(dataset), m_stop(std::move(stop)) {}

  const store::Dataset& dataset() const { return m_dataset; }

  /// As stored, one sample after another.
  Result<std::span<const std::byte>> rows(const store::ObjectInfo& object, std::span<const std::uint64_t> samples);
  /// Widened through scale and offset; what is missing as NaN.
  Result<std::span<const double>> values(const store::ObjectInfo& object, std::span<const std::uint64_t> samples);
  /// The bytes of each text of a column kept as text. `ends` is its object in the dataset.
  Result<std::vector<std::uint32_t>> textLengths(const store::ObjectInfo& ends, std::span<const std::uint64_t> samples);
  Result<std::vector<store::Origin>> origins(const store::ObjectInfo& object, std::span<const std::uint64_t> samples);
  /// Of a column kept as text.
  Result<std::vector<std::string>> texts(const store::ObjectInfo& object, std::span<const std::uint64_t> samples);

 private:
  template <class Run>
  Result<void> forNear(std::span<const std::uint64_t> samples, Run run) const;

  struct Slot {
    loader::RowReader scattered;
    std::vector<std::byte> run;
    std::vector<double> values;
  };

  const store::Dataset& m_dataset;
  std::stop_token m_stop;
  std::map<const store::ObjectInfo*, Slot> m_slots;
};

}  // namespace masu::shards
