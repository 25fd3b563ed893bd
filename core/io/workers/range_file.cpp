// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workers/range_file.h"

#include <algorithm>

#include "core/base/hash.h"

namespace masu::io {

namespace {

/// The end of a file.
struct Footer {
  std::uint64_t entries = 0;
  std::uint64_t hash = 0;  ///< of the list of entries
};

/// Who finds a file so makes again what is in it.
tl::unexpected<Error> damagedRange() {
  return fail(Errc::damaged, {});
}

}  // namespace

Result<RangeWriter> RangeWriter::create(const std::filesystem::path& path) {
  MASU_TRY(File file, File::create(path));
  return RangeWriter(std::move(file));
}

Result<void> RangeWriter::append(RangeEntry entry, std::span<const std::byte> state) {
  entry.at = m_size;
  entry.size = state.size();
  entry.hash = hash64(state);
  MASU_CHECK(m_file.writeAt(m_size, state));
  m_size += state.size();
  m_entries.push_back(entry);
  return {};
}

Result<void> RangeWriter::finish() {
  std::ranges::sort(m_entries, {}, &RangeEntry::place);
  const auto list = std::as_bytes(std::span(m_entries));
  const Footer footer{m_entries.size(), hash64(list)};
  MASU_CHECK(m_file.writeAt(m_size, list));
  return m_file.writeAt(m_size + list.size(), std::as_bytes(std::span(&footer, 1)));
}

Result<RangeReader> RangeReader::open(const std::filesystem::path& path) {
  MASU_TRY(File file, File::openRead(path));
  MASU_TRY(const std::uint64_t size, file.size());
  if (size < sizeof(Footer)) return damagedRange();
  Footer footer;
  MASU_CHECK(file.readAt(size - sizeof footer, std::as_writable_bytes(std::span(&footer, 1))));
  const std::uint64_t before = size - sizeof footer;
  if (footer.entries > before / sizeof(RangeEntry)) return damagedRange();
  std::vector<RangeEntry> entries(footer.entries);
  const std::uint64_t begin = before - entries.size() * sizeof(RangeEntry);
  MASU_CHECK(file.readAt(begin, std::as_writable_bytes(std::span(entries))));
  const bool inside = std::ranges::all_of(
      entries, [&](const RangeEntry& entry) { return entry.at <= begin && entry.size <= begin - entry.at; });
  if (!inside || hash64(std::as_bytes(std::span(entries))) != footer.hash) return damagedRange();
  return RangeReader(std::move(file), std::move(entries));
}

const RangeEntry* RangeReader::find(const SourcePlace& place) const {
  const auto found = std::ranges::lower_bound(m_entries, place, {}, &RangeEntry::place);
  return found != m_entries.end() && found->place() == place ? &*found : nullptr;
}

Result<std::vector<std::byte>> RangeReader::read(const RangeEntry& entry) const {
  std::vector<std::byte> state(entry.size);
  MASU_CHECK(m_file.readAt(entry.at, state));
  if (hash64(state) != entry.hash) return damagedRange();
  return state;
}

}  // namespace masu::io
