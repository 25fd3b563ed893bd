// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/read/chunk_reading.h"

namespace masu::loader {

namespace {

Result<void> named(Result<void> result, const store::Dataset& dataset, const store::ObjectInfo& object,
                   std::uint64_t chunk) {
  if (result || result.error().code == Errc::cancelled) return result;
  return fail(result.error().code, MASU_TEXT("core", "Chunk {0} of /{1} in {2} cannot be streamed: {3}"),
              {std::to_string(chunk), object.name, dataset.path().string(), result.error().message},
              {dataset.path().string()});
}

}  // namespace

Result<void> readChunkNamed(const store::Dataset& dataset, const store::ObjectInfo& object, std::uint64_t chunk,
                            std::span<std::byte> out) {
  return named(dataset.readChunk(object, chunk, out), dataset, object, chunk);
}

Result<void> readNamed(const store::Dataset& dataset, const store::ObjectInfo& object, std::uint64_t first,
                       std::uint64_t count, std::span<std::byte> out) {
  return named(dataset.read(object, first, count, out), dataset, object, first / object.chunkSamples);
}

}  // namespace masu::loader
