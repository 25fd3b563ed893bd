// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/ingest/plan/import_plan.h"

namespace masu::ui {

/// What a column of numbers would lose at a type: a filled dot, a ring, or a cross.
enum class LossMark { exact, within, beyond };

/// Computed from the numbers that the survey kept, so that an edit shows its effect at once.
LossMark lossMark(const ingest::ImportPlan& plan, const ingest::ColumnPlan& column, table::DType type);

/// "Within" is up to the tolerance, or this share of the column's range where none was asked for.
inline constexpr double kLossWithin = 1e-4;
/// The types the page compares, widest first.
inline constexpr std::array kComparedTypes = {table::DType::f64, table::DType::f32, table::DType::i16,
                                              table::DType::f16, table::DType::i8};

/// True for columns that are stored as numbers of the common type.
bool isNumber(const ingest::ColumnPlan& column);

}  // namespace masu::ui
