// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/work_queue.h"
#include "core/io/workers/worker_folder.h"
#include "core/rewrite/conversion.h"
#include "core/store/write/dataset_writer.h"

namespace masu::rewrite {

/// One of the workers of a conversion.
struct ConversionPart {
  std::uint64_t rangeBytes = std::uint64_t{256} << 20;  ///< as they are read: some seconds of work; the same for all
  io::ClaimPatience patience = {};
};

/// What a worker did, and what became of the conversion.
struct ConversionPartReport {
  std::uint64_t ranges = 0;               ///< into which the dataset is divided
  std::uint64_t converted = 0;            ///< of them by this worker
  bool complete = false;                  ///< the new dataset is there; else another worker is joining the ranges
  std::optional<Converted> joined = {};   ///< where this worker joined them
  std::uint64_t bytesConvertedAgain = 0;  ///< by the join, as they are read
};

/// Converts a dataset beside other workers, here or on machines that share the folder of the target, any number of
/// which begin and die at any time: converts ranges until all are done, and joins them unless another worker does. The
/// new dataset is that of convertTo(), on processors of the same kind byte for byte, and on others with the same
/// content. A worker that was stopped or killed is repeated with the same words. `options`: of the new dataset, the
/// same for all. Errors: those of convertTo(); options.overwrite; a dataset that is there already, or is there with
/// parts of another size; others convert another dataset, or with other options or another version.
Result<ConversionPartReport> convertPart(const std::filesystem::path& target, const store::WriteOptions& options,
                                         const Conversion& conversion, const ConversionPart& part,
                                         const Resources& resources, const JobContext& job);

/// What the workers of a conversion have to agree on: the dataset, what becomes of it, and the size of parts. Errors:
/// the dataset cannot be read.
Result<io::WorkerTerms> termsOf(const std::filesystem::path& target, const store::WriteOptions& options,
                                const Conversion& conversion, std::uint64_t rangeBytes);

}  // namespace masu::rewrite
