// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/base/job.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

class RecordingCache;

/// Recordings of several lengths, or of one that is too long, of which nobody said how many frames a sample has.
struct NeedsWindow {
  std::uint64_t shortest = 0;  ///< frames
  std::uint64_t median = 0;
  std::uint64_t longest = 0;
};
/// The same as a failure, for whoever cannot ask.
Error errorOf(const NeedsWindow& lengths);

/// What a recipe says of the recordings that it was made for.
struct KnownRecordings {
  /// Frames of the windows that it cut, where nobody asks for others; 0: none. Images, which are stored whole, have no
  /// use for it.
  std::uint64_t window = 0;
  std::vector<std::string> learned;  ///< as for reconcileRecordings()
};

/// Reads the headers of all recordings below the sources and proposes a plan with an exact number of samples. What
/// cannot be read, has another rate or other channels than most, or no label where one was asked for, is in the plan
/// with its problem. Errors: no recordings, none usable, a rule that is not valid. Small recordings are kept in
/// `cache`, where there is one, for an import that follows.
Result<std::variant<ImportPlan, NeedsWindow>> lookAtRecordings(const ImportOptions& options, const JobContext& job,
                                                               const Resources& resources = {},
                                                               std::shared_ptr<RecordingCache> cache = nullptr,
                                                               const KnownRecordings& known = {});

}  // namespace masu::ingest
