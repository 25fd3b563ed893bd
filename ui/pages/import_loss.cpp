#include "ui/pages/import_loss.h"

#include "core/downcast/narrow.h"

namespace masu::ui {

LossMark lossMark(const ingest::ColumnPlan& column, table::DType type) {
  const downcast::Loss loss = downcast::lossOf(column.sampled, type);
  if (loss.overflows) return LossMark::beyond;
  if (loss.maxError == 0) return LossMark::exact;
  return loss.maxError <= kLossWithin * (column.stats.max - column.stats.min) ? LossMark::within : LossMark::beyond;
}

bool isNumber(const ingest::ColumnPlan& column) {
  using table::Kind;
  return column.role == table::Role::feature && (column.kind == Kind::integer || column.kind == Kind::decimal ||
                                                 column.kind == Kind::boolean || column.kind == Kind::time);
}

}  // namespace masu::ui
