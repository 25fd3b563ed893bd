// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/plan/import_options.h"

namespace masu::ingest {

struct RecordingFile {
  std::string path;        ///< below the root, with forward slashes
  std::size_t source = 0;  ///< which of the sources it was found in
};

/// The recordings an import was pointed at.
struct RecordingFiles {
  std::filesystem::path root;        ///< the deepest folder, or archive, that holds all sources
  std::vector<RecordingFile> files;  ///< by path, each once
  std::vector<Message> notes;        ///< what of archives is left out
};

/// Searches folders and ZIP archives for files with the name of a recording; other files there are passed over, and so
/// are hidden ones. HDF5 files, tables, and raw samples are looked for where there is nothing else; with options.raw
/// only the last. A file that is named itself is taken whatever its name. Errors: a source that is not there, a folder
/// that cannot be read, no recordings at all.
Result<RecordingFiles> findRecordings(const std::vector<std::filesystem::path>& sources,
                                      const RecordingOptions& options, const JobContext& job);

/// Whether one of the recordings may be text, by its name: only of text do a delimiter, a header and their like say
/// anything. True where that cannot be found out, as of a pipe, which is not opened.
bool mayHoldText(const std::vector<std::filesystem::path>& sources, const RecordingOptions& options);

}  // namespace masu::ingest
