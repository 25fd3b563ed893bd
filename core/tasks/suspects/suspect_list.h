// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/io/atomic_file.h"
#include "core/manifest/lists/named_samples.h"
#include "core/store/read/dataset.h"
#include "core/tasks/suspects/confident_learning.h"

namespace masu::tasks {

/// Samples with their sources and positions, as far as the dataset has them, beside them in whatever order they are.
/// Requires: they are samples of the dataset. Errors: the dataset cannot be read or is damaged.
Result<std::vector<manifest::NamedSample>> namedSamples(const store::Dataset& dataset,
                                                        const std::vector<std::uint64_t>& samples);

/// Writes the list that suspects() describes, with a row for each, and makes the file complete. Memory: 8 bytes a
/// suspect, and its place. Requires: they are of the dataset. Errors: those of namedSamples(); the file cannot be
/// written.
Result<void> writeSuspects(const store::Dataset& dataset, const std::vector<Suspect>& suspects, io::AtomicFile& file);

}  // namespace masu::tasks
