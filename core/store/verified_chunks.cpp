#include "core/store/verified_chunks.h"

namespace masu::store {

VerifiedChunks::VerifiedChunks(const DatasetContent& content) {
  for (const StoredObject& object : content.objects) {
    for (const Extent& extent : object.extents) {
      if (extent.checksums.empty()) continue;
      m_marks.emplace(&extent, std::make_unique<std::atomic<bool>[]>(extent.checksums.size()));
    }
  }
}

}  // namespace masu::store
