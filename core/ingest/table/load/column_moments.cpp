// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/load/column_moments.h"

#include <algorithm>
#include <bit>

#include "core/ingest/table/parse/column_kernels.h"
#include "core/store/format/convert.h"

namespace masu::ingest {

namespace {

/// Values a group spans: small enough for a cache, large enough that merging groups costs nothing. Samples: far fewer
/// than a block has, since those at its edges go through the hands of whoever puts blocks together.
constexpr std::uint64_t kGroupValues = 32768;
constexpr std::uint64_t kMostGroupSamples = 128;

}  // namespace

ColumnMoments::ColumnMoments(std::size_t width)
    : m_width(width),
      m_groupSamples(std::clamp<std::uint64_t>(std::bit_floor(kGroupValues / std::max<std::size_t>(width, 1)), 1,
                                               kMostGroupSamples)),
      m_total(width) {}

ColumnMoments::Part ColumnMoments::measure(std::uint64_t first, table::DType type, std::span<const std::byte> rows,
                                           const downcast::AffineCodes* codes) const {
  const std::size_t rowBytes = m_width * table::sizeOf(type);
  const std::uint64_t count = rows.size() / rowBytes;
  const auto values = [&](std::uint64_t from, std::uint64_t n, std::vector<double>& out) {
    out.resize(n * m_width);
    const auto stored = rows.subspan(from * rowBytes, n * rowBytes);
    if (codes != nullptr)
      codes->decode(0, stored, std::span(out));
    else
      store::toDouble(type, stored, out);
  };
  Part part;
  part.first = first;
  const std::uint64_t intoGroup = first % m_groupSamples;
  std::uint64_t at = intoGroup == 0 ? 0 : std::min(count, m_groupSamples - intoGroup);
  values(0, at, part.head);
  const std::uint64_t whole = (count - at) / m_groupSamples;
  part.groups.resize(whole * m_width);
  std::vector<double> group;
  for (std::uint64_t i = 0; i < whole; ++i, at += m_groupSamples) {
    table::ColumnStats* const out = part.groups.data() + i * m_width;
    if (type == table::DType::f32) {
      const auto* const floats = reinterpret_cast<const float*>(rows.data() + at * rowBytes);
      columnKernel().sumFloat(floats, m_groupSamples, m_width, out);
    } else {
      values(at, m_groupSamples, group);
      columnKernel().sumDouble(group.data(), m_groupSamples, m_width, out);
    }
  }
  values(at, count - at, part.tail);
  return part;
}

void ColumnMoments::mergePending() {
  std::vector<table::ColumnStats> group(m_width);
  columnKernel().sumDouble(m_pending.data(), m_pending.size() / m_width, m_width, group.data());
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

void ColumnMoments::save(ByteWriter& state) const {
  state.put(m_pending);
  state.put(m_total);
}

bool ColumnMoments::restore(ByteReader& state) {
  state.get(m_pending);
  state.get(m_total);
  return m_total.size() == m_width && m_pending.size() < std::max<std::size_t>(m_groupSamples * m_width, 1);
}

}  // namespace masu::ingest
