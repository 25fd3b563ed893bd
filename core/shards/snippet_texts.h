#pragma once

#include <string_view>

/// The Python of loader_snippet.h, with <word> where an export's own names go. "Alone" is for a dataset without labels.
namespace masu::shards::texts {

/// These read one shard.
extern const std::string_view kCsv;
extern const std::string_view kCsvWords;
extern const std::string_view kCsvAlone;
extern const std::string_view kNpy;
extern const std::string_view kNpyAlone;
extern const std::string_view kNpz;
extern const std::string_view kNpzAlone;
extern const std::string_view kHdf5;
extern const std::string_view kHdf5Alone;
extern const std::string_view kSafetensors;
extern const std::string_view kSafetensorsAlone;

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
