#include "core/shards/block_writer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace masu::shards {

namespace {

constexpr std::size_t kBlockBytes = 1 << 20;

}  // namespace

void BlockWriter::Release::operator()(std::byte* block) const {
  std::free(block);
}

BlockWriter::BlockWriter(io::File file, PageCache cache) : m_file(std::move(file)), m_cache(cache) {}

Result<BlockWriter::Block> BlockWriter::makeBlock() {
  Block block(static_cast<std::byte*>(std::aligned_alloc(io::File::kDirectUnit, kBlockBytes)));
  if (block) return block;
  return fail(Errc::outOfMemory,
              MASU_TEXT("core", "Memory ran out. Give the job less to hold at once, or close other programs."));
}

Result<void> BlockWriter::continueAt(std::uint64_t bytes) {
  m_filled = bytes % kBlockBytes;
  m_position = bytes - m_filled;
  if (m_filled == 0) return {};
  MASU_TRY(m_block, makeBlock());
  return m_file.readAt(m_position, std::span(m_block.get(), m_filled));
}

Result<void> BlockWriter::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    if (!m_block) {
      MASU_TRY(m_block, makeBlock());
    }
    if (m_filled == kBlockBytes) MASU_CHECK(handOver());
    const auto piece = bytes.first(std::min(bytes.size(), kBlockBytes - m_filled));
    std::memcpy(m_block.get() + m_filled, piece.data(), piece.size());
    m_filled += piece.size();
    bytes = bytes.subspan(piece.size());
  }
  return {};
}

Result<void> BlockWriter::begin() {
  m_begun = true;
  if (m_cache == PageCache::past) m_file.setDirect(true);
  MASU_TRY(Block second, makeBlock());
  m_free.push(std::move(second), {});
  m_thread.start(1, [this](unsigned, const std::stop_token& stop) { return writeBlocks(stop); });
  return {};
}

Result<void> BlockWriter::handOver() {
  if (!m_begun) MASU_CHECK(begin());
  if (!m_full.push(std::move(m_block), m_thread.token())) return failure();
  auto next = m_free.pop(m_thread.token());
  if (!next) return failure();
  m_block = std::move(*next);
  m_filled = 0;
  return {};
}

Result<void> BlockWriter::writeBlocks(const std::stop_token& stop) {
  for (bool direct = m_cache == PageCache::past; auto block = m_full.pop(stop);) {
    const std::span<const std::byte> bytes(block->get(), kBlockBytes);
    auto written = m_file.writeAt(m_position, bytes);
    if (!written && direct) {
      // A file system may agree to write past the page cache and then not do it.
      m_file.setDirect(direct = false);
      written = m_file.writeAt(m_position, bytes);
    }
    MASU_CHECK(written);
    m_position += kBlockBytes;
    m_free.push(std::move(*block), stop);
  }
  return {};
}

/// Why the thread took no more blocks.
Result<void> BlockWriter::failure() {
  MASU_CHECK(m_thread.wait());
  return fail(Error::cancelled());
}

Result<void> BlockWriter::finish() {
  if (m_begun) {
    m_full.close();
    MASU_CHECK(m_thread.wait());
    // The rest is no whole number of the disk's own blocks.
    m_file.setDirect(false);
  }
  MASU_CHECK(m_file.writeAt(m_position, std::span(m_block.get(), m_filled)));
  if (m_cache == PageCache::past) m_file.startWriteback();
  return {};
}

}  // namespace masu::shards
