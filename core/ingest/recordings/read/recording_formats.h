// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "core/ingest/plan/import_options.h"
#include "core/ingest/sources/source_opener.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::ingest {

/// Opens a recording of any format, recognized by its first bytes where the format has a mark, else by its name;
/// brought to options.recordings.rate frames a second where that is not 0; a table is spelled as options.table says. A
/// recording that does not hold its rate has the one asked for. Errors: those of SourceOpener and of the formats;
/// channels that it does not hold.
Result<std::unique_ptr<waveform::RecordingSource>> openRecording(SourceOpener& opener,
                                                                 const std::filesystem::path& path,
                                                                 const ImportOptions& options);

}  // namespace masu::ingest
