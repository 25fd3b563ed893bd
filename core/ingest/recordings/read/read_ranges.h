// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/ingest/plan/import_plan.h"
#include "core/ingest/recordings/read/channel_values.h"
#include "core/io/workers/range_files.h"
#include "core/waveform/signal/windows.h"

namespace masu::ingest {

class RecordingCache;

/// Shows whether the files of a plan's recordings are unchanged, on any machine that sees them: by size and by when
/// they were changed last. An archive is looked at once, as whoever reads its members keeps it open.
/// Threads: one at a time. Lifetime: borrows the plan.
class RecordingStates {
 public:
  explicit RecordingStates(const ImportPlan& plan) : m_plan(plan) {}

  /// Another number where it changed; nothing where there is no such file. Recordings are asked for in runs.
  std::optional<std::uint64_t> of(std::uint64_t recording);

 private:
  const ImportPlan& m_plan;
  std::optional<std::uint64_t> m_last;  ///< recording that was asked for
  std::optional<std::uint64_t> m_state;
  std::map<std::filesystem::path, std::optional<std::uint64_t>> m_archives;
};

/// What one read of a recording gave: values as a WindowReader makes them, and the tallies of these alone.
struct RecordingValues {
  std::span<std::byte> values;
  std::span<ChannelTally> tallies;
};

/// What a worker writes of a read. `window`: its recording counts plan.recordings().files. `state`: of the recording,
/// before it was opened.
struct ReadKey {
  const waveform::Window& window;
  std::uint64_t state = 0;
  table::DType type = table::DType::f32;
};
Result<void> appendRead(io::RangeWriter& writer, const ReadKey& key, const RecordingValues& read);

/// What workers have read of a plan's recordings, for the load that joins it.
/// Invariant: values are given only where the recording's file is the one that was read, and frames, type and size are
/// those asked for: then they are what a WindowReader would make of it. Whatever is wrong with a file of a range, or
/// missing, its values are not given, and nothing else happens.
/// Threads: all members. Reads are asked for about in order (RangeFiles).
class ReadRanges {
 public:
  /// `firsts`: where the first read of each range begins.
  ReadRanges(std::vector<io::SourcePlace> firsts, io::RangeSource files);

  /// Fills `to.values` and adds to `to.tallies`. False where it is to be read. `stop`: of waiting for a range that a
  /// worker is reading.
  bool take(const ReadKey& key, const std::stop_token& stop, const RecordingValues& to);

  /// Of values that were not given though a worker had read their range.
  std::uint64_t bytesLeft() const { return m_left; }

 private:
  io::RangeFiles m_files;
  std::atomic<std::uint64_t> m_left = 0;
};

/// What was read of a plan's recordings before, so that their files need not be read. Either may be null.
struct ReadBefore {
  const RecordingCache* cache = nullptr;  ///< by the plan's survey
  ReadRanges* ranges = nullptr;           ///< by workers
  std::stop_token stop = {};              ///< of waiting for them
};

}  // namespace masu::ingest
