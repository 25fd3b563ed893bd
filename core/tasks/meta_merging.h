#pragma once

#include "core/store/dataset.h"
#include "core/tasks/code_merging.h"

namespace masu::tasks {

/// Errors: new samples that would not lie beside a dataset's in the same objects: another shape, another type or other
/// codes of the features; one sentence that tells what to do.
Result<void> checkSameShape(const store::Dataset& dataset, const store::Dataset& added);

/// The description of a dataset with new samples behind its own: statistics, losses and sources of both. Its UUID
/// derives from those of both, and the dataset's becomes its parent. Requires: checkSameShape().
store::DatasetMeta mergedMeta(const store::DatasetMeta& before, const store::DatasetMeta& added,
                              const CodeMerging& codes);

}  // namespace masu::tasks
