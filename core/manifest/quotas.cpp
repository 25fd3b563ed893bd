#include "core/manifest/quotas.h"

#include <algorithm>
#include <cmath>

namespace masu::manifest {

namespace {

/// Ratios are decimals that binary cannot hold; what is nearer than this is equal.
constexpr double kSame = 1e-6;

}  // namespace

Quota QuotaDivider::divide(std::uint64_t size) {
  Quota quota{};
  std::array<double, 3> remainder{};
  std::uint64_t given = 0;
  for (std::size_t s = 0; s < quota.size(); ++s) {
    const double exact = m_ratios[s] * static_cast<double>(size);
    const double whole = std::floor(exact + kSame);
    quota[s] = static_cast<std::uint64_t>(whole);
    remainder[s] = exact - whole;
    given += quota[s];
  }
  std::array<std::size_t, 3> order = {0, 1, 2};
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (std::abs(remainder[a] - remainder[b]) > kSame) return remainder[a] > remainder[b];
    return m_owed[a] > m_owed[b] + kSame;
  });
  for (std::size_t i = 0; given < size; i = (i + 1) % order.size()) {
    if (m_ratios[order[i]] <= 0) continue;
    ++quota[order[i]];
    ++given;
  }
  for (std::size_t s = 0; s < quota.size(); ++s) {
    m_owed[s] += m_ratios[s] * static_cast<double>(size) - static_cast<double>(quota[s]);
  }
  return quota;
}

}  // namespace masu::manifest
