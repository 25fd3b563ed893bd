// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/journal/import_report.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/table/ranges/source_ranges.h"
#include "core/io/workers/range_files.h"
#include "core/io/workers/worker_folder.h"

namespace masu::ingest {

/// An import as workers share it: ranges, what one makes of a range, and a load that joins what they have made.
/// Invariant: the plan and the sizes determine the ranges. The join gives what load() does, whatever is in the files of
/// the ranges, and whichever are missing.
/// Threads: one at a time. Lifetime: borrows the plan and the options.
class SharedWork {
 public:
  SharedWork() = default;
  SharedWork(const SharedWork&) = delete;
  SharedWork& operator=(const SharedWork&) = delete;
  virtual ~SharedWork() = default;

  virtual std::uint64_t ranges() const = 0;
  /// That all ranges come to, as make() counts them.
  virtual std::uint64_t bytes() const = 0;
  /// Writes the file of a range. Errors: a source that cannot be read; a full disk; cancelled.
  virtual Result<void> make(std::uint64_t range, const std::filesystem::path& file, const io::WorkerFolder& folder,
                            const JobContext& job) = 0;

  struct Joined {
    ImportReport report;
    std::uint64_t bytesAgain = 0;  ///< that the file of a range did not have, and were made once more
  };
  /// `files`: asked for each range when the join comes to it; as io::SharedJob says. Errors: those of load().
  virtual Result<Joined> join(const io::RangeSource& files, const LoadOptions& options, const io::WorkerFolder& folder,
                              const JobContext& job) = 0;

  /// Errors: where the rejects would go there is something else, or nothing can be written.
  virtual Result<void> checkRejects(const LoadOptions& options) const = 0;
  /// Whether an interrupted load of this identity is one of the plan.
  virtual bool isIdentity(const std::string& identity) const = 0;
  /// Whether the dataset is one of the plan.
  virtual bool isDataset(const store::DatasetMeta& meta) const = 0;
};

/// Of a plan of a table, or of recordings. Requires: resources are resolved. Errors: a source that cannot be opened.
Result<std::unique_ptr<SharedWork>> sharedTable(const ImportPlan& plan, const LoadOptions& options,
                                                const RangeSizes& sizes, const Resources& resources);
Result<std::unique_ptr<SharedWork>> sharedRecordings(const ImportPlan& plan, const LoadOptions& options,
                                                     const RangeSizes& sizes, const Resources& resources);

}  // namespace masu::ingest
