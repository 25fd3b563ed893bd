#include "core/shards/block_writer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace masu::shards {

namespace {

constexpr std::size_t kBlockBytes = io::LargeBuffer::kUnit / 2;

}  // namespace

BlockWriter::BlockWriter(io::File file, PageCache cache) : m_file(std::move(file)), m_cache(cache) {}

void BlockWriter::makeBlocks() {
  m_memory = io::LargeBuffer(2 * kBlockBytes);
  m_block = m_memory.data();
}

Result<void> BlockWriter::continueAt(std::uint64_t bytes) {
  m_filled = bytes % kBlockBytes;
  m_position = bytes - m_filled;
  if (m_filled == 0) return {};
  makeBlocks();
  return m_file.readAt(m_position, std::span(m_block, m_filled));
}

Result<void> BlockWriter::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    if (m_block == nullptr) makeBlocks();
    if (m_filled == kBlockBytes) MASU_CHECK(handOver());
    const auto piece = bytes.first(std::min(bytes.size(), kBlockBytes - m_filled));
    std::memcpy(m_block + m_filled, piece.data(), piece.size());
    m_filled += piece.size();
    bytes = bytes.subspan(piece.size());
  }
  return {};
}

Result<void> BlockWriter::begin() {
  m_begun = true;
  if (m_cache == PageCache::past) m_file.setDirect(true);
  m_free.push(m_memory.data() + kBlockBytes, {});
  m_thread.start(1, [this](unsigned, const std::stop_token& stop) { return writeBlocks(stop); });
  return {};
}

Result<void> BlockWriter::handOver() {
  if (!m_begun) MASU_CHECK(begin());
  if (!m_full.push(Block(m_block), m_thread.token())) return failure();
  auto next = m_free.pop(m_thread.token());
  if (!next) return failure();
  m_block = *next;
  m_filled = 0;
  return {};
}

Result<void> BlockWriter::writeBlocks(const std::stop_token& stop) {
  for (bool direct = m_cache == PageCache::past; auto block = m_full.pop(stop);) {
    const std::span<const std::byte> bytes(*block, kBlockBytes);
    auto written = m_file.writeAt(m_position, bytes);
    if (!written && direct) {
      // A file system may agree to write past the page cache and then not do it.
      m_file.setDirect(direct = false);
      written = m_file.writeAt(m_position, bytes);
    }
    MASU_CHECK(written);
    m_position += kBlockBytes;
    m_free.push(Block(*block), stop);
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
  MASU_CHECK(m_file.writeAt(m_position, std::span(m_block, m_filled)));
  if (m_cache == PageCache::past) m_file.startWriteback();
  return {};
}

}  // namespace masu::shards
