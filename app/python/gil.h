// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>
#include <unistd.h>

namespace masu::python {

/// Python's other threads run as long as this lives. Where Python ends meanwhile, a thread that it does not wait for
/// stays here until the process ends: Python, up to 3.13, would unwind it, and destructors end the process over that.
/// Requires: the GIL, made and destroyed by the same thread.
class GilReleased {
 public:
  GilReleased() : m_thread(PyEval_SaveThread()) {}
  ~GilReleased() {
    try {
      PyEval_RestoreThread(m_thread);
    } catch (...) {  // glibc's unwinding of a thread that ends, which must not go on from here
      for (;;) pause();
    }
  }
  GilReleased(const GilReleased&) = delete;
  GilReleased& operator=(const GilReleased&) = delete;

 private:
  PyThreadState* m_thread;
};

}  // namespace masu::python
