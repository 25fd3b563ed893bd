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

}  // namespace

ParsedRanges::ParsedRanges(const std::vector<SourceRange>& ranges, std::vector<std::filesystem::path> files,
                           const RangeSizes& sizes)
    : m_files(firstsOf(ranges), std::move(files)), m_sizes(sizes) {}

bool ParsedRanges::find(const BlockFeed::Item& item, const TableLayout& layout, std::span<const table::DType> types,
                        ParsedBlock& block) {
  const io::RangeFiles::Found found = m_files.find({item.source, item.block.offset});
  const std::string_view text = item.block.bytes;
  if (!found.entry || found.entry->length != text.size() || found.entry->fromHash != hash64(text)) return false;
  const auto state = found.reader->read(*found.entry);
  if (!state) return false;
  ByteReader bytes(*state);
  return restoreBlock(bytes, layout, block) &&
         std::ranges::equal(block.matrices, types, {}, [](const MatrixTile& tile) { return tile.firstType(); });
}

bool ParsedRanges::take(const BlockFeed::Item& item, const TableLayout& layout, std::span<const table::DType> types,
                        ParsedBlock& block) {
  const bool found = find(item, layout, types, block);
  if (!found) m_left += item.block.bytes.size();
  return found;
}

}  // namespace masu::ingest
