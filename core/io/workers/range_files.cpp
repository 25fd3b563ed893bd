// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workers/range_files.h"

#include <algorithm>
#include <utility>

namespace masu::io {

RangeFiles::RangeFiles(std::vector<SourcePlace> firsts, RangeSource source)
    : m_firsts(std::move(firsts)), m_source(std::move(source)) {}

std::shared_ptr<RangeFiles::Opened> RangeFiles::slotOf(std::uint64_t range) {
  const std::lock_guard lock(m_mutex);
  std::shared_ptr<Opened>& slot = m_open[range];
  if (slot == nullptr) slot = std::make_shared<Opened>();
  const std::shared_ptr<Opened> found = slot;
  // Of what is in work the first may be in the range before.
  if (range > 0) m_open.erase(m_open.begin(), m_open.lower_bound(range - 1));
  return found;
}

RangeFiles::Found RangeFiles::find(const SourcePlace& place, const std::stop_token& stop) {
  Found found;
  const auto after = std::ranges::upper_bound(m_firsts, place);
  if (after == m_firsts.begin()) return found;
  found.range = static_cast<std::uint64_t>(after - m_firsts.begin()) - 1;
  const std::shared_ptr<Opened> slot = slotOf(found.range);
  // The source may take long: who asks for another range does not wait for it.
  std::call_once(slot->once, [&] {
    const std::filesystem::path file = m_source(found.range, stop);
    slot->isMade = !file.empty();
    if (!slot->isMade) return;
    auto opened = RangeReader::open(file);
    if (opened) slot->reader = std::make_shared<const RangeReader>(std::move(*opened));
  });
  found.isMade = slot->isMade;
  found.reader = slot->reader;
  if (found.reader) found.entry = found.reader->find(place);
  return found;
}

}  // namespace masu::io
