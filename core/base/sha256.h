// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace masu {

/// SHA-256 over a stream of runs, by libcrypto. Threads: one at a time.
class Sha256 {
 public:
  /// Errors: the library has no SHA-256.
  static Result<Sha256> create();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  ~Sha256();

  void update(std::span<const std::byte> bytes);
  void update(std::string_view text) { update(std::as_bytes(std::span(text))); }
  /// In lower-case hexadecimal. Nothing else may be called afterwards.
  std::string finish();

 private:
  struct State;
  explicit Sha256(std::unique_ptr<State> state);

  std::unique_ptr<State> m_state;
};

/// Of a whole text. Errors: as Sha256::create().
Result<std::string> sha256(std::string_view text);

}  // namespace masu
