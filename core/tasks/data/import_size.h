// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/ingest/plan/import_plan.h"
#include "core/table/dtype.h"

namespace masu::tasks {

/// Bytes of the dataset that a plan makes with features of this type, uncompressed, with its metadata and splits file:
/// an upper bound, as far as the samples that a survey counted or estimated.
std::uint64_t datasetBytes(const ingest::ImportPlan& plan, table::DType type);

/// What a dataset of recordings will have at the least: their values. 0 where that is not known: chunks are compressed,
/// or records of a table are rejected or left out, as many as the import finds.
std::uint64_t leastDatasetBytes(const ingest::ImportPlan& plan);

}  // namespace masu::tasks
