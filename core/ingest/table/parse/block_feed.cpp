// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/block_feed.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/ingest/journal/resume_check.h"
#include "core/ingest/sources/sources.h"
#include "core/ingest/table/parse/source_fields.h"

namespace masu::ingest {

namespace {

constexpr std::uint64_t kBlocksOfRange = 8;
constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kLargestBlock = std::uint64_t{1} << 20;
constexpr std::uint64_t kSmallestBlock = std::uint64_t{64} << 10;

}  // namespace

std::uint64_t blockBytesFor(const Resources& resources) {
  const std::uint64_t share = resources.memoryBytes / (2 * std::max(resources.threads, 1U) * kMostBytesPerTextByte);
  return std::clamp(share, kSmallestBlock, kLargestBlock);
}

std::uint64_t parsingBytes(const Resources& resources, std::uint64_t blockBytes) {
  constexpr std::uint64_t kBlocksOfThread = 4;
  const std::uint64_t blocks = resources.threads > 1 ? kBlocksOfThread * resources.threads : 1;
  return blocks * blockBytes * kMostBytesPerTextByte;
}

void BlockFeed::finish(Item item) {
  if (isLong(item)) {
    const std::lock_guard lock(m_longMutex);
    m_longUnderWay = false;
    m_longFinished.notify_all();
  }
  const std::uint64_t number = item.block.number;
  [[maybe_unused]] const auto taken = m_finished.put(number, std::move(item), [this](const Item& next) -> Result<void> {
    append(next);
    return {};
  });
  assert(taken);
}

void BlockFeed::append(const Item& item) {
  if (m_finishedRange.file != item.file) m_finishedRange = {item.file, item.block.offset, item.block.offset};
  m_finishedRange.last = item.block.offset + item.block.bytes.size();
  if (m_finishedRange.last - m_finishedRange.first < kBlocksOfRange * m_blockBytes) return;
  m_finishedRange.file->file.release(m_finishedRange.first, m_finishedRange.last - m_finishedRange.first);
  // The last page was kept, since the next block may need it; it goes with the next range.
  m_finishedRange.first = m_finishedRange.last / kPage * kPage;
}

Result<void> BlockFeed::openNext() {
  const store::SourceFile& planned = m_plan.sources[m_opened];
  const std::filesystem::path path = m_plan.root / planned.path;
  MASU_TRY(TableSource source, openTable(path, dialectOf(m_plan, m_opened)));
  // In this order: what another program does to the file from now on, the mapping notices.
  MASU_TRY(const store::SourceFile found, describeSource(path, m_plan.root));
  if (found.bytes != planned.bytes || found.hash != planned.hash) {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} has changed since it was surveyed. Inspect it again."),
                {path.string()}, {path.string(), 0, 0});
  }
  source.file.adviseSequential();
  m_file = std::make_shared<const TableSource>(std::move(source));
  if (m_opened == m_from.source && m_from.offset > m_file->text().size()) return fail(damagedJournal());
  const bool within = m_opened == m_from.source && m_from.offset > m_file->start;
  m_splitter.emplace(m_file->text(), within ? m_from.offset : m_file->start, within ? m_from.line : m_file->firstLine,
                     csv::Marks(m_plan.table().dialect), m_plan.table().dialect.longestRecord,
                     within && m_from.insideLine != 0);
  ++m_opened;
  return {};
}

void BlockFeed::bringPagesIn() {
  Coming coming;
  {
    const std::lock_guard lock(m_comingMutex);
    coming = m_coming;
    ++m_coming.askers;
  }
  if (coming.file) coming.file->file.bringIn(coming.offset + coming.askers * m_blockBytes, m_blockBytes);
}

void BlockFeed::noteCut(const Item& item) {
  const std::lock_guard lock(m_comingMutex);
  m_coming = {item.file, item.end().offset, m_coming.askers - 1};
}

/// Blocks before it were handed out already, so that they come to their end whoever waits here.
Result<void> BlockFeed::awaitLongBlock(const std::stop_token& stop) {
  std::unique_lock lock(m_longMutex);
  if (!m_longFinished.wait(lock, stop, [this] { return !m_longUnderWay; })) return fail(Error::cancelled());
  m_longUnderWay = true;
  return {};
}

bool BlockFeed::mayOpenNext() const {
  if (m_opened == m_plan.sources.size()) return false;
  return m_opened < m_bounds.endSource || (m_opened == m_bounds.endSource && m_bounds.endOffset > 0);
}

/// False at the end of the source that is open, or of what is handed out. What was given up is so to the end of its
/// line.
bool BlockFeed::cut(csv::Block& block) {
  if (!m_splitter) return false;
  const std::uint64_t offset = m_splitter->offset();
  const bool last = m_opened > m_bounds.endSource;
  if (last && offset >= m_bounds.endOffset && !m_splitter->isInsideLine()) return false;
  if (m_bounds.grid > 0) m_splitter->stopAt((offset / m_bounds.grid + 1) * m_bounds.grid);
  return m_splitter->next(m_blockBytes, block);
}

Result<std::optional<BlockFeed::Item>> BlockFeed::next(const std::stop_token& stop) {
  bringPagesIn();
  const std::lock_guard lock(m_mutex);
  Item item;
  while (!cut(item.block)) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    if (!mayOpenNext()) return std::optional<Item>();
    MASU_CHECK(openNext());
  }
  item.block.number = m_number++;
  item.source = static_cast<std::uint32_t>(m_opened - 1);
  item.file = m_file;
  item.endsInsideLine = m_splitter->isInsideLine();
  const double share = static_cast<double>(item.block.bytes.size()) / static_cast<double>(m_file->file.size());
  item.sourceBytes = static_cast<std::uint64_t>(share * static_cast<double>(m_plan.sources[item.source].bytes));
  noteCut(item);
  if (isLong(item)) MASU_CHECK(awaitLongBlock(stop));
  return std::optional<Item>(std::move(item));
}

}  // namespace masu::ingest
