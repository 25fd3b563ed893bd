// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// Adds to plan.notes what people should know of a decided plan before it is run: what is left out, what a column will
/// lose, how dates are read, what the label could have been. Of many notes of one kind the first few are kept, and the
/// rest is counted.
void noteTable(ImportPlan& plan);

/// The notes of a plan without those of a narrower type than `stored`, to which the import made its features wider.
std::vector<Message> notesThatHold(const ImportPlan& plan, table::DType stored);

/// What is to be said of times of which only some have a zone. Requires: forms.zoneless is one of them.
Message zoneNote(const ColumnPlan& column);

}  // namespace masu::ingest
