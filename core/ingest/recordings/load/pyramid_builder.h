// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/store/format/min_max.h"
#include "core/store/format/pyramid.h"
#include "core/store/write/dataset_writer.h"

namespace masu::ingest {

/// Makes the levels of /pyramid while recordings are stored, without reading anything again: whoever stores frames
/// reduces them to the finest level, and what that level brings is folded further in the order of the frames, so that
/// the same bytes come out for any number of threads.
/// Threads: reduce() from any; the rest one at a time, beside it. Memory: some entries a level.
/// Lifetime: borrows levels and writer.
class PyramidBuilder {
 public:
  /// The levels are the writer's objects from `firstObject` on.
  PyramidBuilder(const store::MinMax& extremes, std::span<const store::PyramidLevel> levels,
                 store::DatasetWriter& writer, std::size_t firstObject);

  /// Writes the finest level of some frames of a recording, from frame `first` on, and returns it for fold(). Requires:
  /// first is a multiple of kPyramidBase, and so is the number of frames unless they are the recording's last.
  Result<std::vector<std::byte>> reduce(std::uint64_t recording, std::uint64_t first,
                                        std::span<const std::byte> frames) const;
  /// Takes what reduce() returned, in the order of the frames. `last`: the recording ends with it.
  Result<void> fold(std::span<const std::byte> finest, bool last);

  /// The state of folding, for another builder to resume; nothing once it failed.
  std::optional<std::vector<std::byte>> save() const;
  /// False where that is not a state of such a pyramid. Requires: nothing was folded.
  bool restore(std::span<const std::byte> state);
  /// Blocks written of each level above the finest.
  std::vector<std::uint64_t> written() const;

 private:
  /// A level above the finest.
  struct Level {
    std::vector<std::byte> below;  ///< entries of the level below that make the next block
    std::vector<std::byte> ready;  ///< blocks that are not written yet
    std::uint64_t written = 0;
  };

  Result<void> rise(std::size_t level, std::span<const std::byte> entry);
  Result<void> close(std::size_t level);
  Result<void> flush(std::size_t level);

  const store::MinMax m_extremes;
  std::span<const store::PyramidLevel> m_levels;
  store::DatasetWriter& m_writer;
  std::size_t m_firstObject;
  std::vector<Level> m_above;
  bool m_failed = false;
};

}  // namespace masu::ingest
