#pragma once

#include <cstdint>
#include <optional>

#include "core/base/result.h"
#include "core/io/file.h"

namespace masu::waveform {

/// How much sound a file's header promises, and how much of it the file has room for. libsndfile shortens a file that
/// was cut to what is left and says nothing, so the promise is read apart from it.
struct DeclaredSound {
  std::uint64_t promisedBytes = 0;
  std::uint64_t presentBytes = 0;
  std::uint32_t frameBytes = 0;  ///< 0 where samples are packed in compressed blocks
};

/// Reads it from WAV (RIFF, RIFX, RF64), W64, AIFF and AU headers. Nothing for other formats, and where the writer left
/// the size open because it could not seek back. Errors: the file cannot be read.
Result<std::optional<DeclaredSound>> declaredSound(const io::File& file);

/// Errc::damaged with a sentence for people where less is there than promised.
Result<void> checkWhole(const io::File& file);

}  // namespace masu::waveform
