// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/codec/chunk_codec.h"

#include <algorithm>
#include <limits>

#include <isa-l/igzip_lib.h>
#include <libdeflate.h>
#include <zstd.h>

#include "core/store/codec/byte_shuffle.h"
#include "core/store/codec/lz4_frame.h"

namespace masu::store {

namespace {

constexpr std::uint32_t kShuffleSkipped = 0b01;
constexpr std::uint32_t kCompressionSkipped = 0b10;

}  // namespace

void ChunkCodec::FreeDecompressor::operator()(libdeflate_decompressor* decompressor) const {
  libdeflate_free_decompressor(decompressor);
}

void ChunkCodec::FreeZstd::operator()(ZSTD_CCtx_s* context) const {
  ZSTD_freeCCtx(context);
}
void ChunkCodec::FreeZstd::operator()(ZSTD_DCtx_s* context) const {
  ZSTD_freeDCtx(context);
}

ChunkCodec::ChunkCodec() : m_decompressor(libdeflate_alloc_decompressor()) {
  if (!m_decompressor) throw std::bad_alloc();
}
ChunkCodec::~ChunkCodec() = default;

ChunkCodec& ChunkCodec::ofThread() {
  thread_local ChunkCodec codec;
  return codec;
}

/// The bytes in m_compressed; 0 where they would be no fewer.
std::size_t ChunkCodec::compress(std::span<const std::byte> input, Compression compression) {
  // A result is used only if it is smaller than the chunk, so it needs no more room than that.
  m_compressed.resize(input.size());
  std::size_t size = 0;
  if (compression == Compression::lz4) {
    size = compressLz4(input, m_compressed);
  } else if (compression == Compression::zstd) {
    if (!m_zstdCompressor) m_zstdCompressor.reset(ZSTD_createCCtx());
    if (!m_zstdCompressor) throw std::bad_alloc();
    size = ZSTD_compressCCtx(m_zstdCompressor.get(), m_compressed.data(), m_compressed.size(), input.data(),
                             input.size(), static_cast<int>(kZstdLevel));
    if (ZSTD_isError(size) != 0) size = 0;
  } else {
    size = deflate(input, m_compressed);
  }
  return size < input.size() ? size : 0;
}

/// Returns 0 where there is not enough room. ISA-L's second level is as fast as its first and compresses a little
/// better than zlib's; libdeflate's compresses by another three per cent and takes four times as long.
std::size_t ChunkCodec::deflate(std::span<const std::byte> input, std::span<std::byte> out) {
  // ISA-L enters the third byte of a stream under a hash of the stream's own address (2.30, .write_first_byte of
  // igzip_icf_body_h1_gr_bt.asm), so that what it makes of the same bytes depends on where it works. Where a flush ends
  // the first few bytes, another of its routines takes them, and that one does not.
  constexpr std::size_t kFirst = 8;
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (input.size() <= kFirst || input.size() > kMost || out.size() > kMost) return 0;
  m_deflateRoom.resize(ISAL_DEF_LVL2_DEFAULT);
  isal_zstream stream;
  isal_deflate_init(&stream);
  stream.level = 2;
  stream.level_buf = m_deflateRoom.data();
  stream.level_buf_size = static_cast<std::uint32_t>(m_deflateRoom.size());
  stream.gzip_flag = IGZIP_ZLIB;
  // It only reads what it is given as bytes that may be written.
  stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(input.data()));
  stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
  stream.avail_out = static_cast<std::uint32_t>(out.size());
  stream.avail_in = kFirst;
  stream.flush = SYNC_FLUSH;
  if (isal_deflate(&stream) != COMP_OK || stream.avail_in != 0) return 0;
  stream.avail_in = static_cast<std::uint32_t>(input.size() - kFirst);
  stream.flush = NO_FLUSH;
  stream.end_of_stream = 1;
  if (isal_deflate(&stream) != COMP_OK) return 0;
  return stream.internal_state.state == ZSTATE_END ? stream.total_out : 0;
}

bool ChunkCodec::decompress(std::span<const std::byte> stored, std::span<std::byte> out, Compression compression) {
  if (compression == Compression::lz4) return decompressLz4(stored, out);
  if (compression == Compression::zstd) {
    if (!m_zstdDecompressor) m_zstdDecompressor.reset(ZSTD_createDCtx());
    if (!m_zstdDecompressor) throw std::bad_alloc();
    // In one go into what is there: no window of the size that a frame claims.
    return ZSTD_decompressDCtx(m_zstdDecompressor.get(), out.data(), out.size(), stored.data(), stored.size()) ==
           out.size();
  }
  return libdeflate_zlib_decompress(m_decompressor.get(), stored.data(), stored.size(), out.data(), out.size(),
                                    nullptr) == LIBDEFLATE_SUCCESS;
}

ChunkCodec::Encoded ChunkCodec::encode(std::span<const std::byte> chunk, std::uint64_t elementBytes,
                                       Compression compression) {
  std::span<const std::byte> input = chunk;
  if (elementBytes > 1) {
    m_shuffled.resize(chunk.size());
    shuffleBytes(chunk, elementBytes, m_shuffled);
    input = m_shuffled;
  }
  const std::size_t size = compress(input, compression);
  if (size == 0) return {chunk, kStoredRaw};
  return {std::span(m_compressed).first(size), kAllFilters};
}

bool ChunkCodec::decode(std::span<const std::byte> stored, std::uint32_t mask, std::uint64_t elementBytes,
                        std::span<std::byte> out, Compression compression) {
  const bool shuffled = (mask & kShuffleSkipped) == 0 && elementBytes > 1;
  std::span<std::byte> inflated = out;
  if (shuffled) {
    m_shuffled.resize(out.size());
    inflated = m_shuffled;
  }
  if ((mask & kCompressionSkipped) != 0) {
    if (stored.size() != inflated.size()) return false;
    std::ranges::copy(stored, inflated.begin());
  } else if (!decompress(stored, inflated, compression)) {
    return false;
  }
  if (shuffled) unshuffleBytes(m_shuffled, elementBytes, out);
  return true;
}

}  // namespace masu::store
