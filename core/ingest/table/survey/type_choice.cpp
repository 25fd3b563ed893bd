// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/type_choice.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/downcast/affine.h"
#include "core/downcast/narrow.h"
#include "core/ingest/plan/sampled_loss.h"
#include "core/ingest/plan/storage_rules.h"
#include "core/table/number_text.h"

namespace masu::ingest {

using table::DType;

namespace {

std::string nameOf(DType type) {
  return std::string(table::name(type));
}

/// A loss is shown by its first few digits.
std::string shown(double value) {
  constexpr int kDigits = 4;
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, kDigits);
  return {buffer, end};
}

std::string inFull(double value) {
  return table::numberText(value, DType::f64);
}

/// How a type would do for all features together.
struct TypeFit {
  DType type = DType::f32;
  bool holds = true;
  bool within = true;                  ///< no column loses more than it may
  double worst = 0;                    ///< the largest loss of a column that loses too much, else of any
  const ColumnPlan* column = nullptr;  ///< whose loss that is, or the first one that the type does not hold
};

TypeFit fitOf(const ImportPlan& plan, DType type) {
  TypeFit fit{type};
  for (const ColumnPlan& column : plan.columns) {
    if (column.role != table::Role::feature) continue;
    const SampledLoss loss = sampledLoss(plan, column, type);
    if (!loss.holds) return {type, false, false, 0, &column};
    const bool within = loss.bound() <= limitOf(plan, column, type);
    if (within && !fit.within) continue;
    if (!within && fit.within) fit.worst = 0;
    fit.within = within;
    if (loss.bound() < fit.worst || (fit.column != nullptr && loss.bound() == 0)) continue;
    fit.worst = loss.bound();
    fit.column = &column;
  }
  return fit;
}

/// Gives every feature its steps, where some column needs codes; none where the numbers can be stored as they are.
/// Returns the column whose range has no steps (it reaches infinity), or null: then the type can be taken.
Result<const ColumnPlan*> assignQuantization(ImportPlan& plan, DType type, const Resources& resources,
                                             const JobContext& job) {
  for (ColumnPlan& column : plan.columns) column.steps.reset();
  plan.dtype = type;
  if (!downcast::canBeCodes(type)) return nullptr;
  const bool plain = std::ranges::all_of(plan.columns, [&](const ColumnPlan& column) {
    if (column.role != table::Role::feature) return true;
    const SampledLoss loss = sampledLoss(plan, column, type);
    return loss.holds && loss.step == 0;
  });
  if (plain) return nullptr;
  MASU_CHECK(findExactRanges(plan, resources, job));
  std::size_t feature = 0;
  for (ColumnPlan& column : plan.columns) {
    if (column.role != table::Role::feature) continue;
    const table::ColumnStats& range = plan.table().exact.features[feature++];
    // Any steps but those of plain values will do for a column that holds nothing.
    column.steps = range.count == 0 ? downcast::affineOver(type, 0, 1, true)
                                    : downcast::affineOver(type, range.min, range.max, range.integral);
    if (!column.steps) return &column;
  }
  return nullptr;
}

/// Types that hold whole numbers alone, and no missing ones.
Result<void> checkInteger(const ImportPlan& plan, DType type) {
  for (const ColumnPlan& column : plan.columns) {
    if (column.role != table::Role::feature) continue;
    if (storesMissing(plan, column)) {
      return fail(Errc::unsupported,
                  MASU_TEXT("core",
                            "Column {0} has missing cells, which {1} has no value for. Fill them with zero, drop "
                            "their records, or choose i16, i8 or a float type."),
                  {column.name, nameOf(type)});
    }
    const auto misfit =
        std::ranges::find_if(column.sampled, [&](double value) { return !downcast::holds(type, value); });
    if (misfit == column.sampled.end()) continue;
    return fail(Errc::unsupported,
                MASU_TEXT("core", "Column {0} holds {1}, which {2} does not hold. Choose i16, i8 or a float type."),
                {column.name, inFull(*misfit), nameOf(type)});
  }
  return {};
}

DType nextUp(DType type) {
  return type == DType::i8 ? DType::i16 : downcast::widened(type);
}

Result<void> takeAsked(ImportPlan& plan, DType type, const Resources& resources, const JobContext& job) {
  if (table::isInteger(type) && !downcast::canBeCodes(type)) MASU_CHECK(checkInteger(plan, type));
  for (;; type = nextUp(type)) {
    MASU_TRY(const ColumnPlan* const endless, assignQuantization(plan, type, resources, job));
    if (endless != nullptr) {
      return fail(Errc::unsupported,
                  MASU_TEXT("core",
                            "Column {0} holds infinite or very large numbers, which {1} has no steps for. Choose a "
                            "float type."),
                  {endless->name, nameOf(type)});
    }
    if (!plan.options.tolerance) return {};
    const TypeFit fit = fitOf(plan, type);
    if (fit.within) return {};
    const std::vector<Argument> arguments = {fit.column->name, fit.holds ? shown(fit.worst) : std::string("∞"),
                                             nameOf(type), shown(*plan.options.tolerance), nameOf(nextUp(type))};
    if (plan.options.onToleranceExceeded == OnToleranceExceeded::stop) {
      return fail(Errc::unsupported,
                  MASU_TEXT("core",
                            "Column {0} would lose {1} as {2}, more than the tolerance of {3}. Choose a wider type or "
                            "a larger tolerance."),
                  {arguments.begin(), arguments.end() - 1});
    }
    plan.reasons.push_back({MASU_TEXT("core",
                                      "Column {0} would lose {1} as {2}, more than the tolerance of {3}: numbers are "
                                      "stored as {4}."),
                            arguments});
  }
}

/// Why `auto` went no further down: of the narrower types the one that came closest.
void explainRefusal(ImportPlan& plan, const std::vector<TypeFit>& refused) {
  const TypeFit* closest = nullptr;
  for (const TypeFit& fit : refused) {
    if (table::sizeOf(fit.type) >= table::sizeOf(plan.dtype)) continue;
    const bool closer = closest == nullptr || fit.holds > closest->holds ||
                        (fit.holds == closest->holds && fit.worst <= closest->worst);
    if (closer) closest = &fit;
  }
  if (closest == nullptr) return;
  const std::string& column = closest->column->name;
  if (closest->holds) {
    plan.reasons.push_back({MASU_TEXT("core", "{0} would be narrower, but column {1} would lose up to {2} in it."),
                            {nameOf(closest->type), column, shown(closest->worst)}});
  } else {
    plan.reasons.push_back({MASU_TEXT("core", "A narrower type such as {0} does not hold all of column {1}."),
                            {nameOf(closest->type), column}});
  }
}

void explain(ImportPlan& plan, const TypeFit& taken) {
  const double limit = plan.options.tolerance.value_or(0);
  const std::string tolerance = shown(limit);
  if (taken.worst == 0) {
    plan.reasons.push_back(
        {MASU_TEXT("core", "{0} is the narrowest type that keeps all surveyed numbers exact."), {nameOf(taken.type)}});
  } else if (table::sizeOf(taken.type) < sizeof(float)) {
    plan.reasons.push_back(
        {MASU_TEXT("core",
                   "{0} is the narrowest type that keeps whole numbers exact and decimals within {1}; "
                   "column {2} loses most, up to {3}."),
         {nameOf(taken.type), tolerance, taken.column->name, shown(taken.worst)}});
  } else if (limit == 0) {
    plan.reasons.push_back(
        {MASU_TEXT("core", "Numbers are stored as {0}: no narrower type keeps all surveyed numbers exact."),
         {nameOf(taken.type)}});
  } else {
    plan.reasons.push_back({MASU_TEXT("core",
                                      "Numbers are stored as {0}: no narrower type keeps whole numbers exact and "
                                      "decimals within {1}."),
                            {nameOf(taken.type), tolerance}});
  }
}

Result<void> takeNarrowest(ImportPlan& plan, const Resources& resources, const JobContext& job) {
  constexpr std::array kUpwards = {DType::u8,  DType::i8,  DType::u16, DType::i16, DType::f16,
                                   DType::f32, DType::i32, DType::u32, DType::f64};
  std::vector<TypeFit> refused;
  for (const DType type : kUpwards) {
    for (ColumnPlan& column : plan.columns) column.steps.reset();
    plan.dtype = type;
    TypeFit fit = fitOf(plan, type);
    // Only what looks well by the sample is worth a look at the whole source.
    if (fit.within) {
      MASU_TRY(const ColumnPlan* const endless, assignQuantization(plan, type, resources, job));
      fit = endless == nullptr ? fitOf(plan, type) : TypeFit{type, false, false, 0, endless};
    }
    if (!fit.within) {
      refused.push_back(fit);
      continue;
    }
    explain(plan, fit);
    explainRefusal(plan, refused);
    return {};
  }
  return {};  // f64 takes everything
}

}  // namespace

Result<void> chooseType(ImportPlan& plan, const Resources& resources, const JobContext& job) {
  plan.reasons.clear();
  const bool features =
      std::ranges::any_of(plan.columns, [](const ColumnPlan& column) { return column.role == table::Role::feature; });
  if (!features || (!plan.options.autoType && !plan.options.dtype && !plan.options.tolerance)) {
    plan.dtype = plan.options.dtype.value_or(DType::f32);
    for (ColumnPlan& column : plan.columns) column.steps.reset();
    return {};
  }
  if (plan.options.autoType) {
    MASU_CHECK(takeNarrowest(plan, resources, job));
  } else {
    MASU_CHECK(takeAsked(plan, plan.options.dtype.value_or(DType::f32), resources, job));
  }
  const bool codes =
      std::ranges::any_of(plan.columns, [](const ColumnPlan& column) { return column.steps.has_value(); });
  if (codes) {
    plan.reasons.push_back({MASU_TEXT("core", "{0} stores each column in {1} steps between its min and max."),
                            {nameOf(plan.dtype), std::to_string(static_cast<int>(2 * table::highest(plan.dtype)))}});
  }
  return {};
}

}  // namespace masu::ingest
