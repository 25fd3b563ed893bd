// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace masu::waveform {

/// One signal of a WFDB record, and how its stored integers become values.
struct WfdbSignal {
  std::string label;                      ///< the description, made unique; never empty
  std::string unit;                       ///< mV where a gain has none; empty where there is no gain
  std::size_t file = 0;                   ///< place in WfdbHeader::files
  std::uint64_t samples = 1;              ///< of one frame
  std::uint64_t offset = 0;               ///< samples of a frame of its file that come before this signal's
  std::uint64_t skew = 0;                 ///< frames by which its samples come late in the file
  double baseline = 0;                    ///< value = (stored − baseline) / gain
  double gain = 200;                      ///< never 0; 200 where the header gives none, as the format has it
  std::int64_t initial = 0;               ///< what the first difference of format 8 is added to
  std::optional<std::uint16_t> checksum;  ///< the sum of its stored integers, modulo 65536

  double valueOf(std::int64_t stored) const { return (static_cast<double>(stored) - baseline) / gain; }
};

/// A file with the samples of some signals of a record, frame by frame.
struct WfdbFile {
  std::string name;           ///< in the folder of the header, or below
  unsigned format = 16;       ///< one of kWfdbFormats
  std::uint64_t offset = 0;   ///< bytes before the first sample
  std::uint64_t samples = 0;  ///< of one frame, all signals together
};

/// The header (.hea) of a WFDB record, PhysioNet's format of recordings. A frame holds the samples of all signals in
/// the time of one sample at `rate`.
struct WfdbHeader {
  double rate = 250;         ///< frames a second; the format's default
  std::uint64_t frames = 0;  ///< 0 where the header does not say
  std::vector<WfdbFile> files;
  std::vector<WfdbSignal> signals;  ///< those of a file follow each other
};

/// The formats of samples that are read.
inline constexpr unsigned kWfdbFormats[] = {8, 16, 24, 32, 61, 80, 160, 212, 310, 311};

/// Reads the text of a header; `path` is what messages name. A checksum of 0 counts as none, as many writers fill it
/// in so. Base time and date, ADC resolution, block size and comments are passed over. Errors: numbers that are none;
/// fewer lines than signals; a record of several segments; no signal; another format of samples; files that are not
/// below the header's folder (checkNamedFile()); signals of one file that do not follow each other, or differ in format
/// or offset; a frame of more than 4 Mi samples.
Result<WfdbHeader> readWfdbHeader(std::string_view text, const std::string& path);

}  // namespace masu::waveform
