// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/result.h"

namespace masu::metrics {

/// A training run that replaces the one in its folder, which stays there, whole, until the new one has a checkpoint:
/// before that, the new one's files are in RUN/run.partial/new. Then they take their places together, and a crash at
/// any moment leaves one run or the other. Files of others in the folder stay.
/// Requires: the run's lock, as long as this exists. Lifetime: what was not completed is removed with it.
/// Threads: one at a time, which may be confined.
class RunReplacement {
 public:
  /// Of no run: nothing is replaced.
  RunReplacement() = default;
  /// Where the folder holds files of a run, makes the place for the new one's; else nothing is replaced. What an
  /// earlier replacement left is settled first. Errors: those of runFilesIn(); a file to be replaced is a folder;
  /// nothing can be written.
  static Result<RunReplacement> begin(const std::filesystem::path& run);

  RunReplacement(RunReplacement&& other) noexcept;
  RunReplacement& operator=(RunReplacement&& other) noexcept;
  ~RunReplacement();

  /// Whether the run in the folder is still the old one.
  bool isPending() const { return !m_run.empty(); }
  /// Where the new run's files are meanwhile. Requires: isPending().
  std::filesystem::path folder() const;
  /// Gives the new files their places and removes the old ones; files that are open stay so. Nothing is pending then.
  /// Errors: a name cannot be changed or made durable. Where isPending() still, the old run was put back; else the new
  /// one is in its place, and only that nothing undoes it after a loss of power is not sure.
  Result<void> complete();

 private:
  void discard();

  std::filesystem::path m_run;  ///< empty: nothing is pending
};

/// Completes a replacement that was interrupted while files took their places, and removes what is left of one that
/// was interrupted before. Requires: the run's lock. Errors: the folder cannot be written.
Result<void> settleReplacement(const std::filesystem::path& run);
/// Removes what a replacement that was interrupted left, of either run: for whoever removes a run whose replacement
/// cannot be settled, as its note is damaged. Requires: the run's lock. Errors: a file cannot be removed.
Result<void> discardReplacement(const std::filesystem::path& run);
/// For whoever reads a run, a model of it or one of their checkpoints: only completes a replacement, where a process
/// was killed in those moments. Where somebody else holds the run, waits for a moment that they complete it. Costs a
/// look at the disk otherwise. Threads: any, of any number of processes. Errors: as above.
Result<void> completeReplacement(const std::filesystem::path& path);

}  // namespace masu::metrics
