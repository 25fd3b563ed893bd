// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/store/format/object_info.h"

namespace masu::store {

/// Whole chunks of a compressed object in the form in which a dataset stores them, made apart from its writer.
struct EncodedChunks {
  struct Entry {
    std::uint32_t size = 0;
    std::uint32_t mask = 0;      ///< see ChunkCodec
    std::uint64_t checksum = 0;  ///< of the samples
  };

  std::vector<Entry> entries;    ///< in order
  std::vector<std::byte> bytes;  ///< of all, one after the other
};

/// Compresses as the writer of such an object does. Requires: `object` is prepared() and compressed; `samples` are
/// whole chunks as they are stored, origins packed. Threads: any.
EncodedChunks encodeChunks(const ObjectInfo& object, std::span<const std::byte> samples);

}  // namespace masu::store
