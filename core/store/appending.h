#pragma once

#include <memory>
#include <vector>

#include "core/store/dataset.h"
#include "core/store/parts_writing.h"
#include "core/store/written_parts.h"

namespace masu::store {

/// A dataset that grows by a part: what becomes of its own files, and what stands for all of them.
/// Lifetime: shares the dataset.
class Appending {
 public:
  explicit Appending(std::shared_ptr<const Dataset> dataset) : m_dataset(std::move(dataset)) {}

  const Dataset& dataset() const { return *m_dataset; }
  /// Bytes of texts that the kept columns have already, by the name of the object.
  WrittenParts::TextBytes textBytes() const;

  struct Request {
    std::filesystem::path folder;            ///< where the files are made
    std::vector<const ObjectPart*> objects;  ///< the new samples, sealed
    std::uint64_t samples = 0;               ///< of them
    const ObjectPart* base = nullptr;        ///< the object whose file becomes the part; see SkeletonRequest
  };
  /// Makes the new part, and the file that stands for it and what was there. `formerName` of the result is what the
  /// dataset's file is to be called as the first part, where it was a single file. Errors: objects of another shape or
  /// type than the dataset's; too many parts; a full disk, cancelled.
  Result<CompleteDataset> write(const Request& request, const DatasetMeta& meta, const JobContext& job) const;

 private:
  Result<std::vector<ObjectInfo>> joined(const std::vector<const ObjectPart*>& added) const;

  std::shared_ptr<const Dataset> m_dataset;
};

}  // namespace masu::store
