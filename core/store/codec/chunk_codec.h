// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/store/format/object_info.h"

struct libdeflate_decompressor;
struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace masu::store {

/// Compresses and decompresses chunks as HDF5's filters shuffle (first) and a compressing one (second) do: deflate, or
/// the registered plug-ins for LZ4 (32004) and Zstandard (32015).
/// Threads: one at a time; use ofThread(). Cost: deflate at about a tenth of the time of zlib's level 1, whose sizes it
/// keeps to. The same chunk gives the same bytes on the same kind of processor only: ISA-L looks for matches as each
/// does it fastest.
class ChunkCodec {
 public:
  /// Bit i set: the i-th filter was left out, as HDF5 counts them.
  static constexpr std::uint32_t kAllFilters = 0;
  static constexpr std::uint32_t kStoredRaw = 0b11;
  static constexpr unsigned kLevel = 1;  ///< of zlib, as the filter is described to HDF5
  static constexpr unsigned kZstdLevel = 3;

  struct Encoded {
    std::span<const std::byte> bytes;  ///< valid until the next call
    std::uint32_t mask = kAllFilters;
  };

  ChunkCodec();
  ~ChunkCodec();
  static ChunkCodec& ofThread();

  /// A chunk that does not become smaller is stored as it is, with kStoredRaw. Requires: a compression.
  Encoded encode(std::span<const std::byte> chunk, std::uint64_t elementBytes,
                 Compression compression = Compression::gzip);

  /// False where the stored bytes are not a chunk of out.size() bytes. Memory: one more chunk, whatever they claim.
  bool decode(std::span<const std::byte> stored, std::uint32_t mask, std::uint64_t elementBytes,
              std::span<std::byte> out, Compression compression = Compression::gzip);

 private:
  std::size_t compress(std::span<const std::byte> input, Compression compression);
  std::size_t deflate(std::span<const std::byte> input, std::span<std::byte> out);
  bool decompress(std::span<const std::byte> stored, std::span<std::byte> out, Compression compression);

  struct FreeDecompressor {
    void operator()(libdeflate_decompressor* decompressor) const;
  };
  struct FreeZstd {
    void operator()(ZSTD_CCtx_s* context) const;
    void operator()(ZSTD_DCtx_s* context) const;
  };

  std::unique_ptr<libdeflate_decompressor, FreeDecompressor> m_decompressor;
  std::unique_ptr<ZSTD_CCtx_s, FreeZstd> m_zstdCompressor;  ///< made when first needed, as the next
  std::unique_ptr<ZSTD_DCtx_s, FreeZstd> m_zstdDecompressor;
  std::vector<std::uint8_t> m_deflateRoom;  ///< what ISA-L works in; made when first needed
  std::vector<std::byte> m_shuffled;
  std::vector<std::byte> m_compressed;
};

}  // namespace masu::store
