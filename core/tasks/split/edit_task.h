// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/base/job.h"
#include "core/manifest/edit/draft.h"
#include "core/tasks/split/manifest_task.h"

namespace masu::tasks {

/// Opens a stored manifest for editing. The draft is free of the file: nothing is written until saveDraft().
/// Errors: no such manifest; of reading.
Result<manifest::Draft> openDraft(std::shared_ptr<const store::Dataset> dataset, const std::string& name,
                                  const JobContext& job);
/// The same over an assignment that is nowhere stored yet: all samples unused.
Result<manifest::Draft> emptyDraft(std::shared_ptr<const store::Dataset> dataset, const JobContext& job);

/// The samples that pass a filter (core/table/filter_expression.h). `split` means the draft's where one is given.
/// Errors: an expression that makes no sense, a column that is not there; Errc::cancelled.
Result<manifest::SampleSet> selectSamples(const store::Dataset& dataset, const std::string& filter,
                                          const store::Assignment* assignment, const JobContext& job);

/// Which samples a view shows; what is unset asks for nothing.
struct SampleFilter {
  std::string where;                  ///< as of selectSamples(); empty: all
  std::optional<double> classCode;    ///< those of a class
  std::optional<store::Split> split;  ///< of the assignment given beside it, where there is one
};
/// The samples that pass, as `train`; the others as `unused`. Memory: a byte a sample. Errors: those of
/// selectSamples(); more samples than memory may be used for.
Result<store::Assignment> filterSamples(const store::Dataset& dataset, const SampleFilter& filter,
                                        const store::Assignment* assignment, const JobContext& job,
                                        const Resources& resources = {});

struct SaveRequest {
  std::string name;         ///< of the manifest that is made or replaced
  std::string origin;       ///< how the draft began: the origin of the manifest that was opened, or a plan (describe())
  std::uint64_t moved = 0;  ///< samples moved by hand since; 0 leaves the origin as it is
  /// What the draft began from, or what was stored last: only that is replaced. Unset: whatever has the name.
  std::optional<store::SeenManifest> seen = std::nullopt;
};
/// Stores an assignment under a name: a draft's, or a copy of it that is stored while the draft is edited further. The
/// origin gets a key "edited": the samples moved by hand in all sessions. Errors: the manifest of that name is frozen,
/// or another than the one that was seen; an empty name; of writing.
Result<ManifestFacts> saveDraft(const store::Dataset& dataset, const store::Assignment& assignment,
                                const SaveRequest& request);

}  // namespace masu::tasks
