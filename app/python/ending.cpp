// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/ending.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include <unistd.h>

#include "app/python/errors.h"
#include "app/python/gil.h"

namespace py = pybind11;

namespace masu::python {

namespace {

/// What modules of one process share.
struct Ending {
  std::list<Running::Entry> running;
  std::optional<std::thread::id> endedBy;  ///< the thread that ends Python, once it does
};

/// Never destroyed: threads that Python does not wait for may come here while the process ends.
Ending*& ending() {
  static auto* inUse = new Ending;
  return inUse;
}

/// Those of a process that this one was forked off are left alone: their threads are in the other one.
bool isOurs(const Running::Entry& entry) {
  return entry.process == getpid();
}

Running::Entry* notAsked() {
  auto& running = ending()->running;
  const auto found = std::ranges::find_if(running, [](const auto& entry) { return isOurs(entry) && !entry.asked; });
  return found == running.end() ? nullptr : &*found;
}

bool allOver() {
  return std::ranges::all_of(ending()->running, [](const auto& entry) { return !isOurs(entry) || entry.isOver(); });
}

void endAll() {
  using std::chrono::steady_clock;
  constexpr std::chrono::seconds kPatience{10};  // a disk may not answer any more
  constexpr std::chrono::milliseconds kPause{2};
  ending()->endedBy = std::this_thread::get_id();
  while (Running::Entry* const entry = notAsked()) {
    entry->asked = true;
    const auto ask = entry->ask;  // the entry may go meanwhile
    ask();
  }
  const auto until = steady_clock::now() + kPatience;
  while (!allOver() && steady_clock::now() < until) {
    const GilReleased released;
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace

Running::Running(std::function<void()> ask, std::function<bool()> isOver) {
  check();
  auto& running = ending()->running;
  m_entry = running.insert(running.end(), {std::move(ask), std::move(isOver), getpid()});
}

Running::~Running() {
  ending()->running.erase(m_entry);
}

void Running::endWithPython() {
  py::module_::import("atexit").attr("register")(py::cpp_function(&endAll));
}

void Running::check() {
  const auto& endedBy = ending()->endedBy;
  if (!endedBy) return;
  if (*endedBy == std::this_thread::get_id()) raise("Python is ending: Masu begins nothing any more.");
  PyErr_SetNone(PyExc_SystemExit);
  throw py::error_already_set();
}

void* Running::shared() {
  return ending();
}

void Running::share(void* other) {
  delete std::exchange(ending(), static_cast<Ending*>(other));
}

}  // namespace masu::python
