// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/job.h"
#include "core/manifest/draw/split_plan.h"

namespace masu::tasks {

/// A manifest of a dataset, as `masu manifest F.h5 list` shows it.
struct ManifestFacts {
  std::string name;
  bool frozen = false;
  std::string hash;    ///< store::hashOf, so that a training run can say which division it saw
  std::string origin;  ///< JSON: how it was drawn
  manifest::SplitCounts counts;
};

/// Which split each sample is in. Errors: no splits file; no such manifest; one that is damaged.
Result<store::Assignment> assignmentOf(const store::Dataset& dataset, const std::string& manifest);
/// Memory that is left where so many assignments of a dataset, a byte a sample each, are held at once.
/// Errors: --memory does not hold them (Errc::outOfMemory); the sentence says what they take.
Result<std::uint64_t> memoryBeside(const store::Dataset& dataset, std::uint64_t assignments,
                                   const Resources& resources);
/// A manifest as the splits file lists it; nothing where there is none, or no splits file that can be read.
std::optional<store::StoredManifest> storedManifest(const store::Dataset& dataset, const std::string& name);
/// Of a splits file that is open. Errors: no such manifest; one that is damaged.
Result<ManifestFacts> factsOf(const store::SplitsFile& splits, const std::string& name);
Result<std::vector<ManifestFacts>> listManifests(const std::filesystem::path& file, const Resources& resources = {});
Result<ManifestFacts> manifestFacts(const std::filesystem::path& file, const std::string& name);

/// Each returns the manifest it made or changed. Errors: no such manifest; the new name is taken; a frozen one is to
/// change; memory that does not hold the assignments. A copy of a frozen manifest is free.
Result<ManifestFacts> copyManifest(const std::filesystem::path& file, const std::string& from, const std::string& to,
                                   const Resources& resources = {});
Result<ManifestFacts> renameManifest(const std::filesystem::path& file, const std::string& from, const std::string& to,
                                     const Resources& resources = {});
Result<ManifestFacts> freezeManifest(const std::filesystem::path& file, const std::string& name,
                                     const Resources& resources = {});
Result<void> deleteManifest(const std::filesystem::path& file, const std::string& name,
                            const Resources& resources = {});

/// Samples that one manifest has in a split and another in a different one.
struct ManifestMove {
  store::Split from = store::Split::unused;
  store::Split to = store::Split::unused;
  std::uint64_t samples = 0;
  std::vector<std::uint64_t> perClass;  ///< empty without classes
};
struct ManifestDiff {
  std::uint64_t moved = 0;
  std::vector<ManifestMove> moves;  ///< those that occur
  std::vector<std::string> classes;
};
Result<ManifestDiff> diffManifests(const std::filesystem::path& file, const std::string& from, const std::string& to,
                                   const Resources& resources = {});

}  // namespace masu::tasks
