// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// The Python of loader_snippet.h, with <word> where an export's own names go. "Alone" is for a dataset without labels.
namespace masu::shards::texts {

/// What every program begins with: the columns as index.json has them, and values as a network takes them.
extern const std::string_view kColumns;
extern const std::string_view kScaled;
extern const std::string_view kOneHot;

/// These find the shards and read one: `load(path, name)` of arrays, the table of a CSV.
extern const std::string_view kCsvPaths;
extern const std::string_view kNpy;
extern const std::string_view kNpz;
extern const std::string_view kHdf5;
extern const std::string_view kSafetensors;

/// `read(path)`: its first line, then what becomes x, and y.
extern const std::string_view kRead;
extern const std::string_view kReadCsv;

/// These hand shards to a framework.
extern const std::string_view kShards;
extern const std::string_view kShardsAlone;
extern const std::string_view kTorch;
extern const std::string_view kTorchAlone;
extern const std::string_view kKeras;
extern const std::string_view kTfData;
extern const std::string_view kTfDataAlone;
extern const std::string_view kWebDataset;
extern const std::string_view kWebDatasetAlone;
extern const std::string_view kMosaic;
extern const std::string_view kMosaicAlone;

}  // namespace masu::shards::texts
