#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"

namespace masu::ingest {

/// The recordings an import was pointed at.
struct RecordingFiles {
  std::filesystem::path root;      ///< the deepest folder that all sources lie in
  std::vector<std::string> paths;  ///< below it, with forward slashes; sorted, each once
};

/// Walks folders for files with the name of a sound; other files there are passed over, and so are hidden ones, which
/// hold no sound of their own. A file that is named itself is taken whatever its name. Errors: a source that is not
/// there, a folder that cannot be read, no recordings at all.
Result<RecordingFiles> findRecordings(const std::vector<std::filesystem::path>& sources, const JobContext& job);

}  // namespace masu::ingest
