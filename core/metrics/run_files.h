// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/result.h"

namespace masu::metrics {

/// Names in the folder of a run: what it was asked to do, each event as it came, what it resumes from, what people call
/// it, and whose it is; see RunLock.
inline constexpr const char* kSpecName = "spec.json";
inline constexpr const char* kEventLogName = "events.jsonl";
inline constexpr const char* kStateName = "resume.state";
inline constexpr const char* kTitleName = "title.json";
inline constexpr const char* kLockName = "run.lock";
/// The event file for TensorBoard in a model's folder.
inline constexpr const char* kBoardName = "events.out.tfevents.masu";

/// Whether a path, relative to the folder of a training run, is named as a file that a run writes: one of the run's own
/// ("spec.json") or one of a model ("last.pt", "2-cnn1d/epoch-0001.pt").
bool isRunFile(const std::filesystem::path& relative);

/// The files that the run in a folder wrote there, relative to it and in order; those of others are left out, also in
/// folders that are named as those of a model and belong to none in spec.json. Folders of models that are symbolic
/// links are not entered. Empty where there is no such folder. Errors: the folder cannot be read; spec.json is damaged,
/// so that nobody knows which files are the run's.
Result<std::vector<std::filesystem::path>> runFilesIn(const std::filesystem::path& folder);

/// Whether the run in a folder has saved one of its models, which can be used even where the run cannot be resumed.
/// False where the files of the run cannot be listed.
bool hasCheckpoint(const std::filesystem::path& folder);

/// Also for a confined thread; a file that is not there is removed already. Errors: its folder cannot be written.
Result<void> removeRunFile(const std::filesystem::path& file);

}  // namespace masu::metrics
