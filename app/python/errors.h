// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <pybind11/pybind11.h>

#include "core/base/result.h"

namespace masu::python {

/// Makes masu.Error, masu.DataError and masu.StateError members of the module.
void addErrors(pybind11::module_& module);
/// The same exceptions for a module beside the one that has them.
void useErrors(const pybind11::module_& owner);

/// What a failure is about, where its code alone does not say.
enum class About { anything, state };

/// A sentence, in which names of files need not be UTF-8: their other bytes are written as \xff. Requires: the GIL.
pybind11::str textOf(const std::string& sentence);

/// Raises the exception for a failure, with Masu's sentence and its `code`. Requires: the GIL.
[[noreturn]] void raise(const Error& error, About about = About::anything);
/// Raises masu.Error. Requires: the GIL.
[[noreturn]] void raise(const char* sentence);

template <class T>
T valueOf(Result<T> result, About about = About::anything) {
  if (!result) raise(result.error(), about);
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

}  // namespace masu::python
