// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"

namespace masu::manifest {

/// How people keep a manifest in a folder: `train.csv`, `validation.csv` and `test.csv` with the columns
/// `sample,source,position,label` and one line a sample; the same names with `.txt` and one source file a line; or
/// with `.jsonl` and one object a line, as NeMo has it for recordings
/// (docs.nvidia.com/nemo-framework/user-guide/latest/nemotoolkit/asr/datasets.html): `audio_filepath`, `duration` and
/// `label` of a whole recording, and `offset`, `position` (its first frame) and `sample` beside where the windows of
/// one recording are in several splits.
enum class TextForm { csv, fileNames, jsonl };
const char* extensionOf(TextForm form);

/// Reads the lists that a folder holds, in all forms. What no list names is unused.
/// A CSV line matches by (source, position); `sample` decides only where several samples share these, `label` is for
/// people. A line of a .txt list is the path of a source, else its unique base name, else its unique stem. So is
/// `audio_filepath`, which may have further folders before it; with `position`, or `offset` in seconds, the line means
/// the window that begins there. Errors: no list at all; a header without source and position; lines that fit no
/// sample or one that is listed already, with the first 20 named. Memory: 1 byte a sample, and 24 where the lists come
/// from another import of the same sources.
Result<store::Assignment> readTextManifest(const store::Dataset& dataset, const std::filesystem::path& directory);

/// Writes the three lists; reading them gives the same assignment. They appear only when all are complete.
/// Errors: a list exists and may not be overwritten; file names asked for where a source is in more than one split,
/// or has a name that a line cannot hold; JSONL where a name is not UTF-8.
Result<void> writeTextManifest(const store::Dataset& dataset, const store::Assignment& assignment,
                               const std::filesystem::path& directory, TextForm form, bool overwrite);

}  // namespace masu::manifest
