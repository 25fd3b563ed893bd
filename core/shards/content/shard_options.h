// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/format/export_listing.h"
#include "core/store/splits/splits_file.h"
#include "core/table/dtype.h"

namespace masu::shards {

enum class Format { csv, npy, npz, hdf5, webdataset, tfrecord, mds, safetensors, zip };

/// As the command line writes it.
std::string_view name(Format format);
std::optional<Format> formatFrom(std::string_view name);
/// In the order of the enumeration.
const std::vector<Format>& formats();

/// What an export writes, and where.
struct ShardOptions {
  Format format = Format::csv;
  std::filesystem::path out;
  std::string manifest = "default";
  std::vector<store::Split> splits;  ///< empty: train, validation and test; without a manifest everything under all/
  std::uint64_t shardSamples = 0;    ///< 0: by shardBytes
  std::uint64_t shardBytes = 0;      ///< both 0: what is usual for the format
  std::uint64_t readers = 1;         ///< each split gets at least that many shards
  std::optional<std::uint64_t> shuffle;  ///< seed of an exact shuffle over all shards of a split; unset: stored order
  bool encoded = false;                  ///< what the trainer sees: floats and codes, no columns that were only kept
  std::optional<table::DType> type;      ///< of features; unset: as stored, or f32 where encoded or affine
  bool overwrite = false;
  bool resume = false;  ///< keeps the shards that a stopped export of the same kind had finished
};

struct ShardFile {
  std::string path;  ///< below the output folder
  std::uint64_t bytes = 0;
  std::string sha256;       ///< lower-case hexadecimal; empty in a plan
  std::uint32_t crc32 = 0;  ///< as ZIP has it, of what goes into a bundle; else 0
};

struct ShardInfo {
  std::string path;   ///< of its first file
  std::string split;  ///< "train" …, or "all"
  std::uint64_t samples = 0;
  std::uint64_t bytes = 0;       ///< of all its files
  std::vector<ShardFile> files;  ///< several where a format keeps each array in a file of its own
};

/// What is beside the shards of every export: shards with sizes and SHA-256, classes, columns, statistics of the
/// train split, recipe and split hash; and the dataset's description, by which Masu reads the export back.
inline constexpr const char* kIndexName = store::kExportIndexName;

}  // namespace masu::shards
