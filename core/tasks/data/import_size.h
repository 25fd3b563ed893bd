// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/ingest/plan/import_plan.h"
#include "core/table/dtype.h"

namespace masu::tasks {

/// Bytes of the dataset that a plan makes with features of this type, uncompressed, with its metadata and splits file:
/// an upper bound, as far as the samples that a survey counted or estimated.
std::uint64_t datasetBytes(const ingest::ImportPlan& plan, table::DType type);

/// What the dataset will have at the least: its features alone, a fifth less of them where samples were estimated. 0
/// where that is not known: a filter leaves records out, or missing cells do where not all were seen; chunks are
/// compressed.
std::uint64_t leastDatasetBytes(const ingest::ImportPlan& plan);

}  // namespace masu::tasks
