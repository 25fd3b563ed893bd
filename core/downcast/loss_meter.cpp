// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/downcast/loss_meter.h"

#include <algorithm>

namespace masu::downcast {

/// A bin that is too low beside the largest term of all is too low in whatever part it is, and is dropped; the others
/// are kept by every part. So the sum is that of the same bins however the terms are dealt out.
void SquareSum::raise(unsigned top) {
  for (unsigned bin = std::max(m_top + 1, top >= kBins ? top - kBins + 1 : 0); bin <= top; ++bin) {
    m_bins[bin % kBins] = 0;
  }
  m_top = top;
}

void SquareSum::merge(const SquareSum& other) {
  if (other.m_top > m_top) raise(other.m_top);
  const unsigned lowest = std::max(m_top, other.m_top) - kBins + 1;
  for (unsigned bin = std::max(lowest, other.m_top - kBins + 1); bin <= other.m_top; ++bin) {
    m_bins[bin % kBins] += other.m_bins[bin % kBins];
  }
}

double SquareSum::value() const {
  constexpr int kExponentBias = 1023;
  double sum = 0;
  for (unsigned bin = m_top - kBins + 1; bin <= m_top; ++bin) {
    const int exponent = static_cast<int>(bin * kBinExponents) - kExponentBias - static_cast<int>(kKeptBits);
    sum += std::ldexp(static_cast<double>(m_bins[bin % kBins]), exponent);
  }
  return sum;
}

void LossMeter::loseMuch(double error, double stored) {
  if (error > m_reach) ++m_loss.clipped;
  if (std::isinf(error) && std::isinf(stored)) ++m_loss.overflowed;
}

void LossMeter::loseRelative(double error, double magnitude) {
  if (magnitude > 0) m_loss.maxRelative = std::max(m_loss.maxRelative, error / magnitude);
}

void LossMeter::merge(const LossMeter& other) {
  m_maxError = std::max(m_maxError, other.m_maxError);
  m_loss.merge(other.m_loss);
  m_squares.merge(other.m_squares);
}

table::StorageLoss LossMeter::loss() const {
  table::StorageLoss loss = m_loss;
  loss.squaredError = m_squares.value();
  return loss;
}

}  // namespace masu::downcast
