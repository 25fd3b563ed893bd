#include "core/ingest/type_choice.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/downcast/narrow.h"

namespace masu::ingest {

using table::DType;

namespace {

std::string shown(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, end};
}

/// A missing cell is stored as NaN under these policies, which integers do not have.
bool storesMissing(const ImportPlan& plan, const ColumnPlan& column) {
  const MissingPolicy policy = plan.options.missingOf(column.name).policy;
  return (policy == MissingPolicy::nan || policy == MissingPolicy::mean) && column.stats.missing > 0;
}

bool loses(const ImportPlan& plan, const ColumnPlan& column, DType type) {
  if (table::isInteger(type) && (storesMissing(plan, column) || !column.stats.integral)) return true;
  const downcast::Loss loss = downcast::lossOf(column.sampled, type);
  const bool whole = column.stats.integral;
  return loss.overflows || loss.maxError > (whole ? 0 : plan.options.tolerance);
}

DType narrowest(const ImportPlan& plan) {
  constexpr std::array kUpwards = {DType::u8, DType::i8, DType::u16, DType::i16, DType::f16};
  for (const DType type : kUpwards) {
    const bool fits = std::none_of(plan.columns.begin(), plan.columns.end(), [&](const ColumnPlan& column) {
      return column.role == table::Role::feature && loses(plan, column, type);
    });
    if (fits) return type;
  }
  return DType::f32;
}

Result<void> checkInteger(const ImportPlan& plan, DType type) {
  const std::string typeName(table::name(type));
  for (const ColumnPlan& column : plan.columns) {
    if (column.role != table::Role::feature) continue;
    if (storesMissing(plan, column)) {
      return fail(Errc::unsupported,
                  MASU_TEXT("core",
                            "Column {0} has missing cells, which {1} has no value for. Fill them with zero, drop "
                            "their records, or choose a float type."),
                  {column.name, typeName});
    }
    const auto misfit = std::find_if(column.sampled.begin(), column.sampled.end(),
                                     [&](double value) { return !downcast::holds(type, value); });
    if (misfit == column.sampled.end()) continue;
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "Column {0} holds {1}, which {2} does not hold as it is, and scaled integers are not written "
                          "yet. Choose f32 or f16."),
                {column.name, shown(*misfit), typeName});
  }
  return {};
}

}  // namespace

Result<DType> chooseType(const ImportPlan& plan) {
  if (plan.options.autoType) return narrowest(plan);
  if (!plan.options.dtype) return DType::f32;
  if (table::isInteger(*plan.options.dtype)) MASU_CHECK(checkInteger(plan, *plan.options.dtype));
  return *plan.options.dtype;
}

}  // namespace masu::ingest
