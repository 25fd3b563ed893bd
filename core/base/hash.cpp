// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"

#include <array>
#include <cstdio>

#include <xxhash.h>

namespace masu {

std::uint64_t hash64(std::span<const std::byte> bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

std::uint64_t hash64(std::string_view text, std::uint64_t seed) {
  return hash64(std::as_bytes(std::span(text)), seed);
}

Hash128 hash128(std::span<const std::byte> bytes, std::uint64_t seed) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed);
  return {hash.low64, hash.high64};
}

struct Hasher64::State {
  XXH3_state_t* xxh = XXH3_createState();
  ~State() { XXH3_freeState(xxh); }
};

Hasher64::Hasher64() : m_state(std::make_unique<State>()) {
  reset();
}
Hasher64::~Hasher64() = default;
Hasher64::Hasher64(Hasher64&&) noexcept = default;
Hasher64& Hasher64::operator=(Hasher64&&) noexcept = default;

void Hasher64::reset() {
  XXH3_64bits_reset(m_state->xxh);
}
void Hasher64::update(std::span<const std::byte> bytes) {
  XXH3_64bits_update(m_state->xxh, bytes.data(), bytes.size());
}
std::uint64_t Hasher64::digest() const {
  return XXH3_64bits_digest(m_state->xxh);
}

std::string hex64(std::uint64_t value) {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(value));
  return text.data();
}

std::string uuidFrom(std::string_view content) {
  const XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
  const std::uint64_t high = (hash.high64 & 0xFFFFFFFFFFFF0FFFULL) | 0x8000ULL;            // version 8
  const std::uint64_t low = (hash.low64 & 0x3FFFFFFFFFFFFFFFULL) | 0x8000000000000000ULL;  // variant of RFC 9562
  const std::string digits = hex64(high) + hex64(low);
  return digits.substr(0, 8) + "-" + digits.substr(8, 4) + "-" + digits.substr(12, 4) + "-" + digits.substr(16, 4) +
         "-" + digits.substr(20);
}

}  // namespace masu
