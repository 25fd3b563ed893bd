// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/recordings/load/usable_recordings.h"

namespace masu::ingest {

/// What is read of a recording at once, by a WindowReader.
struct RecordingRead {
  waveform::Window window;    ///< its recording counts plan.recordings().files
  std::uint64_t samples = 1;  ///< that it fills; 1 of a block
  std::uint64_t bytes = 0;    ///< of the values, as they are stored
};

/// Frames of one recording that are stored at once, where recordings are stored whole.
struct RecordingBlock {
  std::uint64_t recording = 0;  ///< among the usable ones
  std::uint64_t first = 0;
  std::uint64_t frames = 0;
  std::uint64_t place = 0;  ///< in /recordings
  bool last = false;        ///< of its recording
};

/// What a load of recordings reads, in the order in which it is stored: parts, which are chunks of windows or blocks of
/// whole recordings, and the reads of each. The plan determines it.
/// Threads: const. Lifetime: borrows plan and recordings.
class ReadList {
 public:
  ReadList(const ImportPlan& plan, const UsableRecordings& usable);

  std::uint64_t parts() const;
  /// Of values.
  std::uint64_t bytesOf(std::uint64_t part) const;
  /// Reads, at most but for rows, of which many are one.
  std::uint64_t countOf(std::uint64_t part) const;
  std::vector<RecordingRead> of(std::uint64_t part) const;

  /// Where windows are stored: the samples of a chunk, and the windows of one, whose recordings count the usable ones.
  std::uint64_t chunkSamples() const { return m_chunkSamples; }
  std::uint64_t sampleBytes() const { return m_sampleBytes; }
  std::vector<waveform::Window> windowsOf(std::uint64_t part) const;
  /// Of a table, rows that follow each other in their file become one read: there are too many to read them one by one.
  std::vector<RecordingRead> readsOf(std::span<const waveform::Window> windows) const;

  /// Where recordings are stored whole.
  const std::vector<RecordingBlock>& blocks() const { return m_blocks; }
  RecordingRead readOf(const RecordingBlock& block) const;

  /// Threads that fit the memory allowed beside `held` bytes. Errors: not even one does. Requires: resources are
  /// resolved.
  Result<unsigned> threadsFor(std::uint64_t held, const Resources& resources) const;

 private:
  std::uint64_t samplesOf(std::uint64_t part) const;
  bool whole() const { return m_plan.options.recordings.keep == StoreAs::recordings; }

  const ImportPlan& m_plan;
  const UsableRecordings& m_usable;
  std::uint64_t m_sampleBytes = 0;
  std::uint64_t m_chunkSamples = 0;
  std::vector<RecordingBlock> m_blocks;
};

}  // namespace masu::ingest
