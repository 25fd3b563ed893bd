// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/table/dtype.h"

namespace masu::waveform {

/// Above it a shape is damaged, or its dimensions are meant otherwise.
inline constexpr std::uint64_t kMostChannels = 65536;

/// How samples are stored in a file without a header: interleaved by channel from `header` bytes on.
struct RawLayout {
  table::DType type = table::DType::i16;
  bool bigEndian = false;
  std::uint32_t channels = 1;
  std::uint64_t header = 0;

  bool operator==(const RawLayout&) const = default;
};

/// Reads it from `TYPE[,CHANNELS[,HEADER]]`, as in `i16,8` or `>f32,2,512`, where > stands for big endian.
/// Errors: another text; no channel, or more than 65536.
Result<RawLayout> rawLayoutFrom(std::string_view text);
std::string rawLayoutText(const RawLayout& layout);

/// Which dimension of a matrix of channels is time, where nothing in the file says so.
enum class FrameAxis : std::uint8_t {
  longer,  ///< the longer one, the first of equals
  first,
  last,
};

/// What is wanted of a recording. A file may hold more than goes into one: channels of other rates, other arrays.
struct RecordingRequest {
  /// Channels, arrays, variables or paths by name, in this order; empty: what the format would take by itself.
  std::vector<std::string> channels;
  std::vector<std::string> texts = {};   ///< columns to be read as texts; no channels
  /// Of tables: the column with the times of frames; empty: none has them; unset: it is detected.
  std::optional<std::string> time = {};
  double rate = 0;                       ///< frames a second to bring all to; 0: the recording's own
  std::optional<RawLayout> raw;          ///< of files without a header
  FrameAxis frames = FrameAxis::longer;  ///< of matrices
  /// Bytes of memory for what a file can only be read by holding it whole, such as a chunk of HDF5; 0: no limit.
  std::uint64_t memory = 0;
  /// Whether what a format has to show that its samples are whole is compared, at the cost of reading all of them.
  bool verify = false;
};

}  // namespace masu::waveform
