// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "core/base/result.h"
#include "core/io/workers/worker_folder.h"
#include "core/store/read/dataset.h"

/// What workers that write one dataset together agree on (io::SharedJob).
namespace masu::store {

struct DatasetTerms {
  std::filesystem::path target;
  std::uint64_t partBytes = 0;  ///< see WriteOptions
  std::string rest;             ///< whatever else determines the ranges and the dataset
  /// What is said of another one, marked with MASU_TEXT; {0} is the target, {1} what people remove to begin again.
  const char* otherRest = "";
};

/// Files of ranges are for the same version to read, so that it is part of the terms. Other parts are reported with
/// both sizes.
io::WorkerTerms workerTerms(DatasetTerms terms);

/// Whether the dataset of these workers is in its place. Errors: something else is, or it has parts of another size
/// than is asked for.
Result<bool> isWritten(const std::filesystem::path& target, std::uint64_t partBytes,
                       const std::function<bool(const DatasetMeta& meta)>& isTheirs);

}  // namespace masu::store
