// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/store/read/dataset.h"

namespace masu::tasks {

/// A sample and the class that a person gave it.
struct NamedLabel {
  std::uint64_t sample = 0;
  std::string className;
};

/// Reads a CSV whose header names the columns `sample` (its number, from 0), or `source` and `position`, and `label`;
/// others are passed over, so that a list of `masu split --write` can be edited and read. With all of them, a sample
/// has to be where the line says. In the order of the samples. Memory: some 100 bytes a line. Errors: the columns are
/// missing; lines that fit no sample or several, name one again or give no class: the first of them are
/// named, and why the very first cannot be used.
Result<std::vector<NamedLabel>> readLabelList(const store::Dataset& dataset, const std::filesystem::path& file,
                                              const JobContext& job);

}  // namespace masu::tasks
