// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace masu::manifest {

/// What each part of a division should get of the whole: train, validation and test, or the folds.
using Shares = std::vector<double>;
/// Samples for each part.
using Quota = std::vector<std::uint64_t>;

/// Divides whole samples by shares: the largest remainder gets what rounding down leaves.
/// Invariant: a quota sums to its size and each share is within one sample of exact. Equal remainders go to the part
/// that earlier calls left shortest, so that many small classes do not all round the same way. Requires: ratios that
/// sum to 1.
class QuotaDivider {
 public:
  explicit QuotaDivider(Shares shares) : m_shares(std::move(shares)), m_owed(m_shares.size()) {}

  Quota divide(std::uint64_t size);

 private:
  Shares m_shares;
  std::vector<double> m_owed;
};

}  // namespace masu::manifest
