// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "core/base/result.h"

namespace masu::train {

/// The one line of a LibTorch message that says what is wrong, without its traces.
std::string firstErrorLine(const std::string& what);

/// An error on its way through LibTorch's callers, which throw.
class ThrownError final : public std::exception {
 public:
  explicit ThrownError(Error error) : m_error(std::move(error)) {}
  const Error& error() const { return m_error; }

 private:
  Error m_error;
};

/// Whether LibTorch found no memory.
bool isOutOfMemory(const std::exception& thrown);

/// What was thrown, as an error: a ThrownError's own; no memory left; else the sentence `text` with LibTorch's own
/// words as its {0}.
Error thrownError(const std::exception& thrown, const std::string& text);

/// Runs `body`, which may throw as LibTorch does, and turns what it throws into an error; see thrownError.
template <class Body>
std::invoke_result_t<Body> guarded(const std::string& text, Body&& body) {
  try {
    return body();
  } catch (const std::exception& thrown) {
    return fail(thrownError(thrown, text));
  }
}

}  // namespace masu::train
