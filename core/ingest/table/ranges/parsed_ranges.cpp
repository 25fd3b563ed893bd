// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/ranges/parsed_ranges.h"

#include <algorithm>

#include "core/base/hash.h"
#include "core/ingest/table/parse/block_state.h"

namespace masu::ingest {

/// Null where there is no file of that range, or a damaged one.
std::shared_ptr<const RangeReader> ParsedRanges::readerAt(const SourcePlace& place) {
  const auto after = std::ranges::upper_bound(m_ranges, place, {}, &SourceRange::first);
  if (after == m_ranges.begin()) return nullptr;
  const auto range = static_cast<std::size_t>(after - m_ranges.begin()) - 1;
  const std::lock_guard lock(m_mutex);
  const auto [found, fresh] = m_open.try_emplace(range);
  if (!fresh) return found->second;
  if (range < m_files.size()) {
    auto opened = RangeReader::open(m_files[range]);
    if (opened) found->second = std::make_shared<const RangeReader>(std::move(*opened));
  }
  const auto reader = found->second;
  // Of blocks in work the first may be in the range before.
  if (range > 0) m_open.erase(m_open.begin(), m_open.lower_bound(range - 1));
  return reader;
}

bool ParsedRanges::find(const BlockFeed::Item& item, const TableLayout& layout, std::span<const table::DType> types,
                        ParsedBlock& block) {
  const SourcePlace place{item.source, item.block.offset};
  const auto reader = readerAt(place);
  const RangeEntry* const entry = reader ? reader->find(place) : nullptr;
  const std::string_view text = item.block.bytes;
  if (entry == nullptr || entry->bytes != text.size() || entry->textHash != hash64(text)) return false;
  const auto state = reader->read(*entry);
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
