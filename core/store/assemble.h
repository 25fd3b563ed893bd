#pragma once

#include "core/base/job.h"
#include "core/store/skeleton.h"

namespace masu::store {

/// The uncompressed part that saves most copying as the start of the file; null where compressed ones outweigh it,
/// since the library writes those. Requires: all are sealed.
const ObjectPart* baseOf(const std::vector<const ObjectPart*>& parts);

/// Completes a dataset without writing its largest object again: where the part `base` fits its place, everything else
/// is copied around it, and its file becomes the dataset. Otherwise the skeleton's file does. Returns the path of the
/// complete file. Requires: `base` is null or a part of the skeleton. Errors: full disk, cancelled.
Result<std::filesystem::path> assemble(const Skeleton& skeleton, const ObjectPart* base, const JobContext& job);

}  // namespace masu::store
