// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/csv/structure/dialect.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/sources/table_source.h"

namespace masu::ingest {

/// How a source of a plan is spelled: a part without the header that the others have is one of the same dialect.
csv::Dialect dialectOf(const ImportPlan& plan, std::size_t source);

/// How many fields a record of a source has.
std::size_t fieldCount(const ImportPlan& plan, std::size_t source);

/// Matches the columns of several files by the names in their headers. `first`: the columns of the first file. A name
/// that only later files have becomes a column after those before; a file whose first record names none of them but
/// has as many fields, and reads as data, is a part without header. Fills plan.table().fields, opens such parts again,
/// and returns the names of all columns. Errors: a file that shares no column with those before, or that
/// has records where the first file has lines before its table, unless the user said how many lines these are.
Result<std::vector<std::string>> matchFields(ImportPlan& plan, std::vector<TableSource>& sources,
                                             std::vector<std::string> first);

/// Notes what matching left open: columns that some files lack, parts without header.
void noteFields(ImportPlan& plan);

}  // namespace masu::ingest
