#pragma once

#include "core/store/dataset_opening.h"
#include "core/store/opened_file.h"

namespace masu::store {

/// Finds where the samples of an object lie in a file: name and element are told, the rest is read and checked.
/// Errors: it is not as the format says; it points outside the file.
Result<Extent> readExtent(const OpenedFile& file, ObjectInfo info);

}  // namespace masu::store
