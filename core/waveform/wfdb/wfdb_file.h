// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/io/file.h"
#include "core/waveform/recording/named_file.h"
#include "core/waveform/recording/recording_request.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// Opens a WFDB record by its header (.hea); `open` opens the files that it names. Values are physical, in the units
/// of the header; a missing sample is NaN. Signals of several samples a frame have a rate of their own: which are
/// taken, and what request.rate does, is as in openEdf(). A signal with a skew is moved by it, and its last samples are
/// then missing. What follows the last frame in a file is not read; where the header states no number of frames, the
/// shortest file gives it. A file of the record's name that ends in .atr brings annotations. Where request.verify is
/// set, all is read once and compared with the checksums of the header. Messages name header.path(). Cost: the header;
/// of format 8, all of the file once. Errors: as for readWfdbHeader() and readWfdbAnnotations(); a file that is not
/// there or cut short; no frames; a checksum that differs; those of chooseSignals() and joinedSignals().
Result<std::unique_ptr<RecordingSource>> openWfdb(const io::File& header, const RecordingRequest& request,
                                                  const OpenNamed& open);

}  // namespace masu::waveform
