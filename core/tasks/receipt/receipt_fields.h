// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/metrics/data_note.h"
#include "core/metrics/receipt.h"
#include "core/metrics/replay_spec.h"
#include "core/metrics/run_spec.h"

namespace masu::tasks {

/// Where the fields of a receipt are known from besides.
struct RunFacts {
  metrics::RunSpec spec;                  ///< as the run's spec.json has it
  std::optional<metrics::DataNote> data;  ///< its data.json; unset: it is missing, and its fields are not compared
  std::uint64_t samples = 0;              ///< of the dataset
};

/// Compares every field of a receipt that repeats a setting of the run or a fact about its dataset. The difference
/// names all fields that differ, with both values. Not its hashes, steps and models, which are compared with what they
/// are of. `file` is that of the receipt, for the sentence.
std::optional<metrics::Difference> differingFields(const metrics::RunReceipt& receipt, const RunFacts& facts,
                                                   const std::filesystem::path& file);

}  // namespace masu::tasks
