// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include <cxxabi.h>
#include <pybind11/pybind11.h>
#include <unistd.h>

namespace masu::python {

// Where Python ends, up to 3.13, a thread that it does not wait for is unwound as soon as it asks for the GIL. That
// must not pass through our code: a destructor or a noexcept function would abort the process over it, and Python's
// objects would be let go of without the GIL. Such a thread stays where it is until the process ends, as of
// Python 3.14.

/// What the call returns, which asks for the GIL or runs Python's code. Requires: it has no object of Python's that it
/// would let go of while it is unwound.
template <class Call>
auto outlivingPython(const Call& call) {
  try {
    return call();
  } catch (abi::__forced_unwind&) {
    for (;;) pause();
  }
}

/// What the function of Python returns. Raises what it does.
template <class... Arguments>
pybind11::object callPython(const pybind11::object& function, Arguments&&... arguments) {
  const pybind11::tuple given = pybind11::make_tuple(std::forward<Arguments>(arguments)...);
  PyObject* const result = outlivingPython([&] { return PyObject_Call(function.ptr(), given.ptr(), nullptr); });
  if (result == nullptr) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::object>(result);
}

/// Python's other threads run as long as this lives. Requires: the GIL, made and destroyed by the same thread.
class GilReleased {
 public:
  GilReleased() : m_thread(PyEval_SaveThread()) {}
  ~GilReleased() {
    outlivingPython([this] { PyEval_RestoreThread(m_thread); });
  }
  GilReleased(const GilReleased&) = delete;
  GilReleased& operator=(const GilReleased&) = delete;

 private:
  PyThreadState* m_thread;
};

/// Has the GIL, on whatever thread, as long as this lives. Requires: made and destroyed by the same thread.
class GilHeld {
 public:
  GilHeld() : m_before(outlivingPython([] { return PyGILState_Ensure(); })) {}
  ~GilHeld() { PyGILState_Release(m_before); }
  GilHeld(const GilHeld&) = delete;
  GilHeld& operator=(const GilHeld&) = delete;

 private:
  PyGILState_STATE m_before;
};

}  // namespace masu::python
