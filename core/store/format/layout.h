// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/store/format/object_info.h"

/// Names in the dataset file and their rules; FORMAT.md says them to people.
namespace masu::store::layout {

/// Files that format 1 can describe are written as format 1, for programs that read only that; see formatOf() for
/// format 3.
inline constexpr std::uint32_t kFormatVersion = 2;
inline constexpr std::uint32_t kSingleFileVersion = 1;
/// The newest format that is read.
inline constexpr std::uint32_t kNewestFormat = 3;

inline constexpr const char* kFormatAttribute = "masu_format";
inline constexpr const char* kUuidAttribute = "uuid";
inline constexpr const char* kKindAttribute = "kind";
inline constexpr const char* kTargetAttribute = "target";
inline constexpr const char* kSamplesAttribute = "samples";
inline constexpr const char* kRecordsAttribute = "records";
inline constexpr const char* kRejectedAttribute = "rejected";
inline constexpr const char* kDroppedAttribute = "dropped";
inline constexpr const char* kTrainMeanAttribute = "missing_by_train_mean";
/// Of a dataset that others were appended to: the UUID it had before.
inline constexpr const char* kParentAttribute = "parent";
/// Of a dataset whose samples are stored in a random order.
inline constexpr const char* kShuffleAttribute = "shuffle_seed";
/// Of a part: the name of the dataset that it was written for.
inline constexpr const char* kPartOfAttribute = "part_of";
/// Beside /recordings only.
inline constexpr const char* kWindowAttribute = "window";
inline constexpr const char* kSilenceAttribute = "silence";

/// Objects beside /kept/NAME, in the order in which they are listed. Each holds something for each sample, but for the
/// recordings, whose first dimension is frames.
inline constexpr const char* kRecordings = "recordings";
inline constexpr const char* kWindows = "windows";
inline constexpr std::array<std::string_view, 8> kObjects = {"features", "categories", "labels",    "weights",
                                                             "group",    "origin",     kRecordings, kWindows};
inline constexpr std::string_view kKeptPrefix = "kept/";
inline constexpr const char* kPyramidGroup = "pyramid";
inline constexpr std::string_view kPyramidPrefix = "pyramid/";
inline constexpr const char* kScaleObject = "features_scale";
inline constexpr const char* kOffsetObject = "features_offset";
inline constexpr const char* kPartsDocument = "meta/parts";
/// One number: the checksum of everything in the file but values.
inline constexpr const char* kStructureObject = "meta/structure";
inline constexpr const char* kChecksumsGroup = "meta/checksums";
inline constexpr const char* kDefaultManifest = "default";

/// {source u32, position u64} as stored: packed, while Origin in memory is padded.
inline constexpr std::uint64_t kOriginBytes = 12;

/// True of the names that the format has.
bool isObject(std::string_view name);

/// True of /features, and of /recordings, which they are cut from.
bool holdsFeatures(const ObjectInfo& object);

/// True of what is counted in frames or blocks, or the like, instead of samples.
bool hasOwnLength(const ObjectInfo& object);

/// Where an object is below the root, such as "kept/km%2Fh/ends".
std::string pathOf(const ObjectInfo& object);
/// Where the places of an object's compressed chunks are, such as "meta/chunk_index/kept/km%2Fh/ends".
std::string chunkIndexPathOf(const ObjectInfo& object);

/// A column's name as an HDF5 link name: '/' and '%' as %2F and %25, a lone "." as %2E, nothing as "%".
std::string linkName(std::string_view columnName);
std::string columnName(std::string_view linkName);

/// `F.splits.h5` beside `F.h5`; after any other extension the ending is added.
std::filesystem::path splitsPath(const std::filesystem::path& dataset);
/// The dataset that is there and has its splits in that file; empty where none does.
std::filesystem::path datasetOfSplits(const std::filesystem::path& splits);
/// `F.edits.h5` beside `F.h5`, where edits of its labels are; after any other extension the ending is added.
std::filesystem::path editsPath(const std::filesystem::path& dataset);
/// The same beside `F.splits.h5`; empty for a file of another name.
std::filesystem::path editsOfSplits(const std::filesystem::path& splits);
/// The dataset that is there and has its edits in that file; empty where none does.
std::filesystem::path datasetOfEdits(const std::filesystem::path& edits);
/// Where splits are kept of a dataset that was replaced: `F.splits.old.h5`, then `F.splits.old2.h5` …
std::filesystem::path oldSplitsPath(const std::filesystem::path& dataset, unsigned number = 1);
inline constexpr unsigned kMostOldSplits = 99;
/// Where the next splits file waits for a moment while samples are appended.
std::filesystem::path nextSplitsPath(const std::filesystem::path& dataset);
/// `F.part007.h5`.
std::filesystem::path partPath(const std::filesystem::path& dataset, std::size_t number);
/// True of a name that partPath() gives for some number.
bool isPartOf(const std::filesystem::path& dataset, const std::string& fileName);

}  // namespace masu::store::layout
