#include "core/store/verified_chunks.h"

namespace masu::store {

VerifiedChunks::VerifiedChunks(const DatasetContent& content) {
  for (const StoredObject& object : content.objects) {
    for (const Extent& extent : object.extents) {
      const std::size_t chunks = extent.checksums.size();
      m_marks.push_back(chunks == 0 ? nullptr : std::make_unique<std::atomic<bool>[]>(chunks));
    }
  }
}

}  // namespace masu::store
