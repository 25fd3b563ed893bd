// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/downcast/affine.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// How the numbers of a matrix become what is stored, and what that may cost. An empty value stores them in plain types
/// at any loss.
struct StorageRules {
  std::optional<downcast::AffineCodes> codes;  ///< where the planned type is not that of plain values
  /// The largest error of each column, beyond which the matrix becomes wider: in types narrower than f32, and in f32
  /// and the integers of its size. Empty: any.
  std::vector<double> limits;
  std::vector<double> floatLimits;
  /// The same for whole numbers beyond 2^53, in every type. Empty: that of other numbers.
  std::vector<double> wholeLimits;
  /// The columns hold whole numbers, which become i64 where doubles do not count them.
  bool wholes = false;
  bool stop = false;  ///< the import fails rather than become wider

  /// The codes that elements of a type are, if they are: a matrix that became wider holds values.
  const downcast::AffineCodes* codesOf(table::DType type) const {
    return codes && codes->type() == type ? &*codes : nullptr;
  }
  const std::vector<double>& limitsAt(table::DType type) const;
};

/// The largest error that a feature may make in a type, as asked for; infinite where nobody did. Under `auto` whole
/// numbers and times stay exact, and decimals leave f32 only within the tolerance.
double limitOf(const ImportPlan& plan, const ColumnPlan& column, table::DType type);

/// The same for its whole numbers beyond 2^53, in f64, too: a column of whole numbers keeps all of them apart, unless a
/// tolerance was given or the column was said to be a number.
double wholeLimitOf(const ImportPlan& plan, const ColumnPlan& column);

/// That a feature holds a whole number which no type of features keeps. `where`: the line may be unknown.
Message wholeRefusal(const std::string& column, const std::string& value, const Location& where);
/// Whether the import refuses a number that the survey met. Where records are left out nobody knows that.
bool refusesWhole(const ImportPlan& plan, const ColumnPlan& column);
/// Errors: it refuses one, which wholeRefusal() says.
Result<void> checkWholeFeatures(const ImportPlan& plan);

/// The rules of /features. `features`: their columns in the plan.
StorageRules rulesFor(const ImportPlan& plan, std::span<const std::size_t> features);

}  // namespace masu::ingest
