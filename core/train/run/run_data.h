// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "core/base/job.h"
#include "core/metrics/run_spec.h"
#include "core/train/data/dataset_summary.h"
#include "core/train/learning/learner.h"
#include "core/train/learning/loss_spec.h"

namespace masu::train {

/// What a run learns from and towards.
struct RunData {
  std::shared_ptr<const store::Dataset> dataset;
  DatasetSummary summary;
  LossSpec lossSpec;
  Resources resources;
  std::string confinement;  ///< see confineModels()
};

/// Sets LibTorch's threads, too, and confines the calling thread. Errors: those of a run before its first step.
Result<RunData> openRunData(const metrics::RunSpec& spec, const std::stop_token& stop);

/// What the learners of a run have in common: neither models and their rates nor the schedule, which are for it to say.
LearnerOptions learnerOptionsOf(const metrics::RunSpec& spec, LossSpec lossSpec);

}  // namespace masu::train
