// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/ranges/parsed_ranges.h"

#include <algorithm>
#include <utility>

#include "core/base/hash.h"
#include "core/ingest/table/parse/block_state.h"

namespace masu::ingest {

namespace {

std::vector<io::SourcePlace> firstsOf(const std::vector<SourceRange>& ranges) {
  std::vector<io::SourcePlace> firsts;
  for (const SourceRange& range : ranges) firsts.push_back(range.first);
  return firsts;
}

/// Whether a block was given what the range's file has of it.
bool restoreFound(const io::RangeFiles::Found& found, const TableLayout& layout, std::span<const table::DType> types,
                  ParsedBlock& block) {
  const std::string_view text = block.text.bytes;
  if (!found.entry || found.entry->length != text.size() || found.entry->fromHash != hash64(text)) return false;
  const auto state = found.reader->read(*found.entry);
  if (!state) return false;
  ByteReader bytes(*state);
  return restoreBlock(bytes, layout, block) &&
         std::ranges::equal(block.matrices, types, {}, [](const MatrixTile& tile) { return tile.firstType(); });
}

}  // namespace

ParsedRanges::ParsedRanges(const std::vector<SourceRange>& ranges, io::RangeSource files, const RangeSizes& sizes,
                           TypesSeen typesSeen)
    : m_files(firstsOf(ranges), std::move(files)), m_sizes(sizes), m_typesSeen(std::move(typesSeen)) {}

bool ParsedRanges::take(const BlockFeed::Item& item, const TableLayout& layout, std::span<const table::DType> types,
                        const std::stop_token& stop, ParsedBlock& block) {
  const io::RangeFiles::Found found = m_files.find({item.source, item.block.offset}, stop);
  if (m_typesSeen) m_typesSeen(found.range, types);
  if (restoreFound(found, layout, types, block)) return true;
  if (found.isMade) m_left += item.block.bytes.size();
  return false;
}

}  // namespace masu::ingest
