// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/store/splits/splits_file.h"

namespace masu::manifest {

/// Which fold a manifest was drawn as, of how many.
struct FoldPlace {
  unsigned fold = 0;  ///< from 1
  unsigned folds = 0;
};

/// What describeFold() wrote; nothing where the manifest was not drawn as a fold, or that was damaged.
std::optional<FoldPlace> foldPlaceOf(const std::string& origin);

/// The name of a fold, from 1: NAME-1 and so on.
std::string foldName(const std::string& name, unsigned fold);

/// The manifests NAME-1 … NAME-K that are the folds of one cross-validation, in their order. Where they were drawn as
/// folds, K is what they were drawn for, and other manifests with a number after NAME are none of them; else, as of
/// folds that were read from lists, K is the largest number. `dataset` is for sentences. Pure. Errors:
/// Errc::notFound where there is none, or one is missing; Errc::invalidArgument for folds of several drawings, fewer
/// than two, or more than Folds::kMost.
Result<std::vector<std::string>> foldManifests(const std::vector<store::StoredManifest>& manifests,
                                               const std::string& name, const std::filesystem::path& dataset);

}  // namespace masu::manifest
