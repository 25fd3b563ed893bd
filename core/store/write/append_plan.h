// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/store/read/dataset.h"
#include "core/store/staging/staged_objects.h"
#include "core/store/write/parts_writing.h"

namespace masu::store {

/// A dataset that grows by a part: how its own files are renamed, and which file is the master of all of them.
/// Lifetime: shares the dataset.
class AppendPlan {
 public:
  explicit AppendPlan(std::shared_ptr<const Dataset> dataset) : m_dataset(std::move(dataset)) {}

  const Dataset& dataset() const { return *m_dataset; }
  /// Bytes of texts that the kept columns have already, by the name of the object.
  StagedObjects::TextBytes textBytes() const;

  struct Request {
    std::filesystem::path folder;              ///< where the files are made
    std::vector<const StagedObject*> objects;  ///< the new samples, sealed
    std::uint64_t samples = 0;                 ///< of them
    const StagedObject* base = nullptr;        ///< the object whose file becomes the part; see Hdf5ShellRequest
  };
  /// Writes the new part, and the master of it and the existing parts. `formerName` of the result is what the dataset's
  /// file is to be called as the first part, where it was a single file. Errors: objects of another shape or
  /// type than the dataset's; too many parts; a full disk, cancelled.
  Result<CompleteDataset> write(const Request& request, const DatasetMeta& meta, const JobContext& job) const;

 private:
  Result<std::vector<ObjectInfo>> joined(const std::vector<const StagedObject*>& added) const;

  std::shared_ptr<const Dataset> m_dataset;
};

}  // namespace masu::store
