// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/block_writer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace masu::shards {

namespace {

constexpr std::size_t kBlockBytes = io::LargeBuffer::kUnit / 2;

}  // namespace

Result<std::unique_ptr<BlockWriter>> BlockWriter::create(io::File file, HashThread* hashes) {
  return std::unique_ptr<BlockWriter>(new BlockWriter(std::move(file), hashes));
}

void BlockWriter::takeNewBlock() {
  if (m_taken == 0) m_memory = io::LargeBuffer(kBlocks * kBlockBytes);
  m_block = {m_memory.data() + kBlockBytes * m_taken++};
}

Result<void> BlockWriter::continueAt(std::uint64_t bytes) {
  std::byte last{};
  if (bytes > 0) MASU_CHECK(m_file.readAt(bytes - 1, std::span(&last, 1)));
  MASU_CHECK(m_file.resize(bytes));
  m_bytes = bytes;
  m_filled = bytes % kBlockBytes;
  m_written = bytes - m_filled;
  if (m_filled == 0) return {};
  takeNewBlock();
  return m_file.readAt(m_written, std::span(m_block.memory, m_filled));
}

Result<void> BlockWriter::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    if (m_block.memory == nullptr) takeNewBlock();
    if (m_filled == kBlockBytes) MASU_CHECK(handOver());
    const std::span place(m_block.memory + m_filled, std::min(bytes.size(), kBlockBytes - m_filled));
    std::memcpy(place.data(), bytes.data(), place.size());
    m_filled += place.size();
    m_bytes += place.size();
    if (m_hash) m_hash->give(place);
    bytes = bytes.subspan(place.size());
  }
  return {};
}

Result<void> BlockWriter::beginHash() {
  MASU_TRY(m_hash, HashStream::create(m_hashes, m_bytes));
  return {};
}

std::string BlockWriter::endHash() {
  return std::exchange(m_hash, nullptr)->finish();
}

Result<void> BlockWriter::rewrite(std::uint64_t at, std::span<const std::byte> bytes) {
  const std::uint64_t held = m_bytes - m_filled;
  const std::size_t before = at < held ? std::min<std::uint64_t>(held - at, bytes.size()) : 0;
  const auto front = bytes.first(before);
  if (before < bytes.size()) {
    std::memcpy(m_block.memory + (at + before - held), bytes.data() + before, bytes.size() - before);
  }
  if (before == 0) return {};
  if (!m_begun) return m_file.writeAt(at, front);
  // The thread takes it after the blocks that it belongs to.
  return push({nullptr, at + before, {front.begin(), front.end()}});
}

Result<void> BlockWriter::push(Block block) {
  if (m_full.push(std::move(block), m_thread.token())) return {};
  MASU_CHECK(m_thread.wait());
  return fail(Error::cancelled());
}

/// Gives the full block away and takes one that was written and hashed, or a new one.
Result<void> BlockWriter::handOver() {
  if (!m_begun) {
    m_begun = true;
    m_file.setDirect(true);
    m_thread.start(1, [this](unsigned, const std::stop_token& stop) { return writeBlocks(stop); });
  }
  m_block.end = m_bytes;
  MASU_CHECK(push(m_block));
  m_filled = 0;
  if (m_taken < kBlocks && m_free.size() == 0) {
    takeNewBlock();
    return {};
  }
  auto next = m_free.pop(m_thread.token());
  if (!next) {
    MASU_CHECK(m_thread.wait());
    return fail(Error::cancelled());
  }
  m_block = *next;
  if (m_hash) m_hash->waitFor(m_block.end);
  return {};
}

Result<void> BlockWriter::writeBlocks(const std::stop_token& stop) {
  for (bool direct = true; auto block = m_full.pop(stop);) {
    if (!block->instead.empty()) {
      m_file.setDirect(false);
      MASU_CHECK(m_file.writeAt(block->end - block->instead.size(), block->instead));
      m_file.setDirect(direct);
      continue;
    }
    const std::span<const std::byte> bytes(block->memory, kBlockBytes);
    auto written = m_file.writeAt(m_written, bytes);
    if (!written && direct) {
      // A file system may agree to write past the page cache and then not do it.
      m_file.setDirect(direct = false);
      written = m_file.writeAt(m_written, bytes);
    }
    MASU_CHECK(written);
    m_written += kBlockBytes;
    m_free.push(Block(*block), {});
  }
  return {};
}

Result<void> BlockWriter::finish() {
  if (m_begun) {
    m_full.close();
    MASU_CHECK(m_thread.wait());
    // The rest is not a whole number of the disk's own blocks.
    m_file.setDirect(false);
  }
  MASU_CHECK(m_file.writeAt(m_written, std::span(m_block.memory, m_filled)));
  m_file.startWriteback();
  return {};
}

}  // namespace masu::shards
