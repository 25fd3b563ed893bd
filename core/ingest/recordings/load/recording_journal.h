// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ingest/journal/checkpoint_clock.h"
#include "core/ingest/recordings/load/read_sums.h"
#include "core/ingest/recordings/load/window_stats.h"
#include "core/store/write/dataset_writer.h"

namespace masu::ingest {

/// A recording that turned out to be damaged, in the words of the plan.
struct FailedRecording {
  std::uint64_t planned = 0;  ///< its place in the plan
  std::string reason;
  Message problem;
};

/// How far an interrupted import of recordings was: their parts (chunks or blocks) are stored in order up to there.
struct RecordingProgress {
  std::vector<FailedRecording> failed;  ///< that were taken out of the plan before
  std::uint64_t parts = 0;
  ChannelStats stats;              ///< of these parts
  std::vector<std::byte> pyramid;  ///< the state of PyramidBuilder; empty: there is no pyramid
  ReadSums sums;                   ///< of these parts

  std::vector<std::byte> save() const;
  /// Nothing where it is not such a state, or one of other channels.
  static std::optional<RecordingProgress> from(std::span<const std::byte> state, std::size_t channels);
};

/// Notes from time to time how far an import of recordings is. Threads: look() from any; note() when none is at work.
/// Lifetime: borrows the writer and the statistics.
class RecordingJournal {
 public:
  /// What so many parts come to.
  struct Reach {
    std::vector<std::uint64_t> written;  ///< samples of each object
    std::uint64_t samples = 0;           ///< for people
    std::vector<std::byte> pyramid;      ///< as of RecordingProgress
    ReadSums sums;
  };
  /// Called while no part is merged. Nothing: there is nothing to resume from.
  using ReachOf = std::function<std::optional<Reach>(std::uint64_t parts)>;

  RecordingJournal(store::DatasetWriter& writer, std::chrono::milliseconds every, std::vector<FailedRecording> failed)
      : m_writer(writer), m_clock(every), m_failed(std::move(failed)) {}

  /// A checkpoint, where one is due.
  Result<void> look(const OrderedStats& stats, const ReachOf& reachOf);
  /// One for what was stored when it was interrupted; none where that is little.
  Result<void> noteLast(const OrderedStats& stats, const ReachOf& reachOf);

 private:
  Result<void> note(const OrderedStats& stats, const ReachOf& reachOf);

  store::DatasetWriter& m_writer;
  std::mutex m_mutex;  ///< guards the clock
  CheckpointClock m_clock;
  std::vector<FailedRecording> m_failed;
};

/// Where recordings are stored, and from where on. Lifetime: borrows all.
struct RecordingTarget {
  store::DatasetWriter& writer;
  RecordingJournal& journal;
  const RecordingProgress& from;
  ReadBefore before;
};

}  // namespace masu::ingest
