// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace masu::ingest {

/// What a folder or an archive is searched for. Any file may be named itself, whatever its name.
enum class RecordingName { none, recording, hdf5, table, text, raw };

/// By the name alone, packed or not. HDF5 files and tables may be something else (a dataset of Masu, a list of labels),
/// texts are notes as often, and any name may stand for raw samples, so a folder is searched for those only where it
/// holds nothing else.
RecordingName recordingNameOf(const std::filesystem::path& path);

/// The last part of a path, in lower case and without what says that it is packed.
std::string unpackedName(const std::filesystem::path& path);

}  // namespace masu::ingest
