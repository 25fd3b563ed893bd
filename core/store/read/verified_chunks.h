// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/store/read/dataset_opening.h"

namespace masu::store {

/// Which chunks of an open dataset have been compared with their checksums, and their codes looked at. Threads: all
/// members.
class VerifiedChunks {
 public:
  /// `isWatched`: whether there is anything to look at in an extent.
  VerifiedChunks(const DatasetContent& content, const std::function<bool(const Extent&)>& isWatched) {
    for (const StoredObject& object : content.objects) {
      for (const Extent& extent : object.extents) {
        const std::size_t chunks = isWatched(extent) ? extent.info.chunks() : 0;
        m_marks.push_back(chunks == 0 ? nullptr : std::make_unique<std::atomic<bool>[]>(chunks));
      }
    }
  }

  bool watches(const Extent& extent) const { return m_marks[extent.number] != nullptr; }

  bool has(const Extent& extent, std::uint64_t chunk) const {
    return m_marks[extent.number][chunk].load(std::memory_order_relaxed);
  }
  void add(const Extent& extent, std::uint64_t chunk) {
    m_marks[extent.number][chunk].store(true, std::memory_order_relaxed);
  }

 private:
  using Marks = std::unique_ptr<std::atomic<bool>[]>;
  std::vector<Marks> m_marks;  ///< by the number of the extent; null: it is not watched
};

}  // namespace masu::store
