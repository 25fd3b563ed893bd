// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/large_buffer.h"

#include <new>

#include <sys/mman.h>

#include "core/base/units.h"

namespace masu::io {

namespace {

constexpr std::uint64_t kPage = 4096;

}  // namespace

LargeBuffer::LargeBuffer(std::uint64_t bytes) {
  if (bytes == 0) return;
  m_bytes = ceilDivide(bytes, kPage) * kPage;
  void* memory = mmap(nullptr, m_bytes + kUnit, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  auto* const begin = static_cast<std::byte*>(memory);
  const std::uint64_t before = (kUnit - reinterpret_cast<std::uintptr_t>(begin) % kUnit) % kUnit;
  m_data = begin + before;
  if (before > 0) munmap(begin, before);
  munmap(m_data + m_bytes, kUnit - before);
  allowLarge();
}

void LargeBuffer::allowLarge() {
  // Advice only: a system without huge pages continues with small ones.
  madvise(m_data, m_bytes, MADV_HUGEPAGE);
}

void LargeBuffer::preferSmall(std::uint64_t offset, std::uint64_t bytes) {
  const std::uint64_t first = offset / kPage * kPage;
  madvise(m_data + first, ceilDivide(offset + bytes - first, kPage) * kPage, MADV_NOHUGEPAGE);
}

LargeBuffer::~LargeBuffer() {
  if (m_data != nullptr) munmap(m_data, m_bytes);
}

}  // namespace masu::io
