// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/run_data.h"

#include <utility>

#include "core/flow/machine.h"
#include "core/train/models/confine.h"

namespace masu::train {

Result<RunData> openRunData(const metrics::RunSpec& spec, const std::stop_token& stop) {
  MASU_CHECK(metrics::checkSlices(spec.slices, spec.batch));
  RunData data;
  data.resources = flow::resolve({spec.threads, spec.memoryBytes});
  setComputeThreads(data.resources.threads);
  const auto checking = spec.verify ? store::Checking::onFirstRead : store::Checking::never;
  MASU_TRY(data.dataset, store::Dataset::open(spec.dataset, checking));
  MASU_TRY(data.summary, summaryOf(*data.dataset, spec.manifest));
  MASU_CHECK(readFeatureScale(*data.dataset, spec.manifest, data.resources.threads, stop, data.summary));
  MASU_CHECK(reshape(data.summary, spec.shape));
  MASU_TRY(data.lossSpec, lossSpecFrom(spec, data.summary));
  data.confinement = confineModels();
  return data;
}

LearnerOptions learnerOptionsOf(const metrics::RunSpec& spec, LossSpec lossSpec) {
  LearnerOptions options;
  options.optimizer = spec.optimizer;
  options.weightDecay = spec.weightDecay;
  options.clip = spec.clip;
  options.seed = spec.seed;
  options.slices = spec.slices;
  options.lossSpec = std::move(lossSpec);
  options.device = bestDevice();
  return options;
}

}  // namespace masu::train
