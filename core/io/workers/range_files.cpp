// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workers/range_files.h"

#include <algorithm>
#include <utility>

namespace masu::io {

RangeFiles::RangeFiles(std::vector<SourcePlace> firsts, std::vector<std::filesystem::path> files)
    : m_firsts(std::move(firsts)), m_files(std::move(files)) {}

/// Null where there is no file of that range, or a damaged one.
std::shared_ptr<const RangeReader> RangeFiles::readerAt(const SourcePlace& place) {
  const auto after = std::ranges::upper_bound(m_firsts, place);
  if (after == m_firsts.begin()) return nullptr;
  const auto range = static_cast<std::size_t>(after - m_firsts.begin()) - 1;
  const std::lock_guard lock(m_mutex);
  const auto [found, fresh] = m_open.try_emplace(range);
  if (!fresh) return found->second;
  if (range < m_files.size()) {
    auto opened = RangeReader::open(m_files[range]);
    if (opened) found->second = std::make_shared<const RangeReader>(std::move(*opened));
  }
  const auto reader = found->second;
  // Of what is in work the first may be in the range before.
  if (range > 0) m_open.erase(m_open.begin(), m_open.lower_bound(range - 1));
  return reader;
}

RangeFiles::Found RangeFiles::find(const SourcePlace& place) {
  Found found;
  found.reader = readerAt(place);
  if (found.reader) found.entry = found.reader->find(place);
  return found;
}

}  // namespace masu::io
