// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <filesystem>
#include <span>
#include <vector>

#include "core/ingest/table/parse/block_feed.h"
#include "core/ingest/table/parse/parsed_block.h"
#include "core/ingest/table/parse/table_layout.h"
#include "core/ingest/table/ranges/source_ranges.h"
#include "core/io/workers/range_files.h"

namespace masu::ingest {

/// The blocks of a plan's sources as workers have parsed them, for the load that joins them.
/// Invariant: a block is given only where its text is, byte for byte, that which was parsed, and its types are those
/// asked for: then it is what BlockParser would make of it. Whatever is wrong with a file of a range, or missing, its
/// blocks are not given, and nothing else happens.
/// Threads: all members. Blocks are asked for about in order (RangeFiles).
class ParsedRanges {
 public:
  /// `files`: beside the ranges.
  ParsedRanges(const std::vector<SourceRange>& ranges, std::vector<std::filesystem::path> files,
               const RangeSizes& sizes);

  /// As the blocks were cut.
  const RangeSizes& sizes() const { return m_sizes; }

  /// Fills a block whose text and source are those of `item`. False where it is to be parsed. `types`: what each matrix
  /// is stored as. Lifetime: the block borrows the layout.
  bool take(const BlockFeed::Item& item, const TableLayout& layout, std::span<const table::DType> types,
            ParsedBlock& block);

  /// Of the text of the blocks that were not given.
  std::uint64_t bytesLeft() const { return m_left; }

 private:
  bool find(const BlockFeed::Item& item, const TableLayout& layout, std::span<const table::DType> types,
            ParsedBlock& block);

  io::RangeFiles m_files;
  RangeSizes m_sizes;
  std::atomic<std::uint64_t> m_left = 0;
};

}  // namespace masu::ingest
