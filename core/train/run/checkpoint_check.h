// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/result.h"
#include "core/metrics/receipt.h"
#include "core/metrics/replay_spec.h"
#include "core/metrics/run_spec.h"
#include "core/train/run/run_data.h"

namespace masu::train {

/// The checkpoints of a run beside its receipt.
struct CheckpointCheck {
  int equal = 0;                                  ///< files with the weights that the receipt has
  std::optional<metrics::Difference> difference;  ///< the first; its message names the file
  std::vector<Message> notes;                     ///< about files that could not be compared
};

/// A model of a run as sentences name it: with its learning rate where the run has the model at several.
std::string modelName(const metrics::RunReceipt& receipt, std::size_t model);

/// Compares the weights in every model's best.pt and last.pt with those that the receipt has of its best epoch, by the
/// validation losses in the run's log, and of its last one. Stops at the first difference: the weights of another
/// epoch, others, or a file that is not a checkpoint. A file that is missing, or of a moment that the receipt does not
/// have, as those of a run that was stopped within an epoch, is a note. Writes nothing.
/// Requires: the receipt has the models of the spec. Errors: as makeModelRuns(); no memory left; cancelled.
Result<CheckpointCheck> compareCheckpoints(const metrics::RunSpec& spec, const metrics::RunReceipt& receipt,
                                           const RunData& data, const std::stop_token& stop);

}  // namespace masu::train
