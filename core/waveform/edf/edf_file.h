// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/io/file.h"
#include "core/waveform/edf/edf_header.h"
#include "core/waveform/recording/recording_request.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// Opens an EDF, EDF+, BDF or BDF+ file. Values are physical, in the units its header names; annotations and the gaps
/// of EDF+D come with it. A label that repeats gets a number in brackets after it, "T8-P8 (2)". Its signals may differ
/// in rate. Unasked it has those of the rate that most share (of equals the higher), and lists the others in
/// leftOut. With request.rate all signals are brought to that rate, each between its gaps; those that cannot be are
/// left out if not asked for by name. Messages name file.path(). Cost: reads the header and all annotations; then what
/// is asked for, record by record. Errors: as for readEdfHeader() and readEdfNotes(); nothing but annotations; a
/// channel that is not there; channels of different rates where no rate is asked for; a rate that a channel asked for
/// cannot be brought to.
Result<std::unique_ptr<RecordingSource>> openEdf(io::File file, const RecordingRequest& request);

}  // namespace masu::waveform
