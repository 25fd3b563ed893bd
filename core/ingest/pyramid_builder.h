#pragma once

#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "core/store/dataset_writer.h"
#include "core/store/extremes.h"
#include "core/store/pyramid.h"

namespace masu::ingest {

/// Makes the levels of /pyramid while recordings are stored, without reading anything again: whoever stores frames
/// reduces them to the finest level, and what that level brings is reduced further in the order of the frames, so that
/// the same bytes come out for any number of threads.
/// Threads: add() from any. Memory: a 32nd of the frames that wait for an earlier block, and some entries a level.
/// Lifetime: borrows levels and writer.
class PyramidBuilder {
 public:
  /// The levels are the writer's objects from `firstObject` on.
  PyramidBuilder(const store::Extremes& extremes, std::span<const store::PyramidLevel> levels,
                 store::DatasetWriter& writer, std::size_t firstObject);

  /// Frames of one recording from frame `first` on; `number` counts the calls in the order of the frames, from 0.
  struct Stretch {
    std::uint64_t number = 0;
    std::uint64_t recording = 0;
    std::uint64_t first = 0;
    bool last = false;  ///< of its recording
  };
  /// Requires: first is a multiple of kPyramidBase, and so is the number of frames unless they are the last.
  Result<void> add(const Stretch& stretch, std::span<const std::byte> frames);

 private:
  /// A level above the finest.
  struct Level {
    std::vector<std::byte> below;  ///< entries of the level below that make the next block
    std::vector<std::byte> ready;  ///< blocks that are not written yet
    std::uint64_t written = 0;
  };
  struct Waiting {
    std::vector<std::byte> entries;
    bool last = false;
  };

  std::vector<std::byte> finest(std::span<const std::byte> frames) const;
  Result<void> rise(std::size_t level, std::span<const std::byte> entry);
  Result<void> close(std::size_t level);
  Result<void> flush(std::size_t level);
  Result<void> fold(const Waiting& stretch);

  const store::Extremes m_extremes;
  std::span<const store::PyramidLevel> m_levels;
  store::DatasetWriter& m_writer;
  std::size_t m_firstObject;
  std::mutex m_mutex;  ///< guards the three below
  std::map<std::uint64_t, Waiting> m_waiting;
  std::uint64_t m_next = 0;
  std::vector<Level> m_above;
};

}  // namespace masu::ingest
