// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ingest/plan/import_plan.h"
#include "core/table/storage_loss.h"

namespace masu::ingest {

/// What a column of numbers would lose at a type, by the numbers that its survey kept: an estimate, but for the
/// extremes, which are among them.
struct SampledLoss {
  bool holds = true;          ///< false: some number, or a missing cell, has no place in the type
  bool missing = false;       ///< so it is, and a missing cell has none
  double step = 0;            ///< between codes, where i8 or i16 would hold the column as such
  double maxError = 0;        ///< over the numbers that have a place
  table::StorageLoss loss;    ///< the same
  table::ColumnStats sample;  ///< of those numbers, where they may lose anything

  /// What no number of the column exceeds: half a step, and what rounding adds, where codes lose anything at all.
  double bound() const;
};

/// i8 and i16 are plain where the sampled numbers allow it, else codes: in the plan's own steps where it has them, else
/// in steps over the sampled range.
SampledLoss sampledLoss(const ImportPlan& plan, const ColumnPlan& column, table::DType type);

/// True where missing cells of a column would be stored as such: as NaN, or as the lowest code.
bool storesMissing(const ImportPlan& plan, const ColumnPlan& column);

}  // namespace masu::ingest
