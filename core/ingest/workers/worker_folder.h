// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ingest/journal/import_report.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/table/ranges/source_ranges.h"
#include "core/io/file.h"
#include "core/io/work_queue.h"
#include "core/table/dtype.h"

namespace masu::ingest {

/// What the workers of an import have to agree on.
struct WorkerTerms {
  std::string identity;        ///< identityOf() the plan in parts of the size that is asked for
  std::string placeOfRejects;  ///< as seen from the dataset: machines may know the folder of both by other paths
  RangeSizes sizes;
  std::uint64_t partBytes = 0;  ///< of the dataset; part of the identity, and here by itself to be named
};
WorkerTerms termsOf(const ImportPlan& plan, const LoadOptions& options, const RangeSizes& sizes);

/// What is said where the parts of a dataset (store::WriteOptions::partBytes) would have another size than the other
/// workers give them. `toRemove`: what people remove to begin again.
Error otherPartSize(const std::filesystem::path& target, std::uint64_t asked, std::uint64_t theirs,
                    const std::filesystem::path& toRemove);

/// `F.h5.workers/` while workers import F.h5 together: the terms, the queue of ranges and their files, and a queue with
/// a single piece, the join of all. All who are in the folder hold its lock together.
/// Threads: one at a time. Lifetime: destruction leaves the folder; whoever leaves it last removes it, where the import
/// is complete or no range is.
class WorkerFolder {
 public:
  WorkerFolder(const std::filesystem::path& target, const WorkerTerms& terms, std::uint64_t ranges,
               const io::ClaimPatience& patience);
  WorkerFolder(const WorkerFolder&) = delete;
  WorkerFolder& operator=(const WorkerFolder&) = delete;
  ~WorkerFolder();

  /// Makes the folder where it is not there. Who finds nobody in it gives back what dead workers had claimed, and
  /// removes the files that they had not completed. Errors: what is there has other terms; another program has the
  /// folder alone; the disk is full.
  Result<void> enter();

  const std::filesystem::path& path() const { return m_path; }
  io::WorkQueue& ranges() { return m_ranges; }
  io::WorkQueue& join() { return m_join; }
  /// What the matrices of a table have become after the ranges before this one, as far as workers know; empty: what the
  /// plan says. No part of the result: a range that is parsed with other types than it needs is parsed again.
  std::vector<table::DType> typesBefore(std::uint64_t range) const;
  /// They became so within this range.
  void noteTypes(std::uint64_t range, const std::vector<table::DType>& types) const;
  /// The file of a range that was parsed under a claim of this name.
  std::filesystem::path fileOf(const std::string& claim) const;

  /// The dataset of these terms is in its place, whoever joined the ranges.
  void noteFinished() { m_finished = true; }
  /// Removes what a worker left that died after the dataset was in its place, unless somebody is there. Requires: it is
  /// the dataset of these terms; the folder is not entered.
  void removeFinished() const;

 private:
  bool isPrepared() const;
  Result<void> prepare() const;
  Result<void> prepareOrRemove() const;
  Result<bool> hasTheseTerms() const;
  Error otherTerms() const;
  bool isBegun() const;
  bool isOver() const;
  void removeUnfinished() const;
  void removeFiles() const;

  std::filesystem::path m_target;
  std::filesystem::path m_path;
  std::string m_terms;  ///< as they are written
  std::uint64_t m_partBytes;
  std::uint64_t m_count;
  io::WorkQueue m_ranges;
  io::WorkQueue m_join;
  bool m_finished = false;
  io::File m_lock;
};

}  // namespace masu::ingest
