// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/pinning.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <unistd.h>

#include "app/python/errors.h"
#include "app/python/finished_calls.h"
#include "app/python/gil.h"

namespace py = pybind11;

namespace masu::python {

namespace {

/// For every device of the process, whichever is chosen later.
constexpr unsigned kPortable = 1;  // cudaHostRegisterPortable

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

/// The block of a `with torch.cuda.device(card)`.
class OnCard {
 public:
  OnCard(const py::object& cuda, int card) : m_device(cuda.attr("device")(card)) { m_device.attr("__enter__")(); }
  OnCard(const OnCard&) = delete;
  OnCard& operator=(const OnCard&) = delete;
  ~OnCard() {
    FinishedCalls calls;  // where it fails, the next call of the runtime raises why
    calls.make([&] { m_device.attr("__exit__")(py::none(), py::none(), py::none()); });
  }

 private:
  py::object m_device;
};

}  // namespace

Pinning::Pinning(const py::object& cuda)
    : m_cuda(cuda),
      m_runtime(cuda.attr("cudart")()),
      m_hasContext(py::getattr(py::module_::import("torch._C"), "_cuda_hasPrimaryContext", py::none())),
      m_cards(cuda.attr("device_count")().cast<int>()),
      m_process(getpid()) {}

std::shared_ptr<Pinning> Pinning::of(const py::object& cuda) {
  return {new Pinning(cuda), [](Pinning* last) {
            if (isOver()) return;  // Python's objects cannot be let go of
            const GilHeld held;
            delete last;
          }};
}

loader::BeforeFree Pinning::beforeFree(std::shared_ptr<Pinning> pinning) {
  return [pinning = std::move(pinning)](std::span<const std::byte> slab) { pinning->remove(slab); };
}

loader::BatchPtr Pinning::pinned(const loader::BatchPtr& batch) {
  if (m_failure) std::rethrow_exception(std::exchange(m_failure, nullptr));
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

/// Whether a card has a context of this process: nothing is copied to others. True where torch cannot say which have.
bool Pinning::isInUse(int card) const {
  return m_hasContext.is_none() || m_hasContext(card).cast<bool>();
}

std::vector<int> Pinning::cardsInUse() const {
  std::vector<int> cards;
  for (int card = 0; card < m_cards; ++card) {
    if (isInUse(card)) cards.push_back(card);
  }
  return cards;
}

/// A card has read what it was to read of a batch when it comes to the event that is recorded on it now.
py::object Pinning::recordEvent(int card) const {
  py::object event = m_cuda.attr("Event")();
  event.attr("record")(m_cuda.attr("current_stream")(card));
  return event;
}

void Pinning::letGo(std::shared_ptr<const void> storage) noexcept {
  if (!isUsable()) return;
  const GilHeld held;
  const py::error_scope pending;  // memory is also let go of while an exception is on its way
  FinishedCalls calls;
  std::list<Leaving> leaving(1);
  leaving.front().storage = std::move(storage);
  for (int card = 0; card < m_cards; ++card) {
    bool inUse = true;  // also where that cannot be asked
    calls.make([&] { inUse = isInUse(card); });
    if (!inUse) continue;
    Reader& reader = leaving.front().readers.emplace_back();
    reader.card = card;
    calls.make([&] { reader.event = recordEvent(card); });
  }
  if (!leaving.front().readers.empty()) m_leaving.splice(m_leaving.end(), leaving);
  waitForOldest(m_mostLeaving, calls);
  if (!m_failure) m_failure = calls.failure();
}

void Pinning::giveBackFinished() {
  const auto isDone = [](const Reader& reader) { return reader.event && reader.event.attr("query")().cast<bool>(); };
  std::list<Leaving> asked = std::exchange(m_leaving, {});
  const auto putBack = [&] { m_leaving.splice(m_leaving.begin(), asked); };  // before those that came meanwhile
  try {
    for (auto each = asked.begin(); each != asked.end();) {
      each = std::ranges::all_of(each->readers, isDone) ? asked.erase(each) : std::next(each);
    }
  } catch (...) {
    putBack();
    throw;
  }
  putBack();
}

/// Where the event was not recorded, or fails, all that the card does is waited for.
bool Pinning::waitFor(const Reader& reader, FinishedCalls& calls) const noexcept {
  if (reader.event && calls.make([&] { reader.event.attr("synchronize")(); })) return true;
  return calls.make([&] { m_cuda.attr("synchronize")(reader.card); });
}

/// Requires: the GIL, which others have while the runtime waits.
void Pinning::waitForOldest(std::uint64_t mostLeaving, FinishedCalls& calls) noexcept {
  while (m_leaving.size() > mostLeaving) {
    std::list<Leaving> oldest;
    oldest.splice(oldest.begin(), m_leaving, m_leaving.begin());
    const bool isRead =
        std::ranges::all_of(oldest.front().readers, [&](const Reader& reader) { return waitFor(reader, calls); });
    if (!isRead) m_lost.splice(m_lost.end(), oldest);
  }
}

void Pinning::finish() noexcept {
  limit(0);
  if (!isUsable()) {
    const std::list<Leaving> dropped = std::exchange(m_leaving, {});
    return;
  }
  const py::error_scope pending;
  FinishedCalls calls;
  waitForOldest(0, calls);
}

/// Calls the runtime, which would make a context on the current card, where one that has a context is there.
template <class... Arguments>
py::object Pinning::call(const char* function, const Arguments&... arguments) const {
  const std::vector<int> cards = cardsInUse();
  const int current = m_cuda.attr("current_device")().cast<int>();
  std::optional<OnCard> there;
  if (!cards.empty() && std::ranges::find(cards, current) == cards.end()) there.emplace(m_cuda, cards.front());
  return m_runtime.attr(function)(arguments...);
}

void Pinning::add(std::span<const std::byte> slab) {
  {
    const std::lock_guard lock(m_mutex);
    if (!m_slabs.insert(slab.data()).second) return;
  }
  try {
    const py::object result = call("cudaHostRegister", addressOf(slab), slab.size(), kPortable);
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
  if (!isUsable()) return;
  {
    const std::lock_guard lock(m_mutex);
    if (m_slabs.erase(slab.data()) == 0) return;
  }
  const GilHeld held;
  const py::error_scope pending;
  FinishedCalls calls;  // a runtime that is being shut down fails, and has unregistered everything itself
  calls.make([&] { call("cudaHostUnregister", addressOf(slab)); });
}

}  // namespace masu::python
