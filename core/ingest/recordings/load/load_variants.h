// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ingest/plan/import_plan.h"
#include "core/ingest/recordings/load/recording_journal.h"
#include "core/store/read/dataset.h"

namespace masu::ingest {

// A load of recordings may come to another plan than the one that was asked for: without recordings that turn out to be
// damaged, and in a wider type where one of their samples needs it.

/// Takes recordings out of a plan: a class that had no others goes with them.
void dropFailed(ImportPlan& plan, const std::vector<FailedRecording>& failures);

/// Nothing where no wider float holds more.
std::optional<table::DType> widerFloat(table::DType type);

/// identityOf() the plan in a type.
std::string identityIn(table::DType type, const ImportPlan& plan, std::uint64_t partBytes);

/// Whether an interrupted load of this identity may be one of the plan.
bool mayBeIdentityOf(const std::string& identity, const ImportPlan& plan, std::uint64_t partBytes);

/// Whether a load of the plan may have made the dataset.
bool mayBeMadeOf(const store::DatasetMeta& meta, const ImportPlan& plan);

}  // namespace masu::ingest
