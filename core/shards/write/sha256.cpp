// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/sha256.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <openssl/evp.h>

#include "core/shards/write/sha256_blocks.h"

namespace masu::shards {

namespace {

using Bytes = std::span<const std::byte>;

}  // namespace

/// By the processor's own instructions, or the library's where there are none.
struct Sha256::State {
  EVP_MD_CTX* library = nullptr;
  Sha256Words words = kSha256Begin;
  std::array<std::byte, kSha256Block> begun{};  ///< a block that is not whole yet
  std::size_t held = 0;                         ///< of it
  std::uint64_t bytes = 0;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { EVP_MD_CTX_free(library); }

  /// Completes the block that was begun, as far as the bytes go; returns the rest of them.
  Bytes fill(Bytes more) {
    bytes += more.size();
    if (held == 0) return more;
    const Bytes piece = more.first(std::min(more.size(), kSha256Block - held));
    hold(piece);
    if (held == kSha256Block) {
      addSha256Blocks(words, begun.data(), 1);
      held = 0;
    }
    return more.subspan(piece.size());
  }
  void hold(Bytes piece) {
    std::ranges::copy(piece, begun.begin() + static_cast<std::ptrdiff_t>(held));
    held += piece.size();
  }
  /// Requires: no block is begun, or there are no bytes.
  void add(Bytes more) {
    const std::size_t blocks = more.size() / kSha256Block;
    addSha256Blocks(words, more.data(), blocks);
    hold(more.subspan(blocks * kSha256Block));
  }
};

Sha256::Sha256(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

Result<Sha256> Sha256::create() {
  auto state = std::make_unique<State>();
  if (hasSha256Blocks()) return Sha256(std::move(state));
  state->library = EVP_MD_CTX_new();
  if (state->library == nullptr || EVP_DigestInit_ex(state->library, EVP_sha256(), nullptr) != 1) {
    return fail(Errc::internal, MASU_TEXT("core", "The checksums of the shards cannot be computed here."));
  }
  return Sha256(std::move(state));
}

void Sha256::update(Bytes bytes) {
  if (m_state->library != nullptr) {
    EVP_DigestUpdate(m_state->library, bytes.data(), bytes.size());
  } else {
    m_state->add(m_state->fill(bytes));
  }
}

void Sha256::updateBoth(Sha256& one, Bytes bytes, Sha256& other, Bytes otherBytes) {
  if (one.m_state->library != nullptr) {
    one.update(bytes);
    other.update(otherBytes);
    return;
  }
  bytes = one.m_state->fill(bytes);
  otherBytes = other.m_state->fill(otherBytes);
  const std::size_t blocks = std::min(bytes.size(), otherBytes.size()) / kSha256Block;
  addSha256Blocks(one.m_state->words, bytes.data(), other.m_state->words, otherBytes.data(), blocks);
  one.m_state->add(bytes.subspan(blocks * kSha256Block));
  other.m_state->add(otherBytes.subspan(blocks * kSha256Block));
}

std::string Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 32;
  if (m_state->library != nullptr) {
    EVP_DigestFinal_ex(m_state->library, digest.data(), &length);
  } else {
    // A bit, zeros up to the end of a block less eight bytes, and the number of bits, its highest byte first.
    const std::uint64_t bits = m_state->bytes * 8;
    std::array<std::byte, 2 * kSha256Block> tail{std::byte{0x80}};
    const std::size_t zeros = (2 * kSha256Block - 9 - m_state->held) % kSha256Block;
    for (unsigned i = 0; i < 8; ++i) tail[1 + zeros + i] = static_cast<std::byte>(bits >> (56 - 8 * i));
    update(std::span(tail).first(1 + zeros + 8));
    for (unsigned i = 0; i < length; ++i) {
      digest[i] = static_cast<unsigned char>(m_state->words[i / 4] >> (24 - 8 * (i % 4)));
    }
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < length; ++i) {
    text += kDigits[digest[i] >> 4U];
    text += kDigits[digest[i] & 15U];
  }
  return text;
}

}  // namespace masu::shards
