#pragma once

#include <optional>

#include "core/store/dataset.h"
#include "core/store/dataset_writer.h"

namespace masu::tasks {

/// Has a writer take over the manifests of a dataset, where it has a splits file (a plain one has none before its first
/// manifest). `problem`: why its splits file cannot be read.
void takeManifestsAlong(const store::Dataset& dataset, store::WriteOptions& options, std::optional<Error>& problem);

}  // namespace masu::tasks
