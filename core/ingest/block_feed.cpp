#include "core/ingest/block_feed.h"

#include <algorithm>

#include "core/ingest/interruption.h"
#include "core/ingest/source_fields.h"
#include "core/ingest/sources.h"

namespace masu::ingest {

void BlockFeed::Item::release() const {
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t first = block.offset / kPage * kPage;
  const std::uint64_t last = block.offset + block.bytes.size();
  file->file.release(first, std::min<std::uint64_t>((last + kPage - 1) / kPage * kPage, file->file.size()) - first);
}

Result<void> BlockFeed::openNext() {
  const store::SourceFile& planned = m_plan.sources[m_opened];
  const std::filesystem::path path = m_plan.root / planned.path;
  MASU_TRY(const store::SourceFile found, describeSource(path, m_plan.root));
  if (found.bytes != planned.bytes || found.hash != planned.hash) {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} has changed since it was surveyed. Inspect it again."),
                {path.string()}, {path.string(), 0, 0});
  }
  MASU_TRY(TableSource source, openTable(path, dialectOf(m_plan, m_opened)));
  source.file.adviseSequential();
  m_file = std::make_shared<const TableSource>(std::move(source));
  if (m_opened == m_from.source && m_from.offset > m_file->text().size()) return fail(damagedJournal());
  const bool within = m_opened == m_from.source && m_from.offset > m_file->start;
  m_splitter.emplace(m_file->text(), within ? m_from.offset : m_file->start, within ? m_from.line : m_file->firstLine,
                     csv::Marks(m_plan.dialect));
  ++m_opened;
  return {};
}

Result<std::optional<BlockFeed::Item>> BlockFeed::next() {
  const std::lock_guard lock(m_mutex);
  Item item;
  while (!m_splitter || !m_splitter->next(m_blockBytes, item.block)) {
    if (m_opened == m_plan.sources.size()) return std::optional<Item>();
    MASU_CHECK(openNext());
  }
  item.block.number = m_number++;
  item.source = static_cast<std::uint32_t>(m_opened - 1);
  item.file = m_file;
  const double share = static_cast<double>(item.block.bytes.size()) / static_cast<double>(m_file->file.size());
  item.sourceBytes = static_cast<std::uint64_t>(share * static_cast<double>(m_plan.sources[item.source].bytes));
  return std::optional<Item>(std::move(item));
}

}  // namespace masu::ingest
