// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/plan/storage_rules.h"

#include <algorithm>
#include <limits>

namespace masu::ingest {

using table::DType;

const std::vector<double>& StorageRules::limitsAt(DType type) const {
  return table::sizeOf(type) >= sizeof(float) ? floatLimits : limits;
}

double limitOf(const ImportPlan& plan, const ColumnPlan& column, DType type) {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  if (type == DType::f64) return kAny;
  if (!plan.options.autoType) return plan.options.tolerance.value_or(kAny);
  if (column.kind != table::Kind::decimal) return 0;
  return table::sizeOf(type) == sizeof(float) ? kAny : plan.options.tolerance.value_or(0);
}

StorageRules rulesFor(const ImportPlan& plan, std::span<const std::size_t> features) {
  StorageRules rules;
  rules.stop = plan.options.onToleranceExceeded == OnToleranceExceeded::stop;
  const bool codes = downcast::canBeCodes(plan.dtype);
  std::vector<downcast::Affine> steps;
  for (const std::size_t feature : features) {
    const ColumnPlan& column = plan.columns[feature];
    if (column.steps) steps.push_back(*column.steps);
    rules.limits.push_back(limitOf(plan, column, DType::f16));
    // Who asks for f64 wants whole numbers as they are.
    const bool whole =
        column.kind == table::Kind::integer && plan.options.dtype == DType::f64 && !plan.options.tolerance;
    rules.floatLimits.push_back(whole ? 0 : limitOf(plan, column, DType::f32));
  }
  if (codes && !steps.empty() && steps.size() == features.size()) rules.codes.emplace(plan.dtype, std::move(steps));
  // Where nothing is limited nothing has to be asked.
  const auto isAny = [](double limit) { return limit == std::numeric_limits<double>::infinity(); };
  for (std::vector<double>* limits : {&rules.limits, &rules.floatLimits}) {
    if (std::ranges::all_of(*limits, isAny)) limits->clear();
  }
  return rules;
}

}  // namespace masu::ingest
