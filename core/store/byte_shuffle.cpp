#include "core/store/byte_shuffle.h"

#include <cassert>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace masu::store {

namespace {

void shuffleFrom(std::size_t first, std::span<const std::byte> in, std::size_t size, std::span<std::byte> out) {
  const std::size_t elements = in.size() / size;
  for (std::size_t i = first; i < elements; ++i) {
    for (std::size_t k = 0; k < size; ++k) out[k * elements + i] = in[i * size + k];
  }
}

void unshuffleFrom(std::size_t first, std::span<const std::byte> in, std::size_t size, std::span<std::byte> out) {
  const std::size_t elements = in.size() / size;
  for (std::size_t i = first; i < elements; ++i) {
    for (std::size_t k = 0; k < size; ++k) out[i * size + k] = in[k * elements + i];
  }
}

#if defined(__SSE2__)

constexpr std::size_t kLane = 16;  ///< bytes of a register, and elements that are taken at once

/// Registers [0, Size) hold 16 elements; afterwards register k holds their bytes k. Each round parts even bytes from
/// odd ones, which halves the element.
template <std::size_t Size>
void partBytes(__m128i* registers) {
  if constexpr (Size > 1) {
    const __m128i low = _mm_set1_epi16(0xFF);
    __m128i even[Size / 2];
    __m128i odd[Size / 2];
    for (std::size_t i = 0; i < Size / 2; ++i) {
      const __m128i a = registers[2 * i];
      const __m128i b = registers[2 * i + 1];
      even[i] = _mm_packus_epi16(_mm_and_si128(a, low), _mm_and_si128(b, low));
      odd[i] = _mm_packus_epi16(_mm_srli_epi16(a, 8), _mm_srli_epi16(b, 8));
    }
    partBytes<Size / 2>(even);
    partBytes<Size / 2>(odd);
    for (std::size_t i = 0; i < Size / 2; ++i) {
      registers[2 * i] = even[i];
      registers[2 * i + 1] = odd[i];
    }
  }
}

/// The way back.
template <std::size_t Size>
void joinBytes(__m128i* registers) {
  if constexpr (Size > 1) {
    __m128i even[Size / 2];
    __m128i odd[Size / 2];
    for (std::size_t i = 0; i < Size / 2; ++i) {
      even[i] = registers[2 * i];
      odd[i] = registers[2 * i + 1];
    }
    joinBytes<Size / 2>(even);
    joinBytes<Size / 2>(odd);
    for (std::size_t i = 0; i < Size / 2; ++i) {
      registers[2 * i] = _mm_unpacklo_epi8(even[i], odd[i]);
      registers[2 * i + 1] = _mm_unpackhi_epi8(even[i], odd[i]);
    }
  }
}

/// Returns how many elements were done.
template <std::size_t Size>
std::size_t shuffleLanes(std::span<const std::byte> in, std::span<std::byte> out) {
  const std::size_t elements = in.size() / Size;
  const std::size_t whole = elements - elements % kLane;
  for (std::size_t i = 0; i < whole; i += kLane) {
    __m128i registers[Size];
    const auto* from = reinterpret_cast<const __m128i*>(in.data() + i * Size);
    for (std::size_t k = 0; k < Size; ++k) registers[k] = _mm_loadu_si128(from + k);
    partBytes<Size>(registers);
    for (std::size_t k = 0; k < Size; ++k) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out.data() + k * elements + i), registers[k]);
    }
  }
  return whole;
}

template <std::size_t Size>
std::size_t unshuffleLanes(std::span<const std::byte> in, std::span<std::byte> out) {
  const std::size_t elements = in.size() / Size;
  const std::size_t whole = elements - elements % kLane;
  for (std::size_t i = 0; i < whole; i += kLane) {
    __m128i registers[Size];
    for (std::size_t k = 0; k < Size; ++k) {
      registers[k] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in.data() + k * elements + i));
    }
    joinBytes<Size>(registers);
    auto* to = reinterpret_cast<__m128i*>(out.data() + i * Size);
    for (std::size_t k = 0; k < Size; ++k) _mm_storeu_si128(to + k, registers[k]);
  }
  return whole;
}

#else

template <std::size_t Size>
std::size_t shuffleLanes(std::span<const std::byte>, std::span<std::byte>) {
  return 0;
}
template <std::size_t Size>
std::size_t unshuffleLanes(std::span<const std::byte>, std::span<std::byte>) {
  return 0;
}

#endif

}  // namespace

void shuffleBytes(std::span<const std::byte> in, std::size_t elementBytes, std::span<std::byte> out) {
  assert(in.size() == out.size() && in.size() % elementBytes == 0);
  std::size_t done = 0;
  if (elementBytes == 2) done = shuffleLanes<2>(in, out);
  if (elementBytes == 4) done = shuffleLanes<4>(in, out);
  if (elementBytes == 8) done = shuffleLanes<8>(in, out);
  shuffleFrom(done, in, elementBytes, out);
}

void unshuffleBytes(std::span<const std::byte> in, std::size_t elementBytes, std::span<std::byte> out) {
  assert(in.size() == out.size() && in.size() % elementBytes == 0);
  std::size_t done = 0;
  if (elementBytes == 2) done = unshuffleLanes<2>(in, out);
  if (elementBytes == 4) done = unshuffleLanes<4>(in, out);
  if (elementBytes == 8) done = unshuffleLanes<8>(in, out);
  unshuffleFrom(done, in, elementBytes, out);
}

}  // namespace masu::store
