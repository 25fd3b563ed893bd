// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/estimate/ledger.h"
#include "core/estimate/measurement.h"
#include "core/tasks/train/stored_sizes.h"

namespace masu::tasks {

struct EstimateRequest {
  std::filesystem::path file;
  std::string manifest = "default";
  bool manifestStated = false;  ///< where it is not there: an error; else all samples count as learned from
  std::vector<std::string> models = {"mlp"};
  std::vector<std::int64_t> shape;  ///< what a sample is to the models; empty: as it is stored
  std::uint64_t batch = 64;
  bool autoBatch = false;    ///< instead the batch that a recipe chooses, see chooseRecipe(); not for inference
  std::uint64_t slices = 1;  ///< that a batch is learned in
  estimate::Optimizer optimizer = estimate::Optimizer::adamw;
  bool inference = false;
  std::uint64_t epochCheckpoints = 0;  ///< of single epochs, that stay beside the last and the best
  std::optional<table::DType>
      storedAs;  ///< counts as if features were stored in a type of this width; unset: as they are
  /// Where models run: as a run here would, on its CUDA card or else its processor; or one of devices() by name.
  std::string device = "auto";
  estimate::Precision compute = estimate::Precision::f32;  ///< what a device multiplies in; here it is f32
  /// Counts what this program takes, which is to start the run later; left out where it is running already.
  bool countLauncher = false;
  /// Begins the run as it would be, keeps what that measured for estimates to come, and corrects this one.
  bool measure = false;
  Resources resources;
};
struct EstimateOutcome {
  estimate::LedgerInput input;  ///< so that a page answers at once when a slider moves: ledgerFor(input)
  estimate::Ledger ledger;
  double secondsPerEpoch = 0;    ///< from a measured step and loader; 0: not measured. On another device: if it is used
                                 ///< as well as this machine
  double pricePerEpoch = 0;      ///< US dollars; 0 where the device is not for hire
  std::uint64_t mostEpochs = 0;  ///< that a recipe lets a run take, which may stop before; 0: not asked for
  std::vector<StoredSize> storedAs;
  std::optional<estimate::Device> ownCard;           ///< on which a run here computes; none: on the processor
  std::optional<estimate::Measurement> measurement;  ///< where it was asked for
  estimate::LedgerInput uncorrected;                 ///< what measurements are compared with
  bool corrected = false;                            ///< by what was measured here, now or earlier
};

/// What models can run on beside this machine's processor: those of deviceFile(), cards found here, the common ones.
/// Errors: the file is there and cannot be used.
Result<std::vector<estimate::Device>> devices();
/// Where people keep devices of their own: `masu/devices.json` below XDG_CONFIG_HOME, else below ~/.config.
std::filesystem::path deviceFile();

/// Traces the models in masu-train and sums up. Errors: no dataset, unknown model or device, worker not installed;
/// those of metrics::checkSlices().
Result<EstimateOutcome> estimate(const EstimateRequest& request, const JobContext& job);

}  // namespace masu::tasks
