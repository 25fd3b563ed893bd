// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/plan/sampled_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/csv/numbers/whole_number.h"
#include "core/downcast/affine.h"
#include "core/downcast/loss_meter.h"
#include "core/downcast/narrow.h"

namespace masu::ingest {

using table::DType;

namespace {

bool isPlain(const ImportPlan& plan, const ColumnPlan& column, DType type) {
  if (!table::isInteger(type)) return true;
  if (storesMissing(plan, column) || !column.stats.integral) return false;
  // In ascending order: what is between two whole numbers that fit fits, too.
  return column.sampled.empty() ||
         (downcast::holds(type, column.sampled.front()) && downcast::holds(type, column.sampled.back()));
}

/// The steps that a column would have in i8 or i16, if that needs any.
std::optional<downcast::Affine> stepsOf(const ImportPlan& plan, const ColumnPlan& column, DType type) {
  if (column.steps && type == plan.dtype) return column.steps;
  if (!downcast::canBeCodes(type) || isPlain(plan, column, type) || column.stats.hasInfinite()) return std::nullopt;
  // Of booleans, and of a column without a value, no numbers are kept.
  if (column.sampled.empty()) return downcast::affineOver(type, 0, 1, true);
  return downcast::affineOver(type, column.sampled.front(), column.sampled.back(), column.stats.integral);
}

void throughCodes(DType type, const downcast::Affine& steps, std::vector<double>& values) {
  const downcast::AffineCodes codes(type, {steps});
  std::vector<std::byte> stored(values.size() * table::sizeOf(type));
  codes.encode(0, std::span<const double>(values), stored);
  codes.decode(0, stored, std::span(values));
}

/// By how far a double may miss a whole number of the column: those sampled are doubles themselves.
double roundingOf(const ColumnPlan& column) {
  const double reach = std::max(column.stats.max, -column.stats.min);
  const bool whole = column.kind == table::Kind::integer && column.stats.count > 0;
  if (!whole || reach < csv::kWholeDoubles || std::isinf(reach)) return 0;
  return (std::nextafter(reach, std::numeric_limits<double>::infinity()) - reach) / 2;
}

double readAs(DType type, double value) {
  if (downcast::holds(type, value)) return downcast::stored(type, value);
  return std::copysign(std::numeric_limits<double>::infinity(), value);
}

}  // namespace

double SampledLoss::bound() const {
  return step > 0 && maxError > 0 ? std::max(maxError, downcast::kHalfStep * step) : maxError;
}

bool storesMissing(const ImportPlan& plan, const ColumnPlan& column) {
  const MissingPolicy policy = plan.options.missingOf(column.name).policy;
  return (policy == MissingPolicy::nan || policy == MissingPolicy::mean) && column.stats.missing > 0;
}

SampledLoss sampledLoss(const ImportPlan& plan, const ColumnPlan& column, DType type) {
  SampledLoss sampled;
  const auto steps = stepsOf(plan, column, type);
  sampled.holds = steps || isPlain(plan, column, type);
  sampled.missing = !sampled.holds && !downcast::canBeCodes(type) && storesMissing(plan, column);
  if (!steps && table::isInteger(type)) return sampled;
  std::vector<double> readBack = column.sampled;
  if (steps) {
    sampled.step = static_cast<double>(steps->scale);
    throughCodes(type, *steps, readBack);
  } else {
    for (double& value : readBack) {
      sampled.holds = sampled.holds && downcast::holds(type, value);
      value = readAs(type, value);
    }
  }
  downcast::LossMeter meter(sampled.step);
  for (std::size_t i = 0; i < readBack.size(); ++i) {
    sampled.sample.add(column.sampled[i]);
    meter.add(column.sampled[i], readBack[i]);
  }
  sampled.maxError = std::max(meter.maxError(), roundingOf(column));
  sampled.loss = meter.loss();
  return sampled;
}

}  // namespace masu::ingest
