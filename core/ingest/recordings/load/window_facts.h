// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/ingest/recordings/load/usable_recordings.h"
#include "core/store/write/dataset_writer.h"

namespace masu::ingest {

/// Where the facts of samples go. Lifetime: borrows all three.
struct FactsTarget {
  const ImportPlan& plan;
  const UsableRecordings& usable;
  store::DatasetWriter& writer;
  std::size_t firstObject = 0;  ///< of objectsOf(plan): the first after the values
};

/// Stores what is said of samples [first, …) beside their values: labels, groups, origins. Threads: as of the writer.
Result<void> writeFacts(const FactsTarget& to, std::uint64_t first, const std::vector<waveform::Window>& windows);

}  // namespace masu::ingest
