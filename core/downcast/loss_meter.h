#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/table/storage_loss.h"

namespace masu::downcast {

/// A sum of squares that does not depend on the order of its terms, so that threads may add in any: terms rounded to 16
/// bits (a relative 2⁻¹⁶) are added up exactly, as integers, in bins of 16 powers of two. Overflows no earlier than
/// after 2³³ terms.
class SquareSum {
 public:
  void add(double square);
  void merge(const SquareSum& other);
  double value() const;

 private:
  static constexpr unsigned kBinExponents = 16;
  std::array<std::uint64_t, 2048 / kBinExponents> m_bins{};
};

/// Measures what a column loses, value by value. The result is the same for any order and any split into parts.
/// Threads: one at a time; merge the meters of several.
class LossMeter {
 public:
  /// `step`: the distance between codes of an affine type; 0 for others.
  explicit LossMeter(double step = 0) : m_step(step) {}

  /// A missing value (NaN) that reads back as such loses nothing.
  void add(double value, double stored) {
    if (value != stored) lose(value, stored);
  }
  void merge(const LossMeter& other);

  double maxError() const { return m_maxError; }
  table::StorageLoss loss() const;

 private:
  void lose(double value, double stored);

  double m_step;
  double m_maxError = 0;
  table::StorageLoss m_loss;
  SquareSum m_squares;
};

}  // namespace masu::downcast
