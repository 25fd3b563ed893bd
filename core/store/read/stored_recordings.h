// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/base/job.h"
#include "core/store/format/pyramid.h"
#include "core/store/read/dataset.h"

namespace masu::store {

/// A stretch of one recording as a view draws it: of every `block` frames the smallest and the largest value, a channel
/// each, in physical units. Missing values are NaN.
struct RecordingSpan {
  std::uint64_t recording = 0;
  std::uint64_t first = 0;         ///< frame; a multiple of `block`
  std::uint64_t block = 1;         ///< frames
  std::uint64_t firstChannel = 0;  ///< of low and high
  std::vector<std::vector<float>> low;
  std::vector<std::vector<float>> high;  ///< empty where block is 1: each value is both

  std::size_t blocks() const { return low.empty() ? 0 : low.front().size(); }
};

/// A window of a recording, and the sample that it is.
struct PlacedWindow {
  std::uint64_t sample = 0;
  std::uint64_t start = 0;
  std::uint64_t length = 0;
};

/// The whole recordings of a dataset that stores them, for views. The cost of a span depends on what there is to draw,
/// not on its length, since the pyramid replaces the frames; in a file without one the frames themselves are read.
/// Threads: const calls are safe together. Lifetime: shares the dataset.
class StoredRecordings {
 public:
  /// Nothing where the dataset stores samples instead. A pyramid that does not fit the recordings is left aside.
  static std::optional<StoredRecordings> of(std::shared_ptr<const Dataset> dataset);

  std::size_t count() const { return m_starts.size() - 1; }
  std::uint64_t frames(std::size_t recording) const { return m_starts[recording + 1] - m_starts[recording]; }
  const SourceFile& source(std::size_t recording) const { return m_dataset->meta().sources[recording]; }
  std::uint64_t channels() const { return m_recordings.sampleShape.front(); }
  bool hasPyramid() const { return !m_levels.empty(); }
  const std::shared_ptr<const Dataset>& dataset() const { return m_dataset; }

  /// What to read: a span of a recording and some of its channels; both are clamped to what there is.
  struct Request {
    std::uint64_t recording = 0;
    std::uint64_t first = 0;
    std::uint64_t frames = 0;
    std::uint64_t firstChannel = 0;
    std::uint64_t channels = 0;
    double perColumn = 1;  ///< frames that share a column of the picture
  };
  /// The frames of a block where so many share a column: the longest of 1, 8 and the pyramid's that is not longer than
  /// a column; without a pyramid, the longest such power of 8.
  std::uint64_t blockFor(double perColumn) const;
  /// Blocks are as blockFor() says.
  /// Memory: 8 blocks a column and channel, beside 4 MiB. Errors: damage; cancelled.
  Result<RecordingSpan> read(const Request& request, const JobContext& job) const;

  /// Where a sample was cut. Errors: damage. Requires: sample < samples of the dataset.
  Result<StoredWindow> place(std::uint64_t sample) const;

  /// The windows that overlap the span, in order; at most `limit`, evenly spread, where there are more.
  Result<std::vector<PlacedWindow>> windows(std::uint64_t recording, std::uint64_t first, std::uint64_t frames,
                                            std::size_t limit) const;

 private:
  struct Level {
    ObjectInfo object;
    PyramidLevel layout;
  };

  StoredRecordings() = default;
  const Level* levelFor(double perColumn) const;
  Result<void> readLevel(const Level& level, const Request& request, RecordingSpan& span, const JobContext& job) const;
  Result<void> readFrames(const Request& request, RecordingSpan& span, const JobContext& job) const;
  void append(std::span<const std::byte> entries, std::size_t apart, RecordingSpan& span) const;

  std::shared_ptr<const Dataset> m_dataset;
  ObjectInfo m_recordings;
  ObjectInfo m_windows;
  std::vector<std::uint64_t> m_starts;  ///< first frame of each recording, and the end of the last
  std::vector<Level> m_levels;          ///< fine to coarse
  std::vector<double> m_scale;          ///< of codes, a channel each; empty for values
  std::vector<double> m_offset;
};

}  // namespace masu::store
