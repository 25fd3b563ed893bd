// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/journal/import_report.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/table/ranges/source_ranges.h"
#include "core/io/work_queue.h"
#include "core/io/workers/worker_folder.h"

namespace masu::ingest {

/// One of the workers of an import.
struct ImportPart {
  RangeSizes sizes = {};
  io::ClaimPatience patience = {};
};

/// What a worker did, and what became of the import.
struct ImportPartReport {
  enum class Import {
    finishing,  ///< all ranges are done or begun, and another worker is joining them
    complete,   ///< the dataset is there
  };

  std::uint64_t ranges = 0;  ///< into which the sources are divided
  std::uint64_t parsed = 0;  ///< of them by this worker, the join included; of recordings: read
  Import whole = Import::finishing;
  std::optional<ImportReport> import = {};  ///< where this worker joined the ranges
  std::uint64_t bytesParsedAgain = 0;       ///< by the join: of text; of recordings: of values as they are stored
};

/// Imports tables or recordings beside other workers, here or on machines that share the folder of the target, any
/// number of which begin and die at any time: imports the sources unless another worker does, with what the others have
/// parsed or read, and else parses or reads ranges that this one has not yet come to. The dataset and its rejects are
/// those of load() with the same plan and options, byte for byte. A worker that was stopped or killed is repeated with
/// the same words, whether options.write.resume is set or not.
/// Requires: options.log and options.write.appendTo are null.
/// Errors: those of load(), which the join reports unless the survey showed them; a dataset that may be overwritten, or
/// is there with parts of another size; others work with other sources, options or version; an import of other ones was
/// interrupted here, or another program has the target.
Result<ImportPartReport> importPart(const ImportPlan& plan, const LoadOptions& options, const ImportPart& part,
                                    const Resources& resources, const JobContext& job);

/// What the workers of an import have to agree on: the plan, the size of parts, and where the rejects are, as seen from
/// the dataset, since machines may know the folder of both by other paths.
io::WorkerTerms termsOf(const ImportPlan& plan, const LoadOptions& options, const RangeSizes& sizes);

}  // namespace masu::ingest
