// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/shards/export/export.h"
#include "core/shards/parts/part.h"

namespace masu::shards {

/// What became of a part, and of the export.
struct PartReport {
  enum class Export {
    waiting,    ///< for the parts that are missing
    finishing,  ///< all parts are complete, and another worker describes and publishes them
    complete,   ///< all of it is in the output folder
  };

  std::vector<ShardInfo> shards;       ///< of the part; none where the export was in the output folder before
  bool before = false;                 ///< the part was complete already: nothing of it was written
  std::vector<std::uint64_t> missing;  ///< parts that are not complete
  Export whole = Export::waiting;
};

/// Writes one part of what writeShards() would write, beside workers of the other parts, here or on machines that share
/// the folder, in any order; the last to be done joins them, so that the bytes are those of writeShards(). A part that
/// was stopped or killed is resumed, whether options.resume is set or not; options.overwrite replaces an export in the
/// output folder, at the end. Cost: each worker plans the whole export (see planShards). Errors: those of
/// writeShards(); a format that is not written in parts; another worker writes the part; the others have other options,
/// another dataset, version or number of parts.
Result<PartReport> exportPart(const store::Dataset& dataset, const ShardOptions& options, const PartOf& part,
                              const Resources& resources, const JobContext& job, const PlanCheck& check = {});

/// The shards of a part, as planShards() gives those of all parts. Errors: those of planShards(); a format that is not
/// written in parts.
Result<std::vector<ShardInfo>> planPart(const store::Dataset& dataset, const ShardOptions& options, const PartOf& part,
                                        const std::stop_token& stop = {});

}  // namespace masu::shards
