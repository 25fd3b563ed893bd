// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/crc32.h"

#include <algorithm>

#include <isa-l/crc.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace masu {

namespace {

#if defined(__x86_64__)

__attribute__((target("avx"))) void clearUpperHalves() {
  _mm256_zeroupper();
}

/// The library's code for AVX-512 leaves the upper halves of registers in use. All that is compiled for SSE is slower
/// from then on, on this thread and on those that it starts: SHA-256 took twice the time.
void leaveLibrary() {
  if (__builtin_cpu_supports("avx")) clearUpperHalves();
}

#else

void leaveLibrary() {}

#endif

}  // namespace

std::uint32_t crc32(std::uint32_t before, std::span<const std::byte> bytes) {
  const std::uint32_t sum = crc32_gzip_refl(before, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  leaveLibrary();
  return sum;
}

std::uint32_t crc32c(std::span<const std::byte> bytes) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 30U;
  std::uint32_t sum = 0xFFFFFFFFU;
  while (!bytes.empty()) {
    const auto piece = bytes.first(std::min(bytes.size(), kMostBytes));
    // The library takes a pointer to what it only reads.
    auto* const data = reinterpret_cast<unsigned char*>(const_cast<std::byte*>(piece.data()));
    sum = crc32_iscsi(data, static_cast<int>(piece.size()), sum);
    bytes = bytes.subspan(piece.size());
  }
  leaveLibrary();
  return ~sum;
}

}  // namespace masu
