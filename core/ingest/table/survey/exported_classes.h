// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>

#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// A class map is of the sources of an import, and not of classes that it renamed already. Where it would rename its
/// own results, as one that swaps two classes does, it is dropped from a plan by a recipe whose files are shards of an
/// export that Masu wrote of such a dataset; where they are not known to be, a note says that it is applied.
/// Errors: some of the files are such shards, and others are not.
Result<void> settleClassMap(ImportPlan& plan, std::span<const std::filesystem::path> files);

}  // namespace masu::ingest
