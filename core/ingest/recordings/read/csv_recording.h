// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

#include "core/csv/detection/sniffer.h"
#include "core/io/file.h"
#include "core/waveform/recording/recording_request.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::ingest {

/// What a recording as text may hold at most: it is read wholly, eight bytes a value.
inline constexpr std::uint64_t kMostCsvBytes = std::uint64_t{2} << 30;
inline constexpr std::uint64_t kMostCsvValues = std::uint64_t{1} << 27;

/// Opens a table of text as one recording: a record is a frame, columns of numbers are channels. Which columns those
/// are, and which one is the time, chooseCsvColumns() decides; other columns are in leftOut. `hints`: what is known
/// of how the table is spelled.
/// A missing cell is NaN. Times that are even give the rate, and segments where there are gaps, see samplingRateOf().
/// Without a time column the rate is 0. With uneven times the frames come as they follow each other and the rate is 0
/// as well, unless request.rate is given: they are then interpolated to it along straight lines, segment by segment.
/// Even times are brought to another rate by resampled(), or along lines where it cannot, or where values are missing.
/// Numbers of a time column without a unit are seconds; those too large for that count milli-, micro- or nanoseconds
/// since 1970. Messages name file.path(). Cost: memory as above, the file's text besides while it is read. Errors:
/// those of chooseCsvColumns() and readCsvValues(); no text; too large.
Result<std::unique_ptr<waveform::RecordingSource>> openCsvRecording(const io::File& file,
                                                                    const waveform::RecordingRequest& request,
                                                                    const csv::DialectHints& hints = {});

}  // namespace masu::ingest
