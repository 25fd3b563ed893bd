#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"

struct libdeflate_compressor;
struct libdeflate_decompressor;

namespace masu::store {

/// Compresses and decompresses chunks as HDF5's filters shuffle (first) and deflate (second) do.
/// Threads: one at a time; use ofThread(). Cost: level 1, about a quarter of zlib's time.
class ChunkCodec {
 public:
  /// Bit i set: the i-th filter was left out, as HDF5 counts them.
  static constexpr std::uint32_t kAllFilters = 0;
  static constexpr std::uint32_t kStoredRaw = 0b11;
  static constexpr unsigned kLevel = 1;

  struct Encoded {
    std::span<const std::byte> bytes;  ///< valid until the next call
    std::uint32_t mask = kAllFilters;
  };

  ChunkCodec();
  ~ChunkCodec();
  static ChunkCodec& ofThread();

  /// A chunk that does not become smaller is stored as it is, with kStoredRaw.
  Encoded encode(std::span<const std::byte> chunk, std::uint64_t elementBytes);

  /// False where the stored bytes are no chunk of out.size() bytes.
  bool decode(std::span<const std::byte> stored, std::uint32_t mask, std::uint64_t elementBytes,
              std::span<std::byte> out);

 private:
  struct FreeCompressor {
    void operator()(libdeflate_compressor* compressor) const;
  };
  struct FreeDecompressor {
    void operator()(libdeflate_decompressor* decompressor) const;
  };

  std::unique_ptr<libdeflate_compressor, FreeCompressor> m_compressor;
  std::unique_ptr<libdeflate_decompressor, FreeDecompressor> m_decompressor;
  std::vector<std::byte> m_shuffled;
  std::vector<std::byte> m_compressed;
};

}  // namespace masu::store
