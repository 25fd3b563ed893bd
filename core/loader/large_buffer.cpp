#include "core/loader/large_buffer.h"

#include <new>

#include <sys/mman.h>

namespace masu::loader {

LargeBuffer::LargeBuffer(std::uint64_t bytes) : m_bytes(bytes) {
  if (bytes == 0) return;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  // Advice only: a system without huge pages goes on with small ones.
  madvise(memory, bytes, MADV_HUGEPAGE);
  m_data = static_cast<std::byte*>(memory);
}

LargeBuffer::~LargeBuffer() {
  if (m_data != nullptr) munmap(m_data, m_bytes);
}

}  // namespace masu::loader
