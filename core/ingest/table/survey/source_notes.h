// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

#include "core/ingest/plan/import_plan.h"
#include "core/ingest/sources/table_source.h"

namespace masu::ingest {

// What the sources of a table hold beside its cells, and how they are read: each of these adds what people should know
// of it to the notes of a plan. Requires: `sources` are those of the plan, in their order.

/// Delimiters that sources declare.
void noteDeclared(ImportPlan& plan, std::span<const TableSource> sources);
/// Names that a header has twice. `firstFields`: of a record of the first source.
void noteRenamed(ImportPlan& plan, std::span<const TableSource> sources, std::size_t firstFields);
/// Records at the front of the first source that look like rows of a header.
void noteHeaderRows(ImportPlan& plan, std::span<const TableSource> sources);
/// Objects and arrays in JSON Lines.
void noteNested(ImportPlan& plan, std::span<const TableSource> sources);
/// The empty key of JSON Lines.
void noteNameless(ImportPlan& plan, std::span<const TableSource> sources);
/// Sheets of workbooks; see notesOnSheet(). Those that might be read instead are in the plan.
void noteSheets(ImportPlan& plan, std::span<const TableSource> sources);
/// ARFF and .ts files; where all sources are of one of these formats, the plan says so.
void noteTagged(ImportPlan& plan, std::span<const TableSource> sources);
/// Sources that an import copies to the scratch folder.
void noteUnpacked(ImportPlan& plan, std::span<const TableSource> sources);

}  // namespace masu::ingest
