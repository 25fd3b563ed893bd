// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
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
  /// Called with the range that a block is in, and the types that it is asked for with. Threads: any.
  using TypesSeen = std::function<void(std::uint64_t range, std::span<const table::DType> types)>;

  ParsedRanges(const std::vector<SourceRange>& ranges, io::RangeSource files, const RangeSizes& sizes,
               TypesSeen typesSeen = {});

  /// As the blocks were cut.
  const RangeSizes& sizes() const { return m_sizes; }

  /// Fills a block whose text and source are those of `item`. False where it is to be parsed. `types`: what each matrix
  /// is stored as. `stop`: of waiting for a range that a worker is parsing. Lifetime: the block borrows the layout.
  bool take(const BlockFeed::Item& item, const TableLayout& layout, std::span<const table::DType> types,
            const std::stop_token& stop, ParsedBlock& block);

  /// Of the text of the blocks that were not given though a worker had parsed their range.
  std::uint64_t bytesLeft() const { return m_left; }

 private:
  io::RangeFiles m_files;
  RangeSizes m_sizes;
  TypesSeen m_typesSeen;
  std::atomic<std::uint64_t> m_left = 0;
};

}  // namespace masu::ingest
