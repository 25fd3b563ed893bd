// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/job.h"
#include "core/ingest/load.h"

namespace masu::tasks {

/// `masu append`: further sources become a further part of a dataset, under the plan that made it.
struct AppendRequest {
  std::filesystem::path file;
  std::vector<std::filesystem::path> sources;
  bool sync = true;
  Resources resources = {};
  std::optional<std::uint64_t> longestRecord = {};  ///< bytes; unset: as the dataset was imported
  /// The dataset's own rules, confirmed where they read a list outside of the sources; else they may be left out. A
  /// label rule "idx:…" names the lists of labels of the new sources.
  std::string labelFrom = {};
  std::string groupFrom = {};
};

struct AppendOutcome {
  ingest::ImportReport report;  ///< of the new sources alone
  std::uint64_t samples = 0;    ///< of the dataset now
  std::string uuid;
  std::string parent;                ///< the UUID before
  std::vector<std::string> classes;  ///< those that the dataset did not have before
  std::uint64_t newCategories = 0;   ///< words that dictionaries did not have before
  /// Manifests whose new samples were placed by hash; those of others are unused.
  std::vector<std::string> placed;
  /// Manifests of those whose new samples are unused all the same, since they could not be drawn again (noted).
  std::vector<std::string> unplaced;
  std::vector<std::string> unfrozen;   ///< manifests that were frozen: with new samples their hash is another (noted)
  std::optional<Error> splitsProblem;  ///< why no manifest came along: the splits file is missing or another dataset's
  std::uint64_t peakMemoryBytes = 0;
};

/// The new samples follow the old ones, whose files stay as they are: a single file becomes the first part. Words that
/// are new extend dictionaries and classes; rejects follow those in F.h5.rejects.csv. Whatever moment it is stopped at,
/// the file is the dataset before or after. Errors: those of shards::checkExportSources(); sources that do not fit the
/// plan; a value that the stored types do not hold (the sentence says what to do); a dataset that has no recipe, or
/// whose labels were edited; a rule that is not the dataset's; another import that writes it; a full disk; cancelled.
/// Once the dataset has grown nothing fails any more: what was not done for a manifest is noted.
Result<AppendOutcome> append(const AppendRequest& request, const JobContext& job);

}  // namespace masu::tasks
