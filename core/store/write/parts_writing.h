// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/store/write/hdf5_shell.h"
#include "core/store/write/master_file.h"

namespace masu::store {

/// A finished dataset before it has its name: its own file, and its parts.
struct CompleteDataset {
  std::filesystem::path file;
  std::vector<NamedPart> parts;  ///< new ones; none: the values are in the file
  /// Of a dataset that was appended to and was a single file: what that is called as the first part; else empty.
  std::string formerName;

  std::uint64_t bytes() const;
};

/// Writes one part. It becomes the staging file of `request.first` where there is one. `origin` distinguishes it from
/// every other.
/// Errors: a full disk, cancelled.
Result<NamedPart> writePart(const Hdf5ShellRequest& request, const std::string& origin, const std::string& name,
                            const JobContext& job);

/// Which chunks of sealed objects go into which part, so that none becomes larger than `partBytes`, unless a single
/// chunk is, or there would be more than kMostParts. Each object is cut between its own chunks, near the same samples.
std::vector<std::vector<ObjectSlice>> planParts(const std::vector<const StagedObject*>& objects,
                                                std::uint64_t partBytes);

struct PartsRequest {
  std::filesystem::path folder;  ///< where the files are made
  std::filesystem::path target;
  std::vector<std::vector<ObjectSlice>> plan;  ///< see planParts()
  std::vector<const StagedObject*> objects;
  std::uint64_t samples = 0;
  std::uint64_t partBytes = 0;  ///< that the plan was made for
};

/// Writes the parts of a dataset and its master file. The same plan and description give the same bytes where as many
/// part names are free. Errors: a full disk, cancelled.
Result<CompleteDataset> writeParts(const PartsRequest& request, const DatasetMeta& meta, const JobContext& job);

}  // namespace masu::store
