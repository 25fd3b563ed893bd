// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/edit/change_recorder.h"

#include <algorithm>

namespace masu::manifest {

ChangeRecorder::ChangeRecorder(const store::Dataset& dataset, const store::ObjectInfo* labels) {
  if (labels == nullptr) return;
  m_labels.emplace(dataset, *labels);
  m_shifts.resize(dataset.meta().classes.size());
}

Result<void> ChangeRecorder::add(std::uint64_t first, std::uint64_t count, store::Split from, store::Split to) {
  m_change.m_runs.append(first, count, static_cast<std::uint32_t>(from) | static_cast<std::uint32_t>(to) << 2U);
  if (!m_labels) return {};
  while (count > 0) {
    const std::uint64_t block = first / kBlockSamples;
    if (!m_steps.empty() && m_steps.front().first / kBlockSamples != block) MASU_CHECK(readClasses());
    const std::uint64_t part = std::min(count, (block + 1) * kBlockSamples - first);
    m_steps.push_back({first, part, from, to});
    first += part;
    count -= part;
  }
  return {};
}

Result<void> ChangeRecorder::readClasses() {
  if (m_steps.empty()) return {};
  const std::uint64_t begin = m_steps.front().first;
  const std::uint64_t end = m_steps.back().first + m_steps.back().count;
  MASU_TRY(const auto codes, m_labels->read(begin, end - begin));
  for (const Step& step : m_steps) {
    for (std::uint64_t i = 0; i < step.count; ++i) {
      const auto code = static_cast<std::size_t>(codes[step.first - begin + i]);
      if (code >= m_shifts.size()) m_shifts.resize(code + 1);
      --m_shifts[code][static_cast<std::size_t>(step.from)];
      ++m_shifts[code][static_cast<std::size_t>(step.to)];
    }
  }
  m_steps.clear();
  return {};
}

Result<Change> ChangeRecorder::finish() {
  MASU_CHECK(readClasses());
  for (std::uint32_t code = 0; code < m_shifts.size(); ++code) {
    const bool changed = std::ranges::any_of(m_shifts[code], [](std::int64_t by) { return by != 0; });
    if (changed) m_change.m_classes.push_back({code, m_shifts[code]});
  }
  m_change.m_runs.trim();
  return std::move(m_change);
}

}  // namespace masu::manifest
