// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_record.h"
#include "core/ingest/table/parse/parsed_block.h"
#include "core/ingest/table/parse/table_layout.h"

namespace masu::ingest {

/// A parsed block as bytes: all that a TableAssembly takes of it, but neither its text nor what became of each record
/// (ParsedBlock::log). Requires: `block` was parsed, and its text is there.
void saveBlock(const ParsedBlock& block, ByteWriter& state);

/// The same block again. Requires: block.text is of the same bytes; block.source is set.
/// False where the bytes are not of a block of this layout and text; the block is to be parsed then. Lifetime: borrows
/// the layout and the text.
bool restoreBlock(ByteReader& state, const TableLayout& layout, ParsedBlock& block);

}  // namespace masu::ingest
