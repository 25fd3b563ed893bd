// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/samples/tagged_runs.h"

#include <algorithm>

namespace masu::manifest {

namespace {

/// A walk that begins at a mark passes at most so many runs in vain.
constexpr std::uint64_t kRunsAMark = 1024;

void put(std::vector<std::uint8_t>& bytes, std::uint64_t value) {
  while (value >= 0x80) {
    bytes.push_back(static_cast<std::uint8_t>(value | 0x80U));
    value >>= 7U;
  }
  bytes.push_back(static_cast<std::uint8_t>(value));
}

std::uint64_t take(const std::vector<std::uint8_t>& bytes, std::size_t& offset) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = bytes[offset++];
    value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if (byte < 0x80) return value;
  }
}

}  // namespace

void TaggedRuns::append(std::uint64_t first, std::uint64_t count, std::uint32_t tag) {
  if (count == 0) return;
  m_samples += count;
  if (m_last.count > 0 && first == end() && tag == m_last.tag) {
    m_last.count += count;
    return;
  }
  if (m_last.count > 0) pack(m_last);
  m_last = {first, count, tag};
}

void TaggedRuns::pack(const TaggedRun& run) {
  if (m_packedRuns++ % kRunsAMark == 0) m_marks.push_back({m_packed.size(), m_packedEnd, m_packedSamples});
  const std::uint64_t gap = run.first - m_packedEnd;
  const std::uint64_t longer = run.count > 1 ? 1 : 0;
  if (m_tagged) {
    put(m_packed, std::uint64_t{run.tag} << 2U | (gap > 0 ? 2U : 0U) | longer);
    if (gap > 0) put(m_packed, gap);
  } else {
    put(m_packed, gap << 1U | longer);
  }
  if (longer != 0) put(m_packed, run.count - 2);
  m_packedEnd = run.first + run.count;
  m_packedSamples += run.count;
}

void TaggedRuns::trim() {
  m_packed.shrink_to_fit();
  m_marks.shrink_to_fit();
}

bool TaggedRuns::Cursor::next(TaggedRun& run) {
  if (m_offset < m_runs->m_packed.size()) {
    const std::vector<std::uint8_t>& packed = m_runs->m_packed;
    const std::uint64_t head = take(packed, m_offset);
    std::uint64_t gap = head >> 1U;
    run.tag = 0;
    if (m_runs->m_tagged) {
      gap = (head & 2U) != 0 ? take(packed, m_offset) : 0;
      run.tag = static_cast<std::uint32_t>(head >> 2U);
    }
    run.first = m_end + gap;
    run.count = (head & 1U) != 0 ? take(packed, m_offset) + 2 : 1;
  } else {
    if (m_done || m_runs->m_last.count == 0) return false;
    m_done = true;
    run = m_runs->m_last;
  }
  m_end = run.first + run.count;
  m_passed += run.count;
  return true;
}

void TaggedRuns::Cursor::seek(std::uint64_t sample) {
  const auto& marks = m_runs->m_marks;
  const auto beyond = std::upper_bound(marks.begin(), marks.end(), sample,
                                       [](std::uint64_t wanted, const Mark& mark) { return wanted < mark.end; });
  if (m_end > sample || (beyond != marks.begin() && std::prev(beyond)->offset > m_offset)) {
    const Mark from = beyond == marks.begin() ? Mark() : *std::prev(beyond);
    m_offset = from.offset;
    m_end = from.end;
    m_passed = from.passed;
    m_done = false;
  }
  for (TaggedRun run;;) {
    const Cursor before = *this;
    if (!next(run)) return;
    if (run.first + run.count <= sample) continue;
    *this = before;
    return;
  }
}

std::uint64_t TaggedRuns::at(std::uint64_t index) const {
  const auto beyond = std::upper_bound(m_marks.begin(), m_marks.end(), index,
                                       [](std::uint64_t wanted, const Mark& mark) { return wanted < mark.passed; });
  Cursor cursor(*this);
  if (beyond != m_marks.begin()) {
    cursor.m_offset = std::prev(beyond)->offset;
    cursor.m_end = std::prev(beyond)->end;
    cursor.m_passed = std::prev(beyond)->passed;
  }
  TaggedRun run;
  while (cursor.next(run) && cursor.passed() <= index) {
  }
  return run.first + run.count - (cursor.passed() - index);
}

}  // namespace masu::manifest
