// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <variant>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/metrics/receipt.h"
#include "core/metrics/replay_spec.h"
#include "core/shards/write/export_receipt.h"

namespace masu::tasks {

struct ReceiptRequest {
  /// Folder of a training run, of one of its models, or of an export; or the ZIP bundle of an export.
  std::filesystem::path run;
  std::vector<std::uint64_t> steps;  ///< from 1 over all epochs; empty: some drawn at random
  /// Where it is now; empty: where it was when the run began, and that of an export is not looked at.
  std::filesystem::path dataset;
  Resources resources;
};

/// How many steps are drawn where none is asked for.
inline constexpr std::size_t kDrawnSteps = 3;

struct ReceiptCheck {
  std::vector<std::uint64_t> steps;   ///< asked for or drawn, ascending
  std::uint64_t stepsCompared = 0;    ///< trained again and found equal, those on the way among them
  std::uint64_t weightsCompared = 0;  ///< hashes of a model's weights that were found equal
  /// Found equal: of an export, those that its receipt counts; of a run, its checkpoints.
  std::uint64_t filesCompared = 0;
  std::optional<metrics::Difference> difference;  ///< the first that was found
  std::vector<Message> notes;

  bool isEqual() const { return !difference; }
};

using AnyReceipt = std::variant<metrics::RunReceipt, shards::ExportReceipt>;

/// The receipt of what is in a folder: a training run, one of its models, or an export; or of the ZIP bundle of an
/// export. Errors: it is none of these; Errc::notFound where it has none, as one of an earlier Masu; it is damaged.
Result<AnyReceipt> readAnyReceipt(const std::filesystem::path& folder);
/// The same of a run or one of its models alone.
Result<metrics::RunReceipt> readRunReceipt(const std::filesystem::path& run);

/// Compares a run with its receipt: the dataset (UUID and content hash), the split, the settings and every field that
/// repeats one of them, the log of steps, the models before their first step, the checkpoints (best.pt and last.pt of
/// every model); then trains the steps again in masu-train, see train::replay(),
/// and compares them with the log, and weights with the receipt. Or compares an export, see checkExportReceipt(). Stops
/// at the first difference, which it returns. Writes nothing. Errors: what cannot be compared: no receipt, no dataset,
/// a run that is being trained, a step that the run did not take, steps of an export, other threads than the run
/// computed with, masu-train not installed; cancelled.
Result<ReceiptCheck> checkReceipt(const ReceiptRequest& request, const JobContext& job);

}  // namespace masu::tasks
