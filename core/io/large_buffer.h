// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace masu::io {

/// Memory on huge pages where the system gives them: for very many samples that are then read in random order, since
/// most of such reading would else be looking up addresses, and for what passes between disk and memory past the page
/// cache, since a disk takes a few long pieces of memory faster than many pages that are apart (1.0 against 2.1 GB/s on
/// a virtual machine). Begins at a multiple of kUnit; only whole units of it come to be on huge pages.
/// Pages come to be when first written, and are zero until then.
class LargeBuffer {
 public:
  static constexpr std::uint64_t kUnit = std::uint64_t{2} << 20;

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

  /// From now on a part that was not written yet comes to be on small pages, as where little of a unit is wanted soon:
  /// the system clears a whole page before its first byte can be written. allowLarge() ends that for what is then not
  /// written yet. Advice, which the system may ignore. Requires: the part is inside.
  void preferSmall(std::uint64_t offset, std::uint64_t bytes);
  void allowLarge();

  std::byte* data() { return m_data; }
  const std::byte* data() const { return m_data; }

 private:
  std::byte* m_data = nullptr;
  std::uint64_t m_bytes = 0;  ///< whole pages
};

}  // namespace masu::io
