// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/buffered_file.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

#include <sys/mman.h>

namespace masu::store {

void BufferedFile::Unmap::operator()(std::byte* memory) const {
  munmap(memory, bytes);
}

BufferedFile::BufferedFile(io::File file, std::uint64_t most) : m_file(std::move(file)), m_most(most) {
  if (most == 0) return;
  // From the kernel: of malloc's, what was used before would have to be made zero, though little of it may be needed.
  void* memory = mmap(nullptr, most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  m_held = {static_cast<std::byte*>(memory), Unmap{most}};
}

Result<void> BufferedFile::writeAt(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (m_most == 0) return m_file.writeAt(offset, bytes);
  {
    const std::shared_lock lock(m_mutex);
    if (!m_held) return m_file.writeAt(offset, bytes);
    if (bytes.size() <= m_most && offset <= m_most - bytes.size()) {
      std::ranges::copy(bytes, m_held.get() + offset);
      const std::uint64_t end = offset + bytes.size();
      for (std::uint64_t known = m_end; known < end && !m_end.compare_exchange_weak(known, end);) continue;
      return {};
    }
  }
  MASU_TRY(const io::File* const file, onDisk());
  return file->writeAt(offset, bytes);
}

Result<void> BufferedFile::readAt(std::uint64_t offset, std::span<std::byte> out) const {
  {
    const std::shared_lock lock(m_mutex);
    if (!m_held) return m_file.readAt(offset, out);
    if (const auto found = held(offset, out.size())) {
      std::ranges::copy(*found, out.begin());
      return {};
    }
  }
  MASU_TRY(const io::File* const file, onDisk());
  return file->readAt(offset, out);
}

void BufferedFile::reserve(std::uint64_t offset, std::uint64_t size) const {
  const std::shared_lock lock(m_mutex);
  // Failing to reserve space is not an error: the values may never come, and a write to a full disk fails by itself.
  if (!m_held) (void)m_file.reserve(offset, size);
}

std::optional<std::span<const std::byte>> BufferedFile::held(std::uint64_t offset, std::uint64_t size) const {
  if (!m_held || size > m_end || offset > m_end - size) return std::nullopt;
  return std::span(m_held.get() + offset, size);
}

Result<const io::File*> BufferedFile::onDisk() const {
  const std::unique_lock lock(m_mutex);
  if (m_held) MASU_CHECK(m_file.writeAt(0, std::span(m_held.get(), m_end)));
  m_held.reset();
  return &m_file;
}

}  // namespace masu::store
