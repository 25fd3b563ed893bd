// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/manifest/check/check.h"
#include "core/tasks/split/manifest_task.h"

namespace masu::tasks {

struct CheckRequest {
  std::filesystem::path file;
  std::string manifest = "default";
  manifest::CheckOptions options;
};
struct CheckOutcome {
  std::vector<manifest::Check> checks;
  bool passed = true;  ///< all of them
};

/// `masu check`: leaks and imbalance of a manifest, as a list of what passed and what did not.
Result<CheckOutcome> check(const CheckRequest& request, const JobContext& job);
/// The same of an assignment that need not be stored, such as a draft's.
Result<CheckOutcome> check(const store::Dataset& dataset, const store::Assignment& assignment,
                           const manifest::CheckOptions& options, const JobContext& job);

struct RemedyRequest {
  std::filesystem::path file;
  std::string manifest = "default";
  std::string check;  ///< whose remedy: one of Check::name
  std::string name;   ///< of the manifest to write; empty: the same
  manifest::CheckOptions options;
};
struct RemedyOutcome {
  manifest::Check found;       ///< what was done something about
  ManifestFacts facts;         ///< of the manifest that was written
  std::uint64_t setAside = 0;  ///< samples moved to unused
  bool redrawn = false;
};
/// `masu check --remedy CHECK`: does what a check offers, to the manifest itself or under another name.
/// Errors: no such check; one that passed, or whose remedy is outside of the split; a manifest that cannot be drawn
/// again since it was not drawn (Errc::unsupported); what the draw refuses; a frozen manifest.
Result<RemedyOutcome> applyRemedy(const RemedyRequest& request, const JobContext& job);

}  // namespace masu::tasks
