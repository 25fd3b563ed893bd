// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/table/dtype.h"

namespace masu::store {

enum class Compression { none, gzip, lz4, zstd };
std::string_view name(Compression compression);

/// What an element of an object is: a number of the object's dtype, an Origin, a StoredWindow, or a part of a kept text
/// column.
enum class Element : std::uint8_t { number, origin, window, textEnds, textBytes };

/// One stored object of a dataset: [samples, inner...] in chunks of whole samples along the first dimension.
/// A kept text column is two objects of one name: where each sample's text ends, then all texts' bytes, one "sample"
/// each.
struct ObjectInfo {
  std::string name;                             ///< "features", "categories", "labels", "kept/NAME" …
  table::DType dtype = table::DType::f32;       ///< of numbers
  std::vector<std::uint64_t> sampleShape = {};  ///< empty for one value a sample
  std::uint64_t samples = 0;
  std::uint64_t chunkSamples = 0;
  Compression compression = Compression::none;
  Element element = Element::number;
  /// Of "features": cut from /recordings by /windows while it is read, and not itself in the file.
  bool cut = false;
  /// Of one of storedObjects(): the object's sample that its first one is. 0 but for the later parts of a dataset.
  std::uint64_t first = 0;

  /// Whole numbers of 64 bits, which a double cannot always represent.
  bool isWhole() const { return element == Element::number && dtype == table::DType::i64; }
  bool isText() const { return element == Element::textEnds || element == Element::textBytes; }
  std::uint64_t valuesPerSample() const;
  /// As stored: 12 for an origin, though Origin in memory takes 16.
  std::uint64_t elementBytes() const;
  std::uint64_t sampleBytes() const { return valuesPerSample() * elementBytes(); }
  std::uint64_t chunks() const { return chunkSamples == 0 ? 0 : (samples + chunkSamples - 1) / chunkSamples; }
  std::uint64_t end() const { return first + samples; }
};

/// Where a sample came from: the record or image in its source file, or the window's first frame.
struct Origin {
  std::uint32_t source = 0;
  std::uint64_t position = 0;
};

/// Frames of a recording that are one sample: `length` from `start`, then silence up to the window's length. As it is
/// stored: 16 bytes.
struct StoredWindow {
  std::uint64_t start = 0;      ///< frame of the recording
  std::uint32_t recording = 0;  ///< entry of /meta/sources
  std::uint32_t length = 0;
};
static_assert(sizeof(StoredWindow) == 16);

/// The chunk length of the design: 256 KiB to 1 MiB raw, whole samples, a larger sample alone.
std::uint64_t chunkSamplesFor(std::uint64_t sampleBytes);

/// Completes what the caller of a writer leaves open in an object: element, chunk length. Errors: what the format has
/// no place for.
Result<ObjectInfo> prepared(ObjectInfo object);

/// Origins as they are stored. Requires: whole Origins in memory.
std::vector<std::byte> packOrigins(std::span<const std::byte> origins);

}  // namespace masu::store
