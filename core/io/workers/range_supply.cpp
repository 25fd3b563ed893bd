// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workers/range_supply.h"

#include <algorithm>
#include <chrono>

#include "core/base/stop_wait.h"

namespace masu::io {

namespace {

/// Between two looks at a range that another worker is making: longer and longer, as a look lists folders.
constexpr std::chrono::milliseconds kFirstPause(10);
constexpr std::chrono::milliseconds kLongestPause(200);

}  // namespace

/// Nothing: another worker is making the range.
std::optional<std::filesystem::path> RangeSupply::othersFile(std::uint64_t range) {
  constexpr int kLooks = 50;
  const auto state = m_folder.ranges().state();
  if (!state) return std::filesystem::path();
  const auto done = state->done.find(range);
  if (done == state->done.end()) {
    // A token that is on its way may be seen nowhere, but not again and again.
    const bool isSeen = state->claimed.contains(range) || state->free.contains(range);
    int& missed = m_missed[range];
    missed = isSeen ? 0 : missed + 1;
    return missed < kLooks ? std::optional<std::filesystem::path>() : std::filesystem::path();
  }
  std::filesystem::path file = m_folder.fileOf(done->second);
  std::error_code unknown;
  // A join that is gone made it without a file.
  return std::filesystem::exists(file, unknown) ? file : std::filesystem::path();
}

/// Nothing: another worker is making the range. Where the folder cannot be read, whoever asks makes it.
std::optional<std::filesystem::path> RangeSupply::taken(std::uint64_t range) {
  const std::lock_guard lock(m_mutex);
  if (m_own.contains(range)) return std::filesystem::path();
  if (!m_position || range > *m_position) {
    m_position = range;
    m_folder.notePosition(range);
  }
  auto claim = m_folder.ranges().claimOnly(range);
  if (!claim) return std::filesystem::path();
  if (!*claim) return othersFile(range);
  // Done at once, without a file: that the join has passed a range shows in what it makes.
  if ((*claim)->complete().value_or(false)) m_own.insert(range);
  return std::filesystem::path();
}

std::filesystem::path RangeSupply::take(std::uint64_t range, const std::stop_token& stop) {
  std::chrono::milliseconds pause = kFirstPause;
  std::optional<std::filesystem::path> file = taken(range);
  while (!file && !m_stop.stop_requested() && pauseFor(pause, stop)) {
    pause = std::min(2 * pause, kLongestPause);
    file = taken(range);
  }
  return file.value_or(std::filesystem::path());
}

std::uint64_t RangeSupply::own() const {
  const std::lock_guard lock(m_mutex);
  return m_own.size();
}

}  // namespace masu::io
