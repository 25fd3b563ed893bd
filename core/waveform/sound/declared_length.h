// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/io/file.h"
#include "core/waveform/sound/wave_format.h"

namespace masu::waveform {

/// How much sound a file's header promises, and how much of it the file has room for. libsndfile shortens a file that
/// was cut to what is left and says nothing, so the promise is read apart from it.
struct DeclaredLength {
  std::uint64_t promisedBytes = 0;
  std::uint64_t presentBytes = 0;
  std::uint32_t frameBytes = 0;      ///< 0 where samples are packed in compressed blocks
  std::uint64_t offset = 0;          ///< of the first sample in the file
  std::optional<WaveFormat> format;  ///< of WAV and W64 files
};

/// Reads it from WAV (RIFF, RIFX, RF64), W64, AIFF, CAF and AU headers. Where the writer of a WAV left the size open
/// because it could not seek back, the rest of the file is promised. Nothing for other formats, and for an AU like
/// that. Errors: the file cannot be read.
Result<std::optional<DeclaredLength>> declaredLength(const io::File& file);

/// Errc::damaged with a sentence for people where less is there than promised. `path` is what it names.
Result<void> checkWhole(const DeclaredLength& declared, const std::string& path);

}  // namespace masu::waveform
