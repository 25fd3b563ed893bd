// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/downcast/affine.h"
#include "core/downcast/loss_meter.h"
#include "core/store/read/dataset.h"

namespace masu::rewrite {

/// How the features of a dataset become features of another type: decided from what its columns are known to hold,
/// before anything is written. Threads: const calls are safe together. Lifetime: a value.
class FeatureConversion {
 public:
  /// i8 and i16 are plain where every value is a whole number in range and none is missing, affine otherwise.
  /// Errors: a column with values that the type does not hold.
  static Result<FeatureConversion> plan(const store::Dataset& dataset, const store::ObjectInfo& features,
                                        table::DType to);

  table::DType to() const { return m_to; }
  std::vector<downcast::LossMeter> meters() const;

  /// Converts whole samples and measures what each column loses. Requires: `out` has room for as many values, and both
  /// are aligned for their elements.
  void convert(std::span<const std::byte> in, std::span<std::byte> out, std::span<downcast::LossMeter> meters) const;

  /// Enters the new type, the steps and the loss into the columns.
  void describe(table::Schema& schema, std::span<const downcast::LossMeter> meters) const;

 private:
  void convertStretch(std::size_t first, std::span<const std::byte> in, std::span<std::byte> out,
                      std::span<downcast::LossMeter> meters) const;
  void measure(std::size_t first, std::span<const double> values, std::span<const double> stored,
               std::span<downcast::LossMeter> meters) const;

  table::DType m_from = table::DType::f32;
  table::DType m_to = table::DType::f32;
  std::optional<downcast::AffineCodes> m_fromCodes;
  std::optional<downcast::AffineCodes> m_toCodes;
  std::size_t m_columns = 1;
  std::size_t m_run = 1;  ///< consecutive values of a column
};

}  // namespace masu::rewrite
