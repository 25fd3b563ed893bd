#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "core/store/dataset_opening.h"

namespace masu::store {

/// Which chunks of an open dataset have been compared with their checksums. Threads: all members. Lifetime: borrows the
/// content, whose extents stay where they are.
class VerifiedChunks {
 public:
  explicit VerifiedChunks(const DatasetContent& content);

  bool has(const Extent& extent, std::uint64_t chunk) const {
    return m_marks.at(&extent)[chunk].load(std::memory_order_relaxed);
  }
  void add(const Extent& extent, std::uint64_t chunk) {
    m_marks.at(&extent)[chunk].store(true, std::memory_order_relaxed);
  }

 private:
  using Marks = std::unique_ptr<std::atomic<bool>[]>;
  std::unordered_map<const Extent*, Marks> m_marks;  ///< of extents with checksums
};

}  // namespace masu::store
