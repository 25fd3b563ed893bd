// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>

#include <pybind11/pybind11.h>

namespace masu::python {

/// Calls of Python that have to come to their end. Python runs the handlers of signals inside its functions, so that
/// Ctrl+C ends them anywhere: a call that is interrupted is made again, and the interrupt is raised in the main thread
/// once all calls are done, as if the key had been pressed then. Requires: the GIL. Errors: see failure().
class FinishedCalls {
 public:
  FinishedCalls() = default;
  FinishedCalls(const FinishedCalls&) = delete;
  FinishedCalls& operator=(const FinishedCalls&) = delete;
  ~FinishedCalls() {
    if (m_interrupted) PyErr_SetInterrupt();
  }

  /// Whether the call came to its end. Requires: one that was interrupted can be made again.
  template <class Call>
  bool make(const Call& call) noexcept {
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      try {
        call();
        return true;
      } catch (const pybind11::error_already_set& error) {
        if (!error.matches(PyExc_KeyboardInterrupt)) return failed();
        m_interrupted = true;
      } catch (...) {
        return failed();
      }
    }
    return false;
  }

  /// What a call raised first, other than an interrupt; null where none did.
  const std::exception_ptr& failure() const { return m_failure; }

 private:
  /// A key that is held down must not keep the process here.
  static constexpr int kMostAttempts = 16;

  /// Requires: an exception is being handled.
  bool failed() noexcept {
    if (!m_failure) m_failure = std::current_exception();
    return false;
  }

  bool m_interrupted = false;
  std::exception_ptr m_failure;
};

}  // namespace masu::python
