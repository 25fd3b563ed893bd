// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/error.h"

namespace masu::ingest {

/// Keeps the first few notes of each kind, and says at the end how many more there are, so that what is said of a table
/// of thousands of columns stays readable. Notes are of one kind where they have the same text before their arguments
/// are put in. The order stays. Threads: any.
void foldNotes(std::vector<Message>& notes);

}  // namespace masu::ingest
