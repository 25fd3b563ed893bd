#include "core/store/chunk_codec.h"

#include <algorithm>

#include <libdeflate.h>

#include "core/store/byte_shuffle.h"

namespace masu::store {

namespace {

constexpr std::uint32_t kShuffleSkipped = 0b01;
constexpr std::uint32_t kDeflateSkipped = 0b10;

}  // namespace

void ChunkCodec::FreeCompressor::operator()(libdeflate_compressor* compressor) const {
  libdeflate_free_compressor(compressor);
}
void ChunkCodec::FreeDecompressor::operator()(libdeflate_decompressor* decompressor) const {
  libdeflate_free_decompressor(decompressor);
}

ChunkCodec::ChunkCodec()
    : m_compressor(libdeflate_alloc_compressor(kLevel)), m_decompressor(libdeflate_alloc_decompressor()) {
  if (!m_compressor || !m_decompressor) throw std::bad_alloc();
}
ChunkCodec::~ChunkCodec() = default;

ChunkCodec& ChunkCodec::ofThread() {
  thread_local ChunkCodec codec;
  return codec;
}

ChunkCodec::Encoded ChunkCodec::encode(std::span<const std::byte> chunk, std::uint64_t elementBytes) {
  std::span<const std::byte> input = chunk;
  if (elementBytes > 1) {
    m_shuffled.resize(chunk.size());
    shuffleBytes(chunk, elementBytes, m_shuffled);
    input = m_shuffled;
  }
  // Only a result that is smaller than the chunk is of use, so there is no need for more room.
  m_compressed.resize(chunk.size());
  const std::size_t size = libdeflate_zlib_compress(m_compressor.get(), input.data(), input.size(), m_compressed.data(),
                                                    m_compressed.size());
  if (size == 0 || size >= chunk.size()) return {chunk, kStoredRaw};
  return {std::span(m_compressed).first(size), kAllFilters};
}

bool ChunkCodec::decode(std::span<const std::byte> stored, std::uint32_t mask, std::uint64_t elementBytes,
                        std::span<std::byte> out) {
  const bool shuffled = (mask & kShuffleSkipped) == 0 && elementBytes > 1;
  std::span<std::byte> inflated = out;
  if (shuffled) {
    m_shuffled.resize(out.size());
    inflated = m_shuffled;
  }
  if ((mask & kDeflateSkipped) != 0) {
    if (stored.size() != inflated.size()) return false;
    std::ranges::copy(stored, inflated.begin());
  } else if (libdeflate_zlib_decompress(m_decompressor.get(), stored.data(), stored.size(), inflated.data(),
                                        inflated.size(), nullptr) != LIBDEFLATE_SUCCESS) {
    return false;
  }
  if (shuffled) unshuffleBytes(m_shuffled, elementBytes, out);
  return true;
}

}  // namespace masu::store
