#pragma once

#include <optional>
#include <vector>

#include "core/downcast/affine.h"

namespace masu::ingest {

/// How the numbers of a matrix become what is stored, and what that may cost. An empty value stores them in plain types
/// at any loss.
struct StorageRules {
  std::optional<downcast::AffineCodes> codes;  ///< where the planned type is not that of plain values
  /// The largest error of each column, beyond which the matrix becomes wider: in types narrower than f32, and in f32.
  /// Empty: any.
  std::vector<double> limits;
  std::vector<double> floatLimits;
  bool stop = false;  ///< the import fails rather than become wider

  /// The codes that elements of a type are, if they are: a matrix that became wider holds values.
  const downcast::AffineCodes* codesOf(table::DType type) const {
    return codes && codes->type() == type ? &*codes : nullptr;
  }
  const std::vector<double>& limitsAt(table::DType type) const {
    static const std::vector<double> kNone;
    if (type == table::DType::f64) return kNone;
    return type == table::DType::f32 ? floatLimits : limits;
  }
};

}  // namespace masu::ingest
