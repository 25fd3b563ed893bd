// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/shards/restore/index_reader.h"
#include "core/store/write/dataset_writer.h"

namespace masu::shards {

/// True for what writeShards left: a folder with its index.json, that index itself, or a bundle of `.zip`.
bool isExport(const std::filesystem::path& source);

/// What such an export says of itself; its shards are not looked at. Errors: as for readIndex(); no archive.
Result<ExportedIndex> indexOfExport(const std::filesystem::path& source);

struct RestoreOutcome {
  std::uint64_t samples = 0;
  std::uint64_t bytesRead = 0;
  std::uint64_t bytesWritten = 0;
  double syncSeconds = 0;
};

/// Makes a dataset of an export (csv, npy, hdf5, or a bundle of these): the same values, types, classes, categories and
/// texts, sample by sample in the order of the shards, and the manifest that the splits were. What was affine comes
/// back as the floats that were written, but from hdf5, which holds the codes. A bundle is unpacked beside the target
/// meanwhile. Errors: a shard that is missing, or is not what the index says; a format that is not read back.
Result<RestoreOutcome> restoreExport(const std::filesystem::path& source, const std::filesystem::path& target,
                                     const store::WriteOptions& options, const Resources& resources,
                                     const JobContext& job);

}  // namespace masu::shards
