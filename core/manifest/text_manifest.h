#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/store/dataset.h"
#include "core/store/splits_file.h"

namespace masu::manifest {

/// How people keep a manifest in a folder: `train.csv`, `validation.csv` and `test.csv` with the columns
/// `sample,source,position,label` and one line a sample, or the same names with `.txt` and one source file a line.
enum class TextForm { csv, fileNames };

/// Reads the lists that a folder holds, in both forms. What no list names is unused.
/// A CSV line matches by (source, position); `sample` decides only where several samples share these, `label` is for
/// people. A line of a .txt list is the path of a source, else its unique base name, else its unique stem. Errors: no
/// list at all; a header without source and position; lines that fit no sample or one that is listed already, with the
/// first 20 named. Memory: 1 byte a sample, and 24 where the lists come from another import of the same sources.
Result<store::Assignment> readTextManifest(const store::Dataset& dataset, const std::filesystem::path& directory);

/// Writes the three lists; reading them gives the same assignment. They appear only when all are complete.
/// Errors: a list exists and may not be overwritten; file names asked for where a source lies in more than one split.
Result<void> writeTextManifest(const store::Dataset& dataset, const store::Assignment& assignment,
                               const std::filesystem::path& directory, TextForm form, bool overwrite);

}  // namespace masu::manifest
