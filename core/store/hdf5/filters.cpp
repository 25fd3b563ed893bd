// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/hdf5/types.h"

#include <array>

#include "core/store/codec/chunk_codec.h"

namespace masu::store::hdf5 {

namespace {

/// https://github.com/HDFGroup/hdf5_plugins/blob/master/docs/RegisteredFilterPlugins.md
constexpr H5Z_filter_t kLz4 = 32004;
constexpr H5Z_filter_t kZstd = 32015;

/// Masu encodes chunks itself and hands them over whole, so the library never asks.
std::size_t refuse(unsigned, std::size_t, const unsigned*, std::size_t, std::size_t*, void**) {
  return 0;
}

/// The library lets no dataset have a filter that it does not know.
Result<void> makeKnown(H5Z_filter_t filter, const char* name, const std::filesystem::path& file) {
  const H5Z_class2_t known = {H5Z_CLASS_T_VERS, filter, 1, 1, name, nullptr, nullptr, refuse};
  return check(H5Zregister(&known), file);
}

}  // namespace

Result<void> setFilters(hid_t properties, Compression compression, const std::filesystem::path& file) {
  MASU_CHECK(check(H5Pset_shuffle(properties), file));
  if (compression == Compression::lz4) {
    MASU_CHECK(makeKnown(kLz4, "lz4", file));
    return check(H5Pset_filter(properties, kLz4, H5Z_FLAG_MANDATORY, 0, nullptr), file);
  }
  if (compression == Compression::zstd) {
    MASU_CHECK(makeKnown(kZstd, "zstd", file));
    const unsigned level = ChunkCodec::kZstdLevel;
    return check(H5Pset_filter(properties, kZstd, H5Z_FLAG_MANDATORY, 1, &level), file);
  }
  return check(H5Pset_deflate(properties, ChunkCodec::kLevel), file);
}

std::optional<Compression> compressionOf(hid_t properties) {
  const int count = H5Pget_nfilters(properties);
  if (count == 0) return Compression::none;
  if (count != 2) return std::nullopt;
  std::array<H5Z_filter_t, 2> filters{};
  for (unsigned i = 0; i < filters.size(); ++i) {
    unsigned flags = 0;
    std::size_t values = 0;
    filters[i] = H5Pget_filter2(properties, i, &flags, &values, nullptr, 0, nullptr, nullptr);
  }
  if (filters[0] != H5Z_FILTER_SHUFFLE) return std::nullopt;
  switch (filters[1]) {
    case H5Z_FILTER_DEFLATE:
      return Compression::gzip;
    case kLz4:
      return Compression::lz4;
    case kZstd:
      return Compression::zstd;
    default:
      return std::nullopt;
  }
}

}  // namespace masu::store::hdf5
