// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/sha256_blocks.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

namespace masu::shards {

namespace {

#define MASU_SHA __attribute__((target("sha,sse4.1")))

/// Source: FIPS 180-4, 4.2.2.
alignas(16) constexpr std::array<std::uint32_t, 64> kConstants = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

/// One stream on its way: the words in the order that the instructions want, A B E F and C D G H.
struct Lane {
  __m128i front;
  __m128i back;
  const std::byte* bytes;
};

MASU_SHA inline __m128i load(const void* at) {
  return _mm_loadu_si128(static_cast<const __m128i*>(at));
}

MASU_SHA inline void store(void* at, __m128i value) {
  _mm_storeu_si128(static_cast<__m128i*>(at), value);
}

MASU_SHA inline Lane laneOf(const Sha256Words& words, const std::byte* bytes) {
  const __m128i low = _mm_shuffle_epi32(load(words.data()), 0xB1);
  const __m128i high = _mm_shuffle_epi32(load(words.data() + 4), 0x1B);
  return {_mm_alignr_epi8(low, high, 8), _mm_blend_epi16(high, low, 0xF0), bytes};
}

MASU_SHA inline void storeLane(const Lane& lane, Sha256Words& words) {
  const __m128i low = _mm_shuffle_epi32(lane.front, 0x1B);
  const __m128i high = _mm_shuffle_epi32(lane.back, 0xB1);
  store(words.data(), _mm_blend_epi16(low, high, 0xF0));
  store(words.data() + 4, _mm_alignr_epi8(high, low, 8));
}

/// One block of each lane, four rounds of one after four rounds of the other.
template <std::size_t kLanes>
MASU_SHA inline void addBlock(std::array<Lane, kLanes>& lanes) {
  const __m128i bigEndian = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
  const std::array<Lane, kLanes> before = lanes;
  __m128i message[kLanes][4];
#pragma GCC unroll 2
  for (std::size_t i = 0; i < kLanes; ++i) {
#pragma GCC unroll 4
    for (std::size_t part = 0; part < 4; ++part) {
      message[i][part] = _mm_shuffle_epi8(load(lanes[i].bytes + 16 * part), bigEndian);
    }
  }
#pragma GCC unroll 16
  for (std::size_t round = 0; round < 16; ++round) {
    const __m128i constants = load(kConstants.data() + 4 * round);
#pragma GCC unroll 2
    for (std::size_t i = 0; i < kLanes; ++i) {
      __m128i& now = message[i][round % 4];
      const __m128i sum = _mm_add_epi32(now, constants);
      lanes[i].back = _mm_sha256rnds2_epu32(lanes[i].back, lanes[i].front, sum);
      if (round < 12) {
        const __m128i last = message[i][(round + 3) % 4];
        const __m128i shifted = _mm_alignr_epi8(last, message[i][(round + 2) % 4], 4);
        const __m128i mixed = _mm_add_epi32(_mm_sha256msg1_epu32(now, message[i][(round + 1) % 4]), shifted);
        now = _mm_sha256msg2_epu32(mixed, last);
      }
      lanes[i].front = _mm_sha256rnds2_epu32(lanes[i].front, lanes[i].back, _mm_shuffle_epi32(sum, 0x0E));
    }
  }
#pragma GCC unroll 2
  for (std::size_t i = 0; i < kLanes; ++i) {
    lanes[i].front = _mm_add_epi32(lanes[i].front, before[i].front);
    lanes[i].back = _mm_add_epi32(lanes[i].back, before[i].back);
    lanes[i].bytes += kSha256Block;
  }
}

template <std::size_t kLanes>
MASU_SHA inline void addBlocks(std::array<Lane, kLanes>& lanes, std::size_t blocks) {
  for (; blocks > 0; --blocks) addBlock(lanes);
}

}  // namespace

bool hasSha256Blocks() {
  static const bool kHas = [] {
    constexpr unsigned kShaBit = 1U << 29U;
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & kShaBit) != 0 && __builtin_cpu_supports("sse4.1") != 0;
  }();
  return kHas;
}

MASU_SHA void addSha256Blocks(Sha256Words& words, const std::byte* bytes, std::size_t blocks) {
  std::array lanes = {laneOf(words, bytes)};
  addBlocks(lanes, blocks);
  storeLane(lanes[0], words);
}

MASU_SHA void addSha256Blocks(Sha256Words& words, const std::byte* bytes, Sha256Words& otherWords,
                              const std::byte* otherBytes, std::size_t blocks) {
  std::array lanes = {laneOf(words, bytes), laneOf(otherWords, otherBytes)};
  addBlocks(lanes, blocks);
  storeLane(lanes[0], words);
  storeLane(lanes[1], otherWords);
}

}  // namespace masu::shards

#else

namespace masu::shards {

bool hasSha256Blocks() {
  return false;
}
void addSha256Blocks(Sha256Words&, const std::byte*, std::size_t) {}
void addSha256Blocks(Sha256Words&, const std::byte*, Sha256Words&, const std::byte*, std::size_t) {}

}  // namespace masu::shards

#endif
