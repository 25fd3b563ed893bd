// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>

#include "core/base/result.h"
#include "core/store/edits/edits_file.h"
#include "core/store/read/dataset.h"

namespace masu::store {

/// The edits file of a dataset, which may not be there yet. Errors: as of Dataset::open() and EditsFile::open().
Result<EditsFile> openEdits(const std::filesystem::path& dataset, const std::stop_token& stop = {});

/// A dataset with the labels of one of its editions; of 0, as it was imported. Errors: as of Dataset::open(); there is
/// no such edition.
Result<std::shared_ptr<const Dataset>> openEdition(const std::filesystem::path& dataset, std::uint64_t edition,
                                                   const std::stop_token& stop = {});

}  // namespace masu::store
