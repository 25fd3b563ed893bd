#include "core/train/run_data.h"

#include "core/flow/machine.h"
#include "core/train/learner.h"

namespace masu::train {

Result<RunData> openRunData(const metrics::RunSpec& spec, const std::stop_token& stop) {
  RunData data;
  data.resources = flow::resolve({spec.threads, spec.memoryBytes});
  setComputeThreads(data.resources.threads);
  MASU_TRY(data.dataset, store::Dataset::open(spec.dataset));
  MASU_TRY(data.facts, factsOf(*data.dataset, spec.manifest));
  MASU_CHECK(readFeatureScale(*data.dataset, spec.manifest, data.resources.threads, stop, data.facts));
  MASU_CHECK(reshape(data.facts, spec.shape));
  MASU_TRY(data.goal, goalFrom(spec, data.facts));
  return data;
}

}  // namespace masu::train
