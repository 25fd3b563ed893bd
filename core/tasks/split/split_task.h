// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/job.h"
#include "core/manifest/check/check.h"
#include "core/manifest/draw/split_plan.h"
#include "core/manifest/lists/text_manifest.h"

namespace masu::tasks {

struct SplitRequest {
  std::filesystem::path file;
  std::string manifest = "default";
  manifest::SplitPlan plan;
  unsigned folds = 0;  ///< above 0: manifests NAME-1 … NAME-K instead of NAME
  /// Where the plan leaves it open, what belongs together stays so (manifest::usualGroups), and a note says it.
  bool usualGroups = false;
  manifest::SampleSet aside = {};  ///< samples that stay unused, as if moved there by hand
  /// A manifest of the name that was edited, read from lists or drawn as a fold may be replaced.
  bool overwrite = false;
  Resources resources = {};  ///< of threads, a split needs one
};
struct FoldOutcome {
  std::string manifest;
  manifest::SplitCounts counts;
};
struct SplitOutcome {
  manifest::SplitCounts counts;  ///< of the first fold, where there are folds
  /// [class][split]: samples of each class in train, validation, test, unused; empty without classes.
  std::vector<std::array<std::uint64_t, 4>> perClass;

  std::vector<FoldOutcome> folds;
  /// How far a split is from the share asked for at most, as a share (of any class, when stratified); 0 where nothing
  /// was drawn by ratios. Groups that stay whole and hashes leave such a rest.
  double residual = 0;
  /// What one should know: classes that a split or fold lacks, shares that groups did not allow, a filter or
  /// rule that fits no sample.
  std::vector<Message> notes;
};

/// Draws a split and stores it. Memory: a byte for each sample, twice, or three times for folds, and tables of groups
/// and equal samples; where `resources` do not hold that, Errc::outOfMemory. Errors: as manifest::draw() and
/// store::SplitsFile::write(); a manifest of the name that no plan draws again, unless it may be replaced
/// (Errc::exists).
Result<SplitOutcome> split(const SplitRequest& request, const JobContext& job);
/// Where nobody said how to split: manifest::kDefaultRatios, every class alike, and what belongs together in one split.
manifest::SplitPlan proposedSplit(const store::Dataset& dataset);

/// An assignment that is stored nowhere yet, and how it came about, for SaveRequest::origin.
struct DrawnSplit {
  store::Assignment assignment;
  std::string origin;
};
/// Draws a split and stores nothing. Memory: as split().
Result<DrawnSplit> drawSplit(const store::Dataset& dataset, const manifest::SplitPlan& plan, const JobContext& job,
                             const Resources& resources = {});
/// Draws one again as a remedy says; what was set aside of `assignment` since `before` drew it stays so. Memory: as
/// split().
Result<DrawnSplit> drawAgain(const store::Dataset& dataset, const manifest::SplitPlan& before,
                             const manifest::Redraw& how, const store::Assignment& assignment, const JobContext& job,
                             const Resources& resources = {});
/// What the lists in a folder say; see readManifest().
Result<DrawnSplit> splitFromLists(const store::Dataset& dataset, const std::filesystem::path& directory,
                                  const Resources& resources = {});

/// `--read DIR`: train, validation and test as .csv or .txt (core/manifest/text_manifest.h).
/// A line that fits nowhere or twice fails the whole with the first 20 named, and nothing changes.
Result<SplitOutcome> readManifest(const std::filesystem::path& file, const std::string& manifest,
                                  const std::filesystem::path& directory, const Resources& resources = {});
/// `--write DIR`: the same files, from a manifest.
Result<SplitOutcome> writeManifest(const std::filesystem::path& file, const std::string& manifest,
                                   const std::filesystem::path& directory, bool overwrite,
                                   manifest::TextForm form = manifest::TextForm::csv, const Resources& resources = {});

}  // namespace masu::tasks
