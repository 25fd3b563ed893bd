// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/table/dtype.h"

namespace masu::waveform {

/// Frames that follow each other without a gap. Units: frames of the recording.
struct Segment {
  std::uint64_t first = 0;
  std::uint64_t frames = 0;

  bool operator==(const Segment&) const = default;
};

/// What was noted at a time of a recording. Units: seconds from the first frame with gaps left out, so that frame i
/// is at i / rate.
struct Annotation {
  double onset = 0;
  double duration = 0;  ///< 0 for a moment
  std::string text;
};

/// A text beside frames: from `first` on, up to where the next one begins. Units: frames of the recording.
struct TextRun {
  std::uint64_t first = 0;
  std::string text;  ///< empty where there is none

  bool operator==(const TextRun&) const = default;
};

/// A column that was asked for beside the channels, such as one of labels.
struct TextColumn {
  std::string name;
  std::vector<TextRun> runs;  ///< in order, from frame 0 on
};

/// What a recording says of itself before its samples are read.
struct RecordingInfo {
  std::uint64_t frames = 0;
  double rate = 0;                  ///< frames per second; 0 where the format does not say
  double unevenRate = 0;            ///< where the times of frames are uneven: the rate of most steps; `rate` is 0
  std::uint64_t timeGaps = 0;       ///< steps between the times of frames that are so long that it is cut there
  std::uint64_t timesBack = 0;      ///< frames whose time is before that of the frame before: it is cut there, too
  std::uint64_t timesRepeated = 0;  ///< frames of even times that have the time of the frame before
  bool timesIncrease = true;        ///< false: no time of a frame is after that of the frame before; `rate` is 0
  std::vector<std::string> channels;
  std::vector<std::string> units;        ///< beside `channels`; empty where the format does not say
  std::vector<std::string> timeColumns;  ///< of a table: what the times of frames were taken from
  std::optional<bool> header;            ///< of a table: whether its first line was read as the names of its columns
  std::vector<std::string> leftOut;      ///< channels there are that do not go with those taken: another rate, length
  std::vector<std::uint64_t> matrix;    ///< the shape where it could have been read with time along the other dimension
  bool unpacked = false;                ///< attributes of the file say how its numbers are scaled, or which are missing
  std::vector<Segment> segments;        ///< in order, all frames; empty: one without a gap
  std::vector<Annotation> annotations;  ///< by onset
  std::vector<TextColumn> texts;        ///< those of RecordingRequest::texts that there are
  /// Of an array of samples the shape of one, {C, T} or {C, H, W}: sample i is the frames [i × n, (i + 1) × n) where n
  /// is the product of the shape without C. Empty: one recording.
  std::vector<std::uint64_t> sampleShape;
  table::DType native = table::DType::f32;  ///< narrowest type that holds its samples exactly
  double fullScale = 1;  ///< distance of the loudest sample from silence: 32768 for 16 bits, 1 for floats
  bool sound = false;    ///< the format says what its full scale is; else values count in units of their own
  double silence = 0;    ///< the value of no signal
};

/// One recording, read in blocks. Formats and `ingest` (a CSV, an HDF5 path) implement it.
/// Threads: one at a time each; different recordings are independent.
class RecordingSource {
 public:
  virtual ~RecordingSource() = default;
  virtual const RecordingInfo& info() const = 0;
  /// Reads frames [first, first + n) interleaved by channel into `out`, n = out.size() / channels. In native units:
  /// integers for integer sources, so that 16-bit audio stays lossless. Errors: the file ends before, or is damaged.
  virtual Result<void> read(std::uint64_t first, std::span<float> out) = 0;
  /// The same for types that a float does not hold: i32, u32 and f64.
  virtual Result<void> readExact(std::uint64_t first, std::span<double> out) = 0;
  /// The same without a way through floats, as values of type info().native. False where there is no such way: nothing
  /// was read.
  virtual Result<bool> readNative(std::uint64_t first, std::span<std::byte> out);
  /// All values of type info().native, as far as they are in memory; else empty. Lifetime: the recording's.
  virtual std::span<const std::byte> inMemory() const { return {}; }
};

inline Result<bool> RecordingSource::readNative(std::uint64_t, std::span<std::byte>) {
  return false;
}

}  // namespace masu::waveform
