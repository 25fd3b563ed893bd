// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/io/file.h"
#include "core/io/work_queue.h"

namespace masu::io {

/// What the workers of a job have to agree on.
struct WorkerTerms {
  std::string text;
  /// What is said to a worker whose text is another one; `theirs`: that of those who began the job, which is in
  /// `folder`, and which may be of another version of Masu.
  std::function<Error(const std::string& theirs, const std::filesystem::path& folder)> otherTerms;
};

/// `F.h5.workers/` while workers write F.h5 together: the terms, the queue of ranges and their files, and a queue with
/// a single piece, the join of all. All who are in the folder hold its lock together. Threads: one at a time. Lifetime:
/// destruction leaves the folder; whoever leaves it last removes it, where the job is complete or no range is.
class WorkerFolder {
 public:
  WorkerFolder(const std::filesystem::path& target, WorkerTerms terms, std::uint64_t ranges,
               const ClaimPatience& patience);
  WorkerFolder(const WorkerFolder&) = delete;
  WorkerFolder& operator=(const WorkerFolder&) = delete;
  ~WorkerFolder();

  /// Makes the folder where it is not there. Whoever finds nobody in it gives back what dead workers had claimed or
  /// made without a file, and removes the files that they had not completed. Errors: what is there has other terms;
  /// another program has the folder alone; the disk is full.
  Result<void> enter();

  const std::filesystem::path& path() const { return m_path; }
  WorkQueue& ranges() { return m_ranges; }
  WorkQueue& join() { return m_join; }
  /// A folder for what workers let each other know; no part of the result. A note that cannot be written costs time
  /// alone.
  std::filesystem::path notes() const;
  void note(const std::string& name, const std::string& text) const;
  /// How far the join has come, so that others make ranges which it reaches later: the range that it is at; 0 where
  /// none has begun. What cannot be written or read costs time alone.
  void notePosition(std::uint64_t range) const;
  std::uint64_t position() const;
  /// Why the join failed, where whoever tries it again fails so: others need not work for it. Until somebody enters who
  /// is alone.
  void noteFailure(const std::string& sentence) const;
  std::optional<std::string> failure() const;
  /// The file of a range that was made under a claim of this name.
  std::filesystem::path fileOf(const std::string& claim) const;

  /// The result of these terms is in its place, whoever joined the ranges.
  void noteFinished() { m_finished = true; }
  /// Removes what a worker left that died after the result was in its place, unless somebody is there. Requires: it is
  /// the result of these terms; the folder is not entered.
  void removeFinished() const;

 private:
  bool isPrepared() const;
  Result<void> prepare() const;
  Result<void> prepareOrRemove() const;
  Result<bool> hasTheseTerms() const;
  bool isBegun() const;
  bool hasFile(const std::string& claim) const;
  bool isOver() const;
  void removeUnfinished() const;
  void removeFiles() const;

  std::filesystem::path m_target;
  std::filesystem::path m_path;
  WorkerTerms m_terms;
  std::uint64_t m_count;
  WorkQueue m_ranges;
  WorkQueue m_join;
  bool m_finished = false;
  File m_lock;
};

}  // namespace masu::io
