// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/workers/range_files.h"
#include "core/io/workers/worker_folder.h"

namespace masu::io {

/// A job that several processes share, here or on machines that see the same folder: ranges, what one makes of a range,
/// and who joins in order what all have made.
/// Invariant: the terms of the folder determine the ranges. The join gives the same, whatever is in the files of the
/// ranges, and whichever are missing.
/// Threads: one at a time.
class SharedJob {
 public:
  SharedJob() = default;
  SharedJob(const SharedJob&) = delete;
  SharedJob& operator=(const SharedJob&) = delete;
  virtual ~SharedJob() = default;

  /// What ranges are made under by those who do not join, marked with MASU_TEXT; the progress is in bytes.
  virtual const char* stage() const = 0;
  virtual std::uint64_t ranges() const = 0;
  /// That all ranges come to, as make() counts them.
  virtual std::uint64_t bytes() const = 0;

  /// Whether the join begins while ranges are made, and makes by itself those that it comes to and nobody has; else it
  /// begins when all are made. Requires: one that died is resumed near where it was, as what it made is in no file.
  virtual bool joinsAhead() const = 0;
  /// Whether a join that failed so fails again, whoever tries it.
  virtual bool isFinal(Errc failure) const = 0;

  /// Whether the result of these terms is in its place. Errors: something else is.
  virtual Result<bool> isThere() const = 0;
  /// Errors: what the join would fail for, as far as it is known before the work.
  virtual Result<void> checkPlace() const = 0;

  /// Writes the file of a range. Errors: what it is made of cannot be read; a full disk; cancelled.
  virtual Result<void> make(std::uint64_t range, const std::filesystem::path& file, const JobContext& job) = 0;
  /// Puts the result in its place. `files`: asked for each range when the join comes to it; for one that nobody has
  /// made, which is then the join's own, it is empty. Errors: busy, where a process has the target that may be
  /// gone in a moment; all others.
  virtual Result<void> join(const RangeSource& files, const JobContext& job) = 0;
};

/// What a worker did, and what became of the job.
struct WorkerReport {
  std::uint64_t made = 0;  ///< ranges, by this worker, for others or while it joined
  bool joined = false;     ///< by this worker
  bool complete = false;   ///< the result is there; else another worker is joining the ranges
};

/// Works beside others, any number of which begin and die at any time: joins the ranges unless another worker does, and
/// else makes ranges for it until all are made. A worker that was stopped or killed is repeated. `folder`: of as many
/// ranges, not entered.
/// Errors: those of the job; others work under other terms; another program has the folder or the target.
Result<WorkerReport> shareJob(SharedJob& shared, WorkerFolder& folder, const std::filesystem::path& target,
                              const JobContext& job);

}  // namespace masu::io
