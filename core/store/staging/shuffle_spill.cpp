// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/shuffle_spill.h"

#include <algorithm>
#include <cassert>

#include <fcntl.h>

namespace masu::store {

namespace {

constexpr std::uint64_t kLongestWrite = 1U << 20U;

}  // namespace

ShuffleSpill::ShuffleSpill(io::File file, std::vector<std::uint64_t> ends, std::uint64_t bufferBytes)
    : m_file(std::move(file)),
      m_ends(std::move(ends)),
      m_bufferBytes(bufferBytes),
      m_waiting(std::make_unique<Waiting[]>(m_ends.size())) {}

Result<ShuffleSpill> ShuffleSpill::create(const std::filesystem::path& folder, std::vector<std::uint64_t> ends,
                                          std::uint64_t memoryBytes) {
  assert(!ends.empty());
  MASU_TRY(io::File file, io::File::createUnnamed(folder));
  const std::uint64_t each = memoryBytes / ends.size();
  return ShuffleSpill(std::move(file), std::move(ends), std::min(each, kLongestWrite));
}

Result<void> ShuffleSpill::write(std::size_t bucket, Waiting& waiting, std::span<const std::byte> bytes) const {
  assert(waiting.written + bytes.size() <= bytesOf(bucket));
  MASU_CHECK(m_file.writeAt(beginOf(bucket) + waiting.written, bytes));
  waiting.written += bytes.size();
  return {};
}

Result<void> ShuffleSpill::empty(std::size_t bucket, Waiting& waiting) const {
  MASU_CHECK(write(bucket, waiting, waiting.bytes));
  waiting.bytes.clear();
  return {};
}

Result<void> ShuffleSpill::put(std::size_t bucket, std::span<const std::byte> head, std::span<const std::byte> body) {
  Waiting& waiting = m_waiting[bucket];
  const std::uint64_t size = head.size() + body.size();
  const std::lock_guard lock(waiting.mutex);
  if (waiting.bytes.size() + size > m_bufferBytes) MASU_CHECK(empty(bucket, waiting));
  if (size > m_bufferBytes) {
    MASU_CHECK(write(bucket, waiting, head));
    return write(bucket, waiting, body);
  }
  if (waiting.bytes.capacity() == 0) waiting.bytes.reserve(m_bufferBytes);
  waiting.bytes.insert(waiting.bytes.end(), head.begin(), head.end());
  waiting.bytes.insert(waiting.bytes.end(), body.begin(), body.end());
  return {};
}

Result<void> ShuffleSpill::flush() {
  for (std::size_t bucket = 0; bucket < buckets(); ++bucket) {
    Waiting& waiting = m_waiting[bucket];
    MASU_CHECK(empty(bucket, waiting));
    assert(waiting.written == bytesOf(bucket));
    std::vector<std::byte>().swap(waiting.bytes);
  }
  return {};
}

Result<void> ShuffleSpill::read(std::size_t bucket, std::uint64_t at, std::span<std::byte> out) const {
  return m_file.readAt(beginOf(bucket) + at, out);
}

void ShuffleSpill::release(std::size_t bucket) const {
  // Best effort: where holes are unknown the scratch file only stays larger.
  fallocate(m_file.descriptor(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(beginOf(bucket)),
            static_cast<off_t>(bytesOf(bucket)));
}

}  // namespace masu::store
