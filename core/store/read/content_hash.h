// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/store/read/dataset.h"

namespace masu::store {

/// SHA-256, in lower-case hexadecimal, of what a dataset holds: its values, by the checksums of their chunks, and what
/// gives them their meaning (see FORMAT.md, "Content hash"). Equal in one file and in parts, compressed or not; names
/// of files, the recipe and statistics do not matter. No value is read: compareStructure() and chunkIntact() say
/// whether values are still as the checksums have them. Errors: Errc::unsupported where an object has no checksums.
Result<std::string> contentHash(const Dataset& dataset);
/// The same for a receipt, which says that there is none: empty where an object has no checksums.
Result<std::string> contentHashIfAny(const Dataset& dataset);

}  // namespace masu::store
