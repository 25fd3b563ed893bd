// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "core/metrics/recipe.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"

namespace masu::tasks {

/// Counts samples and classes of a split. One pass over the labels, where these are classes.
/// Errors: a chunk that cannot be read; cancelled.
Result<metrics::RecipeFacts> recipeFacts(const store::Dataset& dataset, const store::Assignment& assignment,
                                         const std::stop_token& stop);

/// Of the models that are files. One that cannot be read counts as none: whoever trains with it names it.
std::uint64_t moduleBytes(const std::vector<std::string>& models);

/// The spec with a number of epochs and what goes with it: see metrics::withRecipe(). `stated` are names in its JSON.
/// A spec that has a number is returned as it is, without a look at its dataset.
/// Errors: no such dataset or split; those of recipeFacts().
Result<metrics::RunSpec> chooseRecipe(const metrics::RunSpec& spec, const std::vector<std::string>& stated,
                                      const std::stop_token& stop);

}  // namespace masu::tasks
