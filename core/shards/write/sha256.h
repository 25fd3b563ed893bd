// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "core/base/result.h"

namespace masu::shards {

/// SHA-256 over a stream of runs, by libcrypto. Threads: one at a time.
class Sha256 {
 public:
  /// Errors: the library has no SHA-256.
  static Result<Sha256> create();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  ~Sha256();

  void update(std::span<const std::byte> bytes);
  /// In lower-case hexadecimal. Nothing else may be called afterwards.
  std::string finish();

 private:
  struct State;
  explicit Sha256(std::unique_ptr<State> state);

  std::unique_ptr<State> m_state;
};

}  // namespace masu::shards
