#include "core/ingest/sampled_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/downcast/affine.h"
#include "core/downcast/loss_meter.h"
#include "core/downcast/narrow.h"

namespace masu::ingest {

using table::DType;

namespace {

bool isPlain(const ImportPlan& plan, const ColumnPlan& column, DType type) {
  if (!table::isInteger(type)) return true;
  return !storesMissing(plan, column) && column.stats.integral &&
         std::ranges::all_of(column.sampled, [type](double value) { return downcast::holds(type, value); });
}

/// The steps that a column would have in i8 or i16, if that needs any.
std::optional<downcast::Affine> stepsOf(const ImportPlan& plan, const ColumnPlan& column, DType type) {
  if (column.steps && type == plan.dtype) return column.steps;
  if ((type != DType::i8 && type != DType::i16) || isPlain(plan, column, type) || column.sampled.empty())
    return std::nullopt;
  return downcast::affineOver(type, column.sampled.front(), column.sampled.back(), column.stats.integral);
}

double readBack(DType type, double value) {
  if (downcast::holds(type, value)) return downcast::stored(type, value);
  return std::copysign(std::numeric_limits<double>::infinity(), value);
}

}  // namespace

double SampledLoss::bound() const {
  constexpr double kHalfStep = 0.505;
  return step > 0 && maxError > 0 ? std::max(maxError, kHalfStep * step) : maxError;
}

bool storesMissing(const ImportPlan& plan, const ColumnPlan& column) {
  const MissingPolicy policy = plan.options.missingOf(column.name).policy;
  return (policy == MissingPolicy::nan || policy == MissingPolicy::mean) && column.stats.missing > 0;
}

SampledLoss sampledLoss(const ImportPlan& plan, const ColumnPlan& column, DType type) {
  SampledLoss sampled;
  const auto steps = stepsOf(plan, column, type);
  std::optional<downcast::AffineCodes> codes;
  if (steps) {
    sampled.step = static_cast<double>(steps->scale);
    codes.emplace(type, std::vector{*steps});
  }
  sampled.holds = codes || isPlain(plan, column, type);
  downcast::LossMeter meter(sampled.step);
  for (const double value : column.sampled) {
    sampled.sample.add(value);
    if (codes) {
      meter.add(value, codes->stored(0, value));
    } else if (!table::isInteger(type)) {
      meter.add(value, readBack(type, value));
      sampled.holds = sampled.holds && downcast::holds(type, value);
    }
  }
  sampled.maxError = meter.maxError();
  sampled.loss = meter.loss();
  return sampled;
}

}  // namespace masu::ingest
