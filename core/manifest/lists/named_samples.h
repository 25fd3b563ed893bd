// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/store/read/dataset.h"

namespace masu::manifest {

/// A sample as people find it again in their files.
struct NamedSample {
  std::uint64_t sample = 0;
  std::optional<std::string> source;      ///< its path; absent where the dataset does not say where samples are from
  std::optional<std::uint64_t> position;  ///< in the source, from 0: a record, or the first frame of a window
};

inline constexpr std::size_t kMostNamedSamples = 10'000;

/// The samples that a text names: the number of one, from 0 and without leading zeros; SOURCE:POSITION; or SOURCE, all
/// samples of a source file, by its path, name or stem. Ascending, at least one. Time: constant for a number, a pass
/// over the origins otherwise. Errors: Errc::notFound where there is none; a number that is a source's name as well; a
/// name of several sources; more than kMostNamedSamples; a dataset without origins; cancelled.
Result<std::vector<NamedSample>> samplesNamed(const store::Dataset& dataset, const std::string& text,
                                              const std::stop_token& stop);

}  // namespace masu::manifest
