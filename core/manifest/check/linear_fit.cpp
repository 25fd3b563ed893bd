// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/check/linear_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace masu::manifest {

namespace {

using Values = std::vector<double>;

/// What is left of a column beside those that joined has to be this much of it, or rounding decides.
constexpr double kIndependent = 1e-5;
/// For each column that may join so many rows: fewer are met by chance.
constexpr std::size_t kRowsPerColumn = 8;

double product(const Values& a, const Values& b) {
  return std::transform_reduce(a.begin(), a.end(), b.begin(), 0.0);
}

void subtract(Values& from, double times, const Values& what) {
  for (std::size_t i = 0; i < from.size(); ++i) from[i] -= times * what[i];
}

/// Less its mean.
double center(Values& values) {
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  for (double& value : values) value -= mean;
  return mean;
}

/// A column without its mean, and at length 1; what joined before is taken from it step by step.
struct Candidate {
  std::size_t column = 0;
  Values rest;
  double mean = 0;
  double length = 0;
  Values parts;  ///< how much of each that joined is in it
};

/// Matching pursuit: each column that joins is made orthogonal to those before (modified Gram–Schmidt).
class Pursuit {
 public:
  Pursuit(std::vector<Candidate> candidates, Values target) : m_left(std::move(candidates)), m_rest(std::move(target)) {
    m_mean = center(m_rest);
    m_total = product(m_rest, m_rest);
  }

  double rest() const { return m_total > 0 ? product(m_rest, m_rest) / m_total : 1; }

  void run(std::size_t most, double tolerance) {
    while (m_joined.size() < most && rest() > tolerance && join()) continue;
  }

  LinearFit fit() const {
    const std::size_t count = m_joined.size();
    Values factors(count);
    for (std::size_t k = count; k-- > 0;) {
      factors[k] = m_shares[k];
      for (std::size_t later = k + 1; later < count; ++later)
        factors[k] -= factors[later] * m_joined[later].parts[k];
      factors[k] /= m_joined[k].parts[k];
    }
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t k) { return m_joined[k].column; });
    LinearFit fit{.columns = {}, .factors = {}, .constant = m_mean, .rest = rest()};
    for (const std::size_t k : order) {
      fit.columns.push_back(m_joined[k].column);
      fit.factors.push_back(factors[k] / m_joined[k].length);
      fit.constant -= fit.factors.back() * m_joined[k].mean;
    }
    return fit;
  }

 private:
  bool join() {
    std::size_t best = m_left.size();
    double most = 0;
    for (std::size_t i = 0; i < m_left.size(); ++i) {
      const double length = std::sqrt(product(m_left[i].rest, m_left[i].rest));
      const double share = length > kIndependent ? std::abs(product(m_left[i].rest, m_rest)) / length : 0;
      if (share > most) best = i;
      most = std::max(most, share);
    }
    if (best == m_left.size()) return false;
    Candidate joining = std::move(m_left[best]);
    m_left.erase(m_left.begin() + static_cast<std::ptrdiff_t>(best));
    const double length = std::sqrt(product(joining.rest, joining.rest));
    for (double& value : joining.rest) value /= length;
    joining.parts.push_back(length);
    m_shares.push_back(product(joining.rest, m_rest));
    subtract(m_rest, m_shares.back(), joining.rest);
    for (Candidate& other : m_left) {
      other.parts.push_back(product(joining.rest, other.rest));
      subtract(other.rest, other.parts.back(), joining.rest);
    }
    joining.rest.clear();
    m_joined.push_back(std::move(joining));
    return true;
  }

  std::vector<Candidate> m_left;
  std::vector<Candidate> m_joined;
  Values m_shares;  ///< of each that joined, in the target
  Values m_rest;
  double m_mean = 0;
  double m_total = 0;
};

/// Rows in which all have values.
std::vector<std::size_t> completeRows(const std::vector<std::span<const double>>& columns,
                                      std::span<const double> target) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < target.size(); ++row) {
    const auto has = [&](const auto& values) { return std::isfinite(values[row]); };
    if (has(target) && std::ranges::all_of(columns, has)) rows.push_back(row);
  }
  return rows;
}

}  // namespace

double LinearFit::of(std::span<const double> values) const {
  return std::transform_reduce(factors.begin(), factors.end(), values.begin(), constant);
}

LinearFit fitLinearly(const std::vector<std::span<const double>>& columns, std::span<const double> target,
                      std::size_t most, double tolerance) {
  const std::vector<std::size_t> rows = completeRows(columns, target);
  most = std::min(most, rows.size() / kRowsPerColumn);
  const auto valuesOf = [&](std::span<const double> all) {
    Values values;
    for (const std::size_t row : rows) values.push_back(all[row]);
    return values;
  };
  const auto fitTo = [&](const std::vector<std::size_t>& chosen) {
    std::vector<Candidate> candidates;
    for (const std::size_t column : chosen) {
      Candidate candidate{.column = column, .rest = valuesOf(columns[column]), .mean = 0, .length = 0, .parts = {}};
      candidate.mean = center(candidate.rest);
      candidate.length = std::sqrt(product(candidate.rest, candidate.rest));
      if (!(candidate.length > 0) || !std::isfinite(candidate.length)) continue;
      for (double& value : candidate.rest) value /= candidate.length;
      candidates.push_back(std::move(candidate));
    }
    Pursuit pursuit(std::move(candidates), valuesOf(target));
    pursuit.run(most, tolerance);
    return pursuit.fit();
  };
  std::vector<std::size_t> chosen(columns.size());
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  LinearFit fit = fitTo(chosen);
  // Those that joined first may do without some that joined later, and the other way round.
  for (std::size_t i = fit.columns.size(); i-- > 0 && fit.rest <= tolerance;) {
    chosen = fit.columns;
    chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(i));
    LinearFit without = fitTo(chosen);
    if (without.rest <= tolerance) {
      fit = std::move(without);
      i = std::min(i, fit.columns.size());
    }
  }
  return fit.rest <= tolerance ? fit : LinearFit();
}

}  // namespace masu::manifest
