#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/shards/shard_options.h"
#include "core/store/dataset.h"

namespace masu::shards {

/// A ZIP bundle holds what an export to a folder would, with lists of the splits and the recipe beside it.
inline constexpr const char* kRecipeName = "recipe.json";
inline constexpr const char* kManifestsFolder = "manifests";

/// The format of the shards inside: csv for tables, npy for recordings and images.
Format bundledFormat(const store::Dataset& dataset);

/// The bytes of a bundle over those of its members, whose paths are given.
std::uint64_t bundleOverhead(const std::vector<std::string>& paths);

/// How much of the files lies on the disk twice while they are packed.
inline constexpr std::uint64_t kPackingBytes = 4 << 20;

/// Packs the files at `paths` below `folder` into a ZIP file, uncompressed and in that order, and removes them on the
/// way: none of them lies under its name any more once its packing has begun. Synced.
Result<void> packBundle(const std::filesystem::path& folder, const std::vector<std::string>& paths,
                        const std::filesystem::path& archive, const JobContext& job);

}  // namespace masu::shards
