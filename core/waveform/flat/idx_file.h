// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/waveform/recording/recording_request.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// True where the bytes begin an IDX file, the format of MNIST: two zeros, a known type, one to eight dimensions. Weak,
/// so ask the other formats first.
bool isIdx(std::span<const std::byte> head);

/// Opens an IDX file: [n] is one channel, [N, T] are N samples of T frames, [N, H, W] and [N, C, H, W] are images.
/// Errors: not IDX; fewer or more bytes than its dimensions promise; more than four dimensions; a channel by a name
/// other than c1, c2 …
Result<std::unique_ptr<RecordingSource>> openIdx(io::File file, const RecordingRequest& request);

/// The values of an IDX file of integers in one dimension as texts, one a sample: "5", "0", "4".
/// Errors: as above; more than one dimension; floating-point numbers.
Result<std::vector<std::string>> idxLabels(const io::File& file);

}  // namespace masu::waveform
