// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An error that nobody looks at is an error lost. The attribute has to be on the first declaration, so it comes
// ahead of the library's own.
namespace tl {
template <class T, class E>
class [[nodiscard]] expected;
}

#include <tl/expected.hpp>

#include "core/base/error.h"

namespace masu {

/// What a call that can fail returns across folder boundaries. Its names equal those of std::expected.
template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

inline tl::unexpected<Error> fail(Errc code, std::string text, std::vector<Argument> arguments = {},
                                  Location where = {}) {
  return fail(Error(code, std::move(text), std::move(arguments), std::move(where)));
}

}  // namespace masu

#define MASU_CONCAT_INNER(a, b) a##b
#define MASU_CONCAT(a, b) MASU_CONCAT_INNER(a, b)

/// MASU_TRY(auto file, MappedFile::open(path)): declares `file`, or returns the error to the caller.
#define MASU_TRY(declaration, expression)                                                                            \
  auto MASU_CONCAT(masuResult, __LINE__) = (expression);                                                             \
  if (!MASU_CONCAT(masuResult, __LINE__)) return ::masu::fail(std::move(MASU_CONCAT(masuResult, __LINE__).error())); \
  declaration = std::move(*MASU_CONCAT(masuResult, __LINE__))

/// MASU_CHECK(file.write(bytes)): returns the error of a Result<void>, if any, to the caller.
#define MASU_CHECK(expression)                                                                        \
  do {                                                                                                \
    if (auto masuCheck = (expression); !masuCheck) return ::masu::fail(std::move(masuCheck.error())); \
  } while (false)
