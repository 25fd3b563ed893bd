// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/pinning.h"

#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

#include <unistd.h>

#include "app/python/errors.h"

namespace py = pybind11;

namespace masu::python {

namespace {

/// For every device of the process, whichever is chosen later.
constexpr unsigned kPortable = 1;  // cudaHostRegisterPortable
/// Batches that wait for the card, at most, before the next one waits with them.
constexpr std::size_t kMostLeaving = 16;

std::uintptr_t addressOf(std::span<const std::byte> slab) {
  return reinterpret_cast<std::uintptr_t>(slab.data());
}

/// Whether this thread may not wait for the GIL any more: the interpreter ends, and the system takes back what is left.
bool isOver() {
#if PY_VERSION_HEX >= 0x030D0000
  const bool ends = Py_IsInitialized() == 0 || Py_IsFinalizing() != 0;
#else
  const bool ends = Py_IsInitialized() == 0 || _Py_IsFinalizing() != 0;
#endif
  return ends && (Py_IsInitialized() == 0 || PyGILState_Check() == 0);
}

/// What the runtime says of an error of that number.
std::string reasonOf(const py::object& runtime, const py::object& result) {
  const std::string code = "error " + std::to_string(py::int_(result).cast<int>());
  if (!py::hasattr(runtime, "cudaGetErrorString")) return code;
  return std::string(py::str(runtime.attr("cudaGetErrorString")(result))) + ", " + code;
}

}  // namespace

Pinning::Pinning(const py::object& cuda)
    : m_runtime(cuda.attr("cudart")()), m_event(cuda.attr("Event")), m_process(getpid()) {}

std::shared_ptr<Pinning> Pinning::of(const py::object& cuda) {
  return {new Pinning(cuda), [](Pinning* last) {
            if (isOver()) return;  // Python's objects cannot be let go of
            const py::gil_scoped_acquire held;
            delete last;
          }};
}

loader::BeforeFree Pinning::beforeFree(std::shared_ptr<Pinning> pinning) {
  return [pinning = std::move(pinning)](std::span<const std::byte> slab) { pinning->remove(slab); };
}

loader::BatchPtr Pinning::pinned(const loader::BatchPtr& batch) {
  giveBackFinished();
  add(batch->slab);
  auto handedOut = std::make_shared<loader::Batch>(*batch);
  handedOut->storage = {batch->storage.get(), [pinning = shared_from_this(), storage = batch->storage](
                                                  const void*) mutable { pinning->letGo(std::move(storage)); }};
  return handedOut;
}

bool Pinning::isUsable() const {
  return m_process == getpid() && !isOver();
}

/// The card has read what it was to read of a batch when it comes to an event that is recorded now.
void Pinning::letGo(std::shared_ptr<const void> storage) noexcept {
  if (!isUsable()) return;
  const py::gil_scoped_acquire held;
  const py::error_scope pending;  // memory is also let go of while an exception is on its way
  try {
    py::object event = m_event();
    event.attr("record")();
    if (m_finished) {
      event.attr("synchronize")();
    } else {
      m_leaving.push_back({std::move(event), std::move(storage)});
    }
  } catch (...) {
    // A card that failed copies nothing any more; the next call of its runtime raises why.
  }
}

void Pinning::giveBackFinished() {
  std::vector<Leaving> leaving = std::exchange(m_leaving, {});
  for (std::size_t i = 0; i + kMostLeaving < leaving.size(); ++i) leaving[i].event.attr("synchronize")();
  std::erase_if(leaving, [](const Leaving& each) { return each.event.attr("query")().cast<bool>(); });
  // Others may have come while the runtime was asked.
  m_leaving.insert(m_leaving.begin(), std::move_iterator(leaving.begin()), std::move_iterator(leaving.end()));
}

void Pinning::finish() noexcept {
  m_finished = true;
  const std::vector<Leaving> leaving = std::exchange(m_leaving, {});
  if (!isUsable()) return;
  const py::error_scope pending;
  for (const Leaving& each : leaving) {
    try {
      each.event.attr("synchronize")();
    } catch (...) {
      // As in letGo().
    }
  }
}

void Pinning::add(std::span<const std::byte> slab) {
  {
    const std::lock_guard lock(m_mutex);
    if (!m_slabs.insert(slab.data()).second) return;
  }
  try {
    const py::object result = m_runtime.attr("cudaHostRegister")(addressOf(slab), slab.size(), kPortable);
    if (py::int_(result).cast<int>() == 0) return;
    raise(Error(Errc::outOfMemory,
                "The CUDA runtime did not pin {0} bytes of a batch ({1}). Ask for smaller batches or less memory, or "
                "make the loader without pin=True.",
                {std::to_string(slab.size()), reasonOf(m_runtime, result)}));
  } catch (...) {
    const std::lock_guard lock(m_mutex);
    m_slabs.erase(slab.data());
    throw;
  }
}

void Pinning::remove(std::span<const std::byte> slab) noexcept {
  {
    const std::lock_guard lock(m_mutex);
    if (m_slabs.erase(slab.data()) == 0) return;
  }
  if (!isUsable()) return;
  const py::gil_scoped_acquire held;
  const py::error_scope pending;
  try {
    m_runtime.attr("cudaHostUnregister")(addressOf(slab));
  } catch (...) {
    // A runtime that is being shut down has unregistered everything itself.
  }
}

}  // namespace masu::python
