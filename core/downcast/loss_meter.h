// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/table/storage_loss.h"

namespace masu::downcast {

/// A sum of squares that does not depend on the order of its terms, so that threads may add in any: terms rounded to 16
/// bits (a relative 2⁻¹⁶) are added up exactly, as integers, in bins of 16 powers of two. Only the bins next to the
/// largest term's are kept: the rest is less than 2⁻⁴⁸ of it. Overflows no earlier than after 2³³ terms.
class SquareSum {
 public:
  void add(double square) {
    // Rounding up may carry into the exponent, which is just right.
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(square) + kHalf;
    const auto exponent = static_cast<unsigned>(bits >> kSignificandBits);
    const unsigned bin = exponent / kBinExponents;
    if (bin > m_top) raise(bin);
    if (bin + kBins <= m_top || exponent == 0) return;  // too little to count, or below 1e-307
    const std::uint64_t kept = (bits >> kDroppedBits) & ((1U << kKeptBits) - 1);
    m_bins[bin % kBins] += (kept | (1U << kKeptBits)) << (exponent % kBinExponents);
  }
  void merge(const SquareSum& other);
  double value() const;

 private:
  friend class LossLanes;

  static constexpr unsigned kSignificandBits = 52;
  static constexpr unsigned kKeptBits = 15;  ///< and the leading one, which is not stored
  static constexpr unsigned kDroppedBits = kSignificandBits - kKeptBits;
  static constexpr std::uint64_t kHalf = std::uint64_t{1} << (kDroppedBits - 1);
  static constexpr unsigned kBinShift = 4;
  static constexpr unsigned kBinExponents = 1U << kBinShift;
  static constexpr unsigned kBins = 4;

  void raise(unsigned top);

  unsigned m_top = kBins - 1;                 ///< the highest bin that is kept
  std::array<std::uint64_t, kBins> m_bins{};  ///< of (m_top − kBins, m_top], each at its number modulo kBins
};

/// Measures what a column loses, value by value. The result is the same for any order and any split into parts.
/// Threads: one at a time; merge the meters of several.
class LossMeter {
 public:
  /// `step`: the distance between codes of an affine type; 0 for others.
  explicit LossMeter(double step = 0) : m_reach(step > 0 ? kWithinCodes * step : kInfinity) {}

  /// A missing value (NaN) that reads back as such loses nothing.
  void add(double value, double stored) {
    const double error = std::fabs(value - stored);
    if (!(error > 0)) return;
    if (error > m_reach || error == kInfinity) loseMuch(error, stored);
    if (error == kInfinity) return;
    if (error > m_maxError) m_maxError = error;
    // A division costs more than all the rest; a quotient that cannot be larger needs none.
    const double magnitude = std::fabs(value);
    if (error > m_loss.maxRelative * magnitude * kAlmost) loseRelative(error, magnitude);
    if (stored == 0) ++m_loss.flushed;
    m_squares.add(error * error);
  }
  /// A loss that the two doubles, which are equal, do not show. Requires: error is finite.
  void addUnseen(double error, double magnitude) {
    if (!(error > 0)) return;
    m_maxError = std::fmax(m_maxError, error);
    loseRelative(error, magnitude);
    m_squares.add(error * error);
  }
  void merge(const LossMeter& other);

  double maxError() const { return m_maxError; }
  /// Whether any value does not read back as it was.
  bool hasLost() const { return m_maxError > 0 || m_loss.overflowed > 0 || m_loss.clipped > 0; }
  table::StorageLoss loss() const;

 private:
  friend class LossLanes;

  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  /// Half a step, and what rounding in between adds.
  static constexpr double kWithinCodes = 0.51;
  static constexpr double kAlmost = 1 - 0x1p-50;  ///< the slack covers rounding

  void loseMuch(double error, double stored);
  void loseRelative(double error, double magnitude);

  double m_reach;  ///< the error that the nearest code explains
  double m_maxError = 0;
  table::StorageLoss m_loss;
  SquareSum m_squares;
};

}  // namespace masu::downcast
