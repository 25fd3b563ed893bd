// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/waveform/arrays/number_array.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// One channel of a BrainVision recording.
struct BrainVisionChannel {
  std::string label;      ///< made unique; never empty
  std::string unit;       ///< µV where the header gives none, as the format has it
  double resolution = 1;  ///< value = stored × resolution
};

/// The header (.vhdr) of a BrainVision recording.
struct BrainVisionHeader {
  std::string data;     ///< the file of its samples, in its folder or below
  std::string markers;  ///< the file of its markers; empty where it names none
  double rate = 0;
  ElementType type = ElementType::i16;
  bool bigEndian = false;
  bool vectorized = false;          ///< all samples of a channel follow each other, not those of a frame
  std::uint64_t offset = 0;         ///< bytes before the first sample
  std::uint64_t frames = 0;         ///< 0 where it does not say
  std::uint64_t segmentFrames = 0;  ///< frames between two gaps; 0 where only markers say where these are
  std::vector<BrainVisionChannel> channels;
};

/// Reads the text of a header; `path` is its file, and what messages name. Errors: it is not a header of version 1 or
/// 2; samples as text, in the frequency domain, with headers of segments or bytes after them, or of another type; no
/// rate; a channel without a line; numbers that are none; files that are not below its folder.
Result<BrainVisionHeader> readBrainVisionHeader(std::string_view text, const std::string& path);

/// What the markers of a recording say.
struct BrainVisionMarkers {
  std::vector<Annotation> annotations;  ///< as RecordingInfo has them; the description of each, or else its type
  std::vector<std::uint64_t> starts;    ///< frames after a gap ("New Segment"), in order, without the first frame
};

/// Reads the text of a marker file (.vmrk) of a recording of so many frames. Errors: it is not one of version 1 or 2; a
/// marker without a place among the frames; more than a million markers.
Result<BrainVisionMarkers> readBrainVisionMarkers(std::string_view text, const std::string& path, double rate,
                                                  std::uint64_t frames);

}  // namespace masu::waveform
