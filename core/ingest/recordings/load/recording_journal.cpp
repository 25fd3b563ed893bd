// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/recording_journal.h"

#include <tuple>

#include "core/base/byte_record.h"

namespace masu::ingest {

std::vector<std::byte> RecordingProgress::save() const {
  ByteWriter state;
  state.put(std::uint64_t{failed.size()});
  for (const FailedRecording& each : failed) {
    state.put(each.planned);
    state.put(each.reason);
    state.put(each.problem);
  }
  state.put(parts);
  state.put(stats);
  state.put(pyramid);
  sums.save(state);
  return state.take();
}

std::optional<RecordingProgress> RecordingProgress::from(std::span<const std::byte> bytes, std::size_t channels) {
  RecordingProgress progress;
  ByteReader state(bytes);
  progress.failed.resize(state.getCount(3 * sizeof(std::uint64_t)));
  for (FailedRecording& each : progress.failed) {
    state.get(each.planned);
    state.get(each.reason);
    state.get(each.problem);
  }
  state.get(progress.parts);
  state.get(progress.stats);
  state.get(progress.pyramid);
  progress.sums.restore(state);
  if (!state.atEnd() || progress.stats.size() != channels) return std::nullopt;
  return progress;
}

Result<void> RecordingJournal::note(const OrderedStats& stats, const ReachOf& reachOf) {
  const auto begin = CheckpointClock::Clock::now();
  RecordingProgress progress{.failed = m_failed, .parts = 0, .stats = {}, .pyramid = {}, .sums = {}};
  std::optional<Reach> reach;
  std::tie(progress.parts, progress.stats) = stats.merged([&](std::uint64_t parts) { reach = reachOf(parts); });
  if (progress.parts == 0 || !reach) return {};
  progress.pyramid = std::move(reach->pyramid);
  progress.sums = std::move(reach->sums);
  MASU_CHECK(m_writer.checkpoint(reach->written, {reach->samples, progress.save()}));
  m_clock.taken(begin);
  return {};
}

Result<void> RecordingJournal::look(const OrderedStats& stats, const ReachOf& reachOf) {
  // Whoever is late here has better things to do.
  const std::unique_lock lock(m_mutex, std::try_to_lock);
  if (!lock || !m_clock.isDue() || !m_writer.readyForCheckpoint()) return {};
  return note(stats, reachOf);
}

Result<void> RecordingJournal::noteLast(const OrderedStats& stats, const ReachOf& reachOf) {
  const std::lock_guard lock(m_mutex);
  return m_clock.isLastOneWorthIt(m_writer.resumed().has_value()) ? note(stats, reachOf) : Result<void>{};
}

}  // namespace masu::ingest
