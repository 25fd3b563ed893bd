// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/draw/quotas.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace masu::manifest {

namespace {

/// Shares are decimals that binary cannot hold; what is nearer than this is equal.
constexpr double kSame = 1e-6;

}  // namespace

Quota QuotaDivider::divide(std::uint64_t size) {
  Quota quota(m_shares.size());
  std::vector<double> remainder(m_shares.size());
  std::uint64_t given = 0;
  for (std::size_t s = 0; s < quota.size(); ++s) {
    const double exact = m_shares[s] * static_cast<double>(size);
    const double whole = std::floor(exact + kSame);
    quota[s] = static_cast<std::uint64_t>(whole);
    remainder[s] = exact - whole;
    given += quota[s];
  }
  std::vector<std::size_t> order(m_shares.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (std::abs(remainder[a] - remainder[b]) > kSame) return remainder[a] > remainder[b];
    return m_owed[a] > m_owed[b] + kSame;
  });
  for (std::size_t i = 0; given < size; i = (i + 1) % order.size()) {
    if (m_shares[order[i]] <= 0) continue;
    ++quota[order[i]];
    ++given;
  }
  for (std::size_t s = 0; s < quota.size(); ++s) {
    m_owed[s] += m_shares[s] * static_cast<double>(size) - static_cast<double>(quota[s]);
  }
  return quota;
}

}  // namespace masu::manifest
