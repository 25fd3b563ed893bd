#pragma once

#include "core/base/job.h"
#include "core/manifest/split_plan.h"

namespace masu::tasks {

struct SplitRequest {
  std::filesystem::path file;
  std::string manifest = "default";
  manifest::SplitPlan plan;
};
struct SplitOutcome {
  manifest::SplitCounts counts;
  /// [class][split]: samples of each class in train, validation, test, unused; empty without classes.
  std::vector<std::array<std::uint64_t, 4>> perClass;
};

/// Draws a split and stores it.
Result<SplitOutcome> split(const SplitRequest& request, const JobContext& job);
/// Draws it for a preview and stores nothing.
Result<SplitOutcome> previewSplit(const store::Dataset& dataset, const manifest::SplitPlan& plan);
/// Counts of a manifest that is stored.
Result<SplitOutcome> splitCounts(const store::Dataset& dataset, const std::string& manifest);

/// `--read DIR`: train.csv, validation.csv, test.csv (sample,source,position,label), or .txt lists of file names.
/// A line that fits nowhere or twice fails the whole with the first 20 named, and nothing changes.
Result<SplitOutcome> readManifest(const std::filesystem::path& file, const std::string& manifest,
                                  const std::filesystem::path& directory);
/// `--write DIR`: the same files, from a manifest.
Result<SplitOutcome> writeManifest(const std::filesystem::path& file, const std::string& manifest,
                                   const std::filesystem::path& directory, bool overwrite);

}  // namespace masu::tasks
