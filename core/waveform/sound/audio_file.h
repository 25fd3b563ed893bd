// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string_view>

#include "core/io/file.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// True for names that end like sound files do (.wav .flac .ogg .opus .mp3 .aiff .w64 .rf64 .au .caf), in any case.
bool hasAudioName(std::string_view name);

/// Opens a sound file through libsndfile. Channels are named c1, c2 … Messages name file.path().
/// Cost: reads the header; of compressed formats also the last frame, since their headers promise what a cut file
/// lacks. Errors: not sound; cut short; no samples.
Result<std::unique_ptr<RecordingSource>> openAudio(io::File file);

}  // namespace masu::waveform
