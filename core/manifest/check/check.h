// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/manifest/draw/split_plan.h"
#include "core/manifest/samples/sample_set.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"

namespace masu::manifest {

/// How much a finding matters: `warning` is to be known, `serious` makes scores say what they should not.
enum class Severity { fine, warning, serious };
std::string_view name(Severity severity);

/// What to change in a plan so that drawing it again mends a finding.
struct Redraw {
  bool stratify = false;
  std::string groupBy = {};  ///< keep these together: "group", "source" or a column; empty: as the plan has it
  bool another = false;      ///< the same way with another seed
  std::string order = {};    ///< in this order, "position" within each source, rather than by groups or class shares
  std::uint64_t gap = 0;
  bool keepEqual = false;  ///< equal samples in one split
};
/// The plan as the redraw wants it. What cannot go together with it is left out; checkSplit() offers no redraw that
/// would leave out what somebody asked for.
SplitPlan redrawn(SplitPlan plan, const Redraw& redraw);

/// What the program can do about a finding by itself: one of the two, or neither.
struct Remedy {
  SampleSet setAside;  ///< samples to move to unused
  std::optional<Redraw> redraw;

  bool any() const { return !setAside.empty() || redraw.has_value(); }
};

/// What one check of a split found.
struct Check {
  std::string name;  ///< duplicates, overlapping_windows, groups_across_splits …
  bool passed = true;
  Message detail;                      ///< what was found
  Message fix;                         ///< what to do; empty where it passed
  Severity severity = Severity::fine;  ///< fine exactly where it passed
  Remedy remedy;
  bool compared = true;  ///< false: there was nothing to compare, so that passing says nothing; `detail` says why
};

struct CheckOptions {
  Resources resources;
  std::filesystem::path scratch;  ///< for files without names; empty: io::scratchFolder()
  /// How the manifest was drawn (StoredManifest::origin): by what groups, and what drawing again would change.
  /// Unset: nobody knows, and every remedy is offered.
  std::optional<std::string> origin = std::nullopt;
};

/// Looks for leaks between the splits of a manifest, and for splits that do not resemble each other:
/// duplicates (same stored values in two splits), overlapping_windows (of one recording, in two splits, or side by
/// side in many places, as drawing windows at random puts them), groups_across_splits (groups of the dataset, and those
/// that the manifest was drawn by), class_shares, label_given_away (a column that determines the class by its values
/// or one class by its gaps, or a few that determine the value), drift (of column means, and of the shares of
/// categories), missing_classes, conflicting_labels (same stored values, different labels; of labels that are values,
/// by how much of their variance that is), empty_splits (of those that the manifest was drawn with). Always all nine,
/// in this order; what a dataset has nothing for passes and says so, and what a single split or class leaves nothing to
/// compare for is marked so. Samples that are unused do not count. Memory: `resources.memoryBytes`, and two bits a
/// sample for remedies; contents are compared by 96-bit hashes, out of core where they are many (24 bytes a sample in
/// `scratch`). A remedy that draws again is tried within that memory; one that does not fit is offered untried, and
/// drawing it fails with Errc::outOfMemory. Threads: one. Errors: `scratch` is not a folder; of reading and of scratch
/// files; Errc::cancelled after a stop.
Result<std::vector<Check>> checkSplit(const store::Dataset& dataset, const store::Assignment& assignment,
                                      const CheckOptions& options, const JobContext& job);

}  // namespace masu::manifest
