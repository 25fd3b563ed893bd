// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace masu::ingest {

/// What a folder or an archive is searched for. Any file may be named itself, whatever its name.
enum class RecordingName { none, recording, hdf5, table, text, raw };

/// By the name alone, packed or not. HDF5 files and tables may be something else (a dataset of Masu, a list of labels),
/// texts are notes as often, and any name may stand for raw samples, so a folder is searched for those only where it
/// holds nothing else.
RecordingName recordingNameOf(const std::filesystem::path& path);

/// The last part of a path, in lower case and without what says that it is packed.
std::string unpackedName(const std::filesystem::path& path);

/// The header (.hea, .vhdr) of the same name that is beside a file of samples or annotations, by the name of that.
std::optional<std::filesystem::path> headerBeside(const std::filesystem::path& path);

/// That such a file is not a source by itself.
Error belongsTo(const std::filesystem::path& header, const std::filesystem::path& file);

/// Takes out of `files` what a header among them describes: files of its name in its folder, such as 100.mat beside
/// 100.hea. They would be the same recording twice.
void eraseDescribed(std::vector<std::filesystem::path>& files);

}  // namespace masu::ingest
