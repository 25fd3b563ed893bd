// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/estimate/ledger.h"
#include "core/estimate/measurement.h"

namespace masu::estimate {

/// An item, or several that a process shows only together, as it was estimated and as it was measured.
struct Compared {
  enum class Unit { bytes, seconds };

  std::string key;   ///< for programs: "peak_memory"
  std::string name;  ///< English, marked for translation
  Unit unit = Unit::bytes;
  double estimated = 0;
  double measured = 0;
};

/// Items in the ledger's order, the worker's whole memory, then times. `input` is the estimate without corrections, at
/// the batch that was measured.
std::vector<Compared> compare(const LedgerInput& input, const Measurement& measurement);

/// What the worker takes at most: the host's memory in the ledger without Masu itself. Models on the host.
Bytes workerMemory(const LedgerInput& input);

}  // namespace masu::estimate
