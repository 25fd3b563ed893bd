#include "core/store/verified_chunks.h"

namespace masu::store {

VerifiedChunks::VerifiedChunks(const DatasetContent& content, const std::function<bool(const Extent&)>& isWatched) {
  for (const StoredObject& object : content.objects) {
    for (const Extent& extent : object.extents) {
      const std::size_t chunks = isWatched(extent) ? extent.info.chunks() : 0;
      m_marks.push_back(chunks == 0 ? nullptr : std::make_unique<std::atomic<bool>[]>(chunks));
    }
  }
}

}  // namespace masu::store
