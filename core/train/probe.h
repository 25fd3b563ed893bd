#pragma once

#include "core/base/result.h"
#include "core/metrics/run_spec.h"
#include "core/train/data_facts.h"

namespace masu::train {

/// How long a training step takes: so much whatever the batch, and so much a sample.
struct StepTiming {
  double fixedSeconds = 0;
  double secondsPerSample = 0;

  double at(std::uint64_t batch) const { return fixedSeconds + secondsPerSample * static_cast<double>(batch); }
};

/// Learns from blank batches of the spec's size and of half of it, for about a second. Errors: as Learner.
Result<StepTiming> timeSteps(const metrics::RunSpec& spec, const std::string& model, const DataFacts& facts);

}  // namespace masu::train
