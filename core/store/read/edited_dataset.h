// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <stop_token>

#include "core/store/read/dataset.h"
#include "core/store/read/dataset_file.h"

namespace masu::store {

/// A dataset with what edits made of its labels and classes: the only place where they come together, below every
/// consumer. Where nobody edited anything, it is the file itself.
/// Errors: as of EditsFile::open() and replay(); edits of a dataset without classes.
Result<std::shared_ptr<const Dataset>> withEdits(std::shared_ptr<const DatasetFile> file, const std::stop_token& stop);

}  // namespace masu::store
