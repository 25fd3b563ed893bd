#include "core/store/chunk_codec.h"

#include <algorithm>
#include <cstring>

#include <libdeflate.h>

namespace masu::store {

namespace {

/// Byte k of every element side by side, for each k: what HDF5's shuffle filter does. Fixed sizes unroll.
template <std::size_t Fixed>
void shuffleSized(const std::byte* in, std::size_t elements, std::size_t size, std::byte* out) {
  const std::size_t bytes = Fixed != 0 ? Fixed : size;
  for (std::size_t i = 0; i < elements; ++i) {
    for (std::size_t k = 0; k < bytes; ++k) out[k * elements + i] = in[i * bytes + k];
  }
}

template <std::size_t Fixed>
void unshuffleSized(const std::byte* in, std::size_t elements, std::size_t size, std::byte* out) {
  const std::size_t bytes = Fixed != 0 ? Fixed : size;
  for (std::size_t i = 0; i < elements; ++i) {
    for (std::size_t k = 0; k < bytes; ++k) out[i * bytes + k] = in[k * elements + i];
  }
}

void shuffle(const std::byte* in, std::size_t elements, std::size_t size, std::byte* out) {
  switch (size) {
    case 2:
      return shuffleSized<2>(in, elements, size, out);
    case 4:
      return shuffleSized<4>(in, elements, size, out);
    case 8:
      return shuffleSized<8>(in, elements, size, out);
    default:
      return shuffleSized<0>(in, elements, size, out);
  }
}

void unshuffle(const std::byte* in, std::size_t elements, std::size_t size, std::byte* out) {
  switch (size) {
    case 2:
      return unshuffleSized<2>(in, elements, size, out);
    case 4:
      return unshuffleSized<4>(in, elements, size, out);
    case 8:
      return unshuffleSized<8>(in, elements, size, out);
    default:
      return unshuffleSized<0>(in, elements, size, out);
  }
}

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
    shuffle(chunk.data(), chunk.size() / elementBytes, elementBytes, m_shuffled.data());
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
  if (shuffled) unshuffle(m_shuffled.data(), out.size() / elementBytes, elementBytes, out.data());
  return true;
}

}  // namespace masu::store
