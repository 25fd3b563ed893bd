// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/store/read/dataset.h"

namespace masu::tasks {

/// `masu label`: the classes of some samples, or the names of classes, become others. The dataset stays as it is; the
/// edit is one more edition in its edits file (store::EditsFile), which everything that opens the dataset reads.
struct LabelRequest {
  std::filesystem::path file;
  std::string className = {};           ///< what the samples of `where` become; a new name is a new class
  std::string where = {};               ///< the samples, as of manifest::select()
  std::filesystem::path list = {};      ///< instead: a CSV that names samples and their classes, see readLabelList()
  std::vector<std::string> renames = {};  ///< instead: OLD=NEW each, at once; a NEW that there is merges two classes
  std::string what = {};                ///< what the history says of it
};

struct LabelOutcome {
  store::LabelEdition edition;  ///< of the labels afterwards
  bool written = false;         ///< by this call, as there was something to change
  std::uint64_t named = 0;    ///< samples that were asked for: some may have had the class
  std::uint64_t changed = 0;  ///< samples whose class has another name now
  std::vector<std::string> newClasses;
  std::vector<std::string> mergedClasses;  ///< those whose samples are of another class now
};

/// Nothing is written where no label changes. Errors: labels that are not classes; a dataset without checksums, whose
/// content no receipt could name; a filter or a list that makes no sense, or lines that fit no sample; no class of that
/// name to rename; a frozen manifest, whose labels stay; a dataset that shares the edits of another; another program
/// that edited the labels, froze a manifest or replaced the dataset meanwhile; cancelled.
Result<LabelOutcome> label(const LabelRequest& request, const JobContext& job);

/// Takes back the last edit that is in effect; the edition that does is one more in the history. Errors: there is none;
/// as of label().
Result<LabelOutcome> undoLabels(const std::filesystem::path& file, const JobContext& job);

}  // namespace masu::tasks
