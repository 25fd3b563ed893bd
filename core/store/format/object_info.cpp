// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/object_info.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>

#include "core/store/format/layout.h"

namespace masu::store {

std::string_view name(Compression compression) {
  switch (compression) {
    case Compression::none:
      return "none";
    case Compression::gzip:
      return "gzip";
    case Compression::lz4:
      return "lz4";
    case Compression::zstd:
      return "zstd";
  }
  return "none";
}

std::uint64_t ObjectInfo::valuesPerSample() const {
  return std::accumulate(sampleShape.begin(), sampleShape.end(), std::uint64_t{1}, std::multiplies<>());
}

std::uint64_t ObjectInfo::elementBytes() const {
  switch (element) {
    case Element::number:
      return table::sizeOf(dtype);
    case Element::origin:
      return layout::kOriginBytes;
    case Element::window:
      return sizeof(StoredWindow);
    case Element::textEnds:
      return sizeof(std::uint64_t);
    case Element::textBytes:
      return 1;
  }
  return 1;
}

std::uint64_t chunkSamplesFor(std::uint64_t sampleBytes) {
  // Half of h5py's chunk cache of 1 MiB; dividing leaves more than half of it again for any sample that fits twice.
  constexpr std::uint64_t kChunkBytes = 512U << 10U;
  return std::max<std::uint64_t>(1, kChunkBytes / std::max<std::uint64_t>(1, sampleBytes));
}

std::vector<std::byte> packOrigins(std::span<const std::byte> origins) {
  const std::size_t count = origins.size() / sizeof(Origin);
  std::vector<std::byte> packed(count * layout::kOriginBytes);
  for (std::size_t i = 0; i < count; ++i) {
    Origin origin;
    std::memcpy(&origin, origins.data() + i * sizeof(Origin), sizeof(Origin));
    std::memcpy(packed.data() + i * layout::kOriginBytes, &origin.source, sizeof(origin.source));
    std::memcpy(packed.data() + i * layout::kOriginBytes + sizeof(origin.source), &origin.position,
                sizeof(origin.position));
  }
  return packed;
}

Result<ObjectInfo> prepared(ObjectInfo object) {
  if (!layout::isObject(object.name)) {
    return fail(Errc::internal,
                MASU_TEXT("core", "Internal error: the dataset format has no object {0}. Please report it."),
                {object.name});
  }
  if (object.name == "origin") object.element = Element::origin;
  if (object.name == layout::kWindows) object.element = Element::window;
  constexpr std::uint64_t kLongestSample = std::uint64_t{1} << 32U;
  if (object.sampleBytes() == 0 || object.sampleBytes() >= kLongestSample) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "A sample of {0} takes {1} bytes; at least 1 and less than 4 GiB can be stored."),
                {object.name, std::to_string(object.sampleBytes())});
  }
  if (object.chunkSamples == 0) object.chunkSamples = chunkSamplesFor(object.sampleBytes());
  object.samples = 0;
  return object;
}

}  // namespace masu::store
