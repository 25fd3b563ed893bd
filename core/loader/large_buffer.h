#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace masu::loader {

/// Memory for very many samples that are then read in random order: on huge pages where the system gives them, without
/// which most of such reading is looking up addresses. Pages come to be when first written.
class LargeBuffer {
 public:
  LargeBuffer() = default;
  /// Throws std::bad_alloc.
  explicit LargeBuffer(std::uint64_t bytes);
  ~LargeBuffer();
  LargeBuffer(LargeBuffer&& other) noexcept
      : m_data(std::exchange(other.m_data, nullptr)), m_bytes(std::exchange(other.m_bytes, 0)) {}
  LargeBuffer& operator=(LargeBuffer&& other) noexcept {
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
    return *this;
  }

  std::byte* data() { return m_data; }
  const std::byte* data() const { return m_data; }

 private:
  std::byte* m_data = nullptr;
  std::uint64_t m_bytes = 0;
};

}  // namespace masu::loader
