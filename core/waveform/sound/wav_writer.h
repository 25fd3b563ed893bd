// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "core/base/result.h"

namespace masu::waveform {

/// Writes a whole 16-bit WAV file; `samples` are interleaved by channel. Replaces what is there, and is not atomic:
/// write into a folder that appears as a whole. The same samples give the same bytes. Requires: channels > 0, rate > 0,
/// samples.size() a multiple of channels.
Result<void> writeWav(const std::filesystem::path& path, std::span<const std::int16_t> samples, int channels, int rate);

}  // namespace masu::waveform
