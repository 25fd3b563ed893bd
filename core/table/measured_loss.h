// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/schema.h"

namespace masu::table {

/// Whether a column holds numbers, which its `stats` describe.
bool holdsNumbers(const Column& column);
/// Whether storing them lost anything: an error, or a finite value that became infinite.
bool isLossy(const Column& column);
/// Whether it was measured that each of them reads back equal to what it was. Neither lossy nor exact are numbers of
/// which that is unknown: files of older programs say nothing of whole numbers that doubles do not distinguish.
bool isExact(const Column& column);
/// What storing them cost. Null where only the largest error is known, and no mean of errors or ratio to them: of files
/// of older programs, which measured no more, or not that of times which are finer than doubles.
const StorageLoss* measuredLoss(const Column& column);
/// The largest error of a column's numbers: infinite where a finite one became so.
double largestError(const Column& column);

}  // namespace masu::table
