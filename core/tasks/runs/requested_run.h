// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/metrics/run_spec.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"

namespace masu::tasks {

/// A run, and the one of its models that was named.
struct RequestedRun {
  metrics::RunSpec spec;
  std::optional<std::size_t> model;  ///< unset: all
};

/// The run in a folder, or the model's of a run that has the folder. Errors: it is neither.
Result<RequestedRun> requestedRun(const std::filesystem::path& asked);

/// The dataset that a run learned from, which has this UUID. `named`: a person said where it is.
/// Errors: it is not there; Errc::invalidArgument for another one, or one that has grown since.
Result<std::shared_ptr<const store::Dataset>> datasetOf(const metrics::RunSpec& spec, const std::string& uuid,
                                                        bool named);

/// Errors: the run learned from other labels than the dataset has now (see store::LabelEdition).
Result<void> checkLabels(const store::Dataset& dataset, const metrics::RunSpec& spec, const std::string& labels);

struct LearnedSplit {
  std::string manifest;
  store::Assignment assignment;
};
/// The assignment with this hash, whatever the name of its manifest is now; the one of that name is looked at first.
/// Nothing where no manifest has it. Errors: one that may have it cannot be read.
Result<std::optional<LearnedSplit>> splitWithHash(const store::Dataset& dataset, const std::string& name,
                                                  const std::string& splitHash);
/// The hash of what a manifest has now; empty where there is none that can be read.
Result<std::string> splitHashNow(const store::Dataset& dataset, const std::string& manifest);
/// The split that a run learned from. Errors: as splitWithHash(); Errc::notFound where no manifest has it.
Result<LearnedSplit> splitOf(const store::Dataset& dataset, const metrics::RunSpec& spec, const std::string& splitHash);

}  // namespace masu::tasks
