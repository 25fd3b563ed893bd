// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/loss.h"

#include "core/ingest/plan/sampled_loss.h"

namespace masu::ui {

LossMark lossMark(const ingest::ImportPlan& plan, const ingest::ColumnPlan& column, table::DType type) {
  const ingest::SampledLoss loss = ingest::sampledLoss(plan, column, type);
  if (!loss.holds) return LossMark::beyond;
  if (loss.bound() == 0) return LossMark::exact;
  const double within = plan.options.tolerance.value_or(kLossWithin * (column.stats.max - column.stats.min));
  return loss.bound() <= within ? LossMark::within : LossMark::beyond;
}

bool isNumber(const ingest::ColumnPlan& column) {
  using table::Kind;
  return column.role == table::Role::feature && (column.kind == Kind::integer || column.kind == Kind::decimal ||
                                                 column.kind == Kind::boolean || column.kind == Kind::time);
}

}  // namespace masu::ui
