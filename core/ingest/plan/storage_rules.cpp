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

double wholeLimitOf(const ImportPlan& plan, const ColumnPlan& column) {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  if (column.rounded) return kAny;
  const double otherwise = column.kind == table::Kind::integer ? 0 : kAny;
  // What `auto` is given is the tolerance of decimals.
  return plan.options.autoType ? otherwise : plan.options.tolerance.value_or(otherwise);
}

Message wholeRefusal(const std::string& column, const std::string& value, const Location& where) {
  const Argument place = where.line == 0
                             ? Argument(where.file)
                             : Message{MASU_TEXT("core", "{0}, line {1}"), {where.file, std::to_string(where.line)}};
  return {MASU_TEXT("core",
                    "Column {0} holds {1} ({2}), but features do not keep whole numbers beyond 2^53 exactly, and "
                    "different ones would become equal. Keep the column (--keep {0}), make it a category (--type "
                    "{0}=category), leave it out (--type {0}=ignored), or have it rounded (--type {0}=number)."),
          {column, value, place}};
}

bool refusesWhole(const ImportPlan& plan, const ColumnPlan& column) {
  const bool exact =
      column.role == table::Role::feature && column.kind == table::Kind::integer && wholeLimitOf(plan, column) == 0;
  const auto drops = [](const auto& entry) { return entry.second.policy == MissingPolicy::drop; };
  const bool leavesOut = !plan.options.table.where.empty() || plan.options.missing == MissingPolicy::drop ||
                         std::ranges::any_of(plan.options.table.columnMissing, drops);
  return exact && !leavesOut && !column.forms.inexact.empty();
}

Result<void> checkWholeFeatures(const ImportPlan& plan) {
  for (const ColumnPlan& column : plan.columns) {
    if (!refusesWhole(plan, column)) continue;
    const Message sentence = wholeRefusal(column.name, column.forms.inexact, column.forms.inexactAt);
    return fail(Error{Errc::unsupported, sentence.text, sentence.arguments, column.forms.inexactAt});
  }
  return {};
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
    rules.floatLimits.push_back(limitOf(plan, column, DType::f32));
    rules.wholeLimits.push_back(wholeLimitOf(plan, column));
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
