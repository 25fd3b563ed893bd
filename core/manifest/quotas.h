#pragma once

#include <array>
#include <cstdint>

namespace masu::manifest {

/// Samples for train, validation and test.
using Quota = std::array<std::uint64_t, 3>;
using Ratios = std::array<double, 3>;

/// Divides whole samples by ratios: the largest remainder gets what rounding down leaves.
/// Invariant: a quota sums to its size and each share is within one sample of exact. Equal remainders go to the split
/// that earlier calls left shortest, so that many small classes do not all round the same way. Requires: ratios that
/// sum to 1.
class QuotaDivider {
 public:
  explicit QuotaDivider(const Ratios& ratios) : m_ratios(ratios) {}

  Quota divide(std::uint64_t size);

 private:
  Ratios m_ratios;
  std::array<double, 3> m_owed = {};
};

}  // namespace masu::manifest
