// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/encoded_chunks.h"

#include "core/base/hash.h"
#include "core/store/codec/chunk_codec.h"

namespace masu::store {

EncodedChunks encodeChunks(const ObjectInfo& object, std::span<const std::byte> samples) {
  const std::uint64_t chunkBytes = object.chunkSamples * object.sampleBytes();
  EncodedChunks chunks;
  for (std::uint64_t at = 0; at + chunkBytes <= samples.size(); at += chunkBytes) {
    const auto chunk = samples.subspan(at, chunkBytes);
    const auto encoded = ChunkCodec::ofThread().encode(chunk, object.elementBytes(), object.compression);
    chunks.entries.push_back({static_cast<std::uint32_t>(encoded.bytes.size()), encoded.mask, hash64(chunk)});
    chunks.bytes.insert(chunks.bytes.end(), encoded.bytes.begin(), encoded.bytes.end());
  }
  return chunks;
}

}  // namespace masu::store
