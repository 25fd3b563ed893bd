// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sha256.h"

#include <array>
#include <string_view>

#include <openssl/evp.h>

namespace masu {

struct Sha256::State {
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { EVP_MD_CTX_free(context); }

  EVP_MD_CTX* const context = EVP_MD_CTX_new();
};

Sha256::Sha256(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

Result<Sha256> Sha256::create() {
  auto state = std::make_unique<State>();
  if (state->context == nullptr || EVP_DigestInit_ex(state->context, EVP_sha256(), nullptr) != 1) {
    return fail(Errc::internal,
                MASU_TEXT("core", "SHA-256 checksums cannot be computed here: libcrypto does not provide them."));
  }
  return Sha256(std::move(state));
}

void Sha256::update(std::span<const std::byte> bytes) {
  EVP_DigestUpdate(m_state->context, bytes.data(), bytes.size());
}

std::string Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_DigestFinal_ex(m_state->context, digest.data(), &length);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < length; ++i) {
    text += kDigits[digest[i] >> 4U];
    text += kDigits[digest[i] & 15U];
  }
  return text;
}

Result<std::string> sha256(std::string_view text) {
  MASU_TRY(Sha256 hash, Sha256::create());
  hash.update(text);
  return hash.finish();
}

}  // namespace masu
