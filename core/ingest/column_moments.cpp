#include "core/ingest/column_moments.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/store/convert.h"

namespace masu::ingest {

namespace {

/// Values a group spans: small enough for a cache, large enough that merging groups costs nothing.
constexpr std::uint64_t kGroupValues = 32768;
constexpr std::uint64_t kMostGroupSamples = 1024;

}  // namespace

ColumnMoments::ColumnMoments(std::size_t width)
    : m_width(width),
      m_groupSamples(std::clamp<std::uint64_t>(std::bit_floor(kGroupValues / std::max<std::size_t>(width, 1)), 1,
                                               kMostGroupSamples)),
      m_total(width) {}

void ColumnMoments::sumUp(std::span<const double> rows, table::ColumnStats* out) const {
  std::vector<double> sums(m_width, 0);
  for (std::size_t i = 0; i < m_width; ++i) out[i] = {};
  for (std::size_t row = 0; row < rows.size(); row += m_width) {
    for (std::size_t i = 0; i < m_width; ++i) {
      const double value = rows[row + i];
      const bool counts = std::isfinite(value);
      sums[i] += counts ? value : 0;
      out[i].count += counts ? 1 : 0;
    }
  }
  for (std::size_t i = 0; i < m_width; ++i) {
    if (out[i].count > 0) out[i].mean = sums[i] / static_cast<double>(out[i].count);
  }
  for (std::size_t row = 0; row < rows.size(); row += m_width) {
    for (std::size_t i = 0; i < m_width; ++i) {
      const double value = rows[row + i];
      const double away = std::isfinite(value) ? value - out[i].mean : 0;
      out[i].squares += away * away;
    }
  }
}

ColumnMoments::Part ColumnMoments::measure(std::uint64_t first, table::DType type,
                                           std::span<const std::byte> rows) const {
  const std::size_t rowBytes = m_width * table::sizeOf(type);
  const std::uint64_t count = rows.size() / rowBytes;
  const auto values = [&](std::uint64_t from, std::uint64_t n, std::vector<double>& out) {
    out.resize(n * m_width);
    store::toDouble(type, rows.subspan(from * rowBytes, n * rowBytes), out);
  };
  Part part;
  part.first = first;
  const std::uint64_t intoGroup = first % m_groupSamples;
  std::uint64_t at = intoGroup == 0 ? 0 : std::min(count, m_groupSamples - intoGroup);
  values(0, at, part.head);
  std::vector<double> group;
  for (; count - at >= m_groupSamples; at += m_groupSamples) {
    values(at, m_groupSamples, group);
    part.groups.resize(part.groups.size() + m_width);
    sumUp(group, part.groups.data() + part.groups.size() - m_width);
  }
  values(at, count - at, part.tail);
  return part;
}

void ColumnMoments::mergePending() {
  std::vector<table::ColumnStats> group(m_width);
  sumUp(m_pending, group.data());
  for (std::size_t i = 0; i < m_width; ++i) m_total[i].merge(group[i]);
  m_pending.clear();
}

void ColumnMoments::append(const Part& part) {
  m_pending.insert(m_pending.end(), part.head.begin(), part.head.end());
  if (m_pending.size() == m_groupSamples * m_width) mergePending();
  for (std::size_t i = 0; i < part.groups.size(); ++i) m_total[i % m_width].merge(part.groups[i]);
  m_pending.insert(m_pending.end(), part.tail.begin(), part.tail.end());
}

std::vector<table::ColumnStats> ColumnMoments::finish() {
  if (!m_pending.empty()) mergePending();
  return m_total;
}

}  // namespace masu::ingest
