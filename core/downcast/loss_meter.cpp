#include "core/downcast/loss_meter.h"

#include <algorithm>

namespace masu::downcast {

namespace {

constexpr unsigned kSignificandBits = 52;
constexpr unsigned kKeptBits = 15;  ///< and the leading one, which is not stored
constexpr unsigned kDroppedBits = kSignificandBits - kKeptBits;
constexpr int kExponentBias = 1023;

}  // namespace

void SquareSum::add(double square) {
  // Rounding up may carry into the exponent, which is just right.
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(square) + (std::uint64_t{1} << (kDroppedBits - 1));
  const auto exponent = static_cast<unsigned>(bits >> kSignificandBits);
  if (exponent == 0) return;  // below 1e-307
  const std::uint64_t kept = (bits >> kDroppedBits) & ((1U << kKeptBits) - 1);
  m_bins[exponent / kBinExponents] += (kept | (1U << kKeptBits)) << (exponent % kBinExponents);
}

void SquareSum::merge(const SquareSum& other) {
  for (std::size_t i = 0; i < m_bins.size(); ++i) m_bins[i] += other.m_bins[i];
}

double SquareSum::value() const {
  double sum = 0;
  for (std::size_t i = 0; i < m_bins.size(); ++i) {
    const int exponent = static_cast<int>(i * kBinExponents) - kExponentBias - static_cast<int>(kKeptBits);
    sum += std::ldexp(static_cast<double>(m_bins[i]), exponent);
  }
  return sum;
}

void LossMeter::lose(double value, double stored) {
  const double error = std::fabs(value - stored);
  if (std::isnan(error)) return;  // missing
  // Half a step, and what rounding in between adds.
  constexpr double kWithinCodes = 0.51;
  if (m_step > 0 && error > kWithinCodes * m_step) ++m_loss.clipped;
  if (std::isinf(error)) {
    if (std::isinf(stored)) ++m_loss.overflowed;
    return;
  }
  m_maxError = std::max(m_maxError, error);
  if (value != 0) m_loss.maxRelative = std::max(m_loss.maxRelative, error / std::fabs(value));
  if (stored == 0) ++m_loss.flushed;
  m_squares.add(error * error);
}

void LossMeter::merge(const LossMeter& other) {
  m_maxError = std::max(m_maxError, other.m_maxError);
  m_loss.maxRelative = std::max(m_loss.maxRelative, other.m_loss.maxRelative);
  m_loss.overflowed += other.m_loss.overflowed;
  m_loss.flushed += other.m_loss.flushed;
  m_loss.clipped += other.m_loss.clipped;
  m_squares.merge(other.m_squares);
}

table::StorageLoss LossMeter::loss() const {
  table::StorageLoss loss = m_loss;
  loss.squaredError = m_squares.value();
  return loss;
}

}  // namespace masu::downcast
