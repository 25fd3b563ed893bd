// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/mapping_guard.h"

#include <cerrno>
#include <csignal>
#include <mutex>
#include <thread>

#include <sys/mman.h>
#include <unistd.h>

#include "core/base/units.h"
#include "core/io/fork_safe_mutex.h"

namespace masu::io {

namespace {

// What a signal handler reads has to be free of locks.
static_assert(std::atomic<MappingGuard*>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

ForkSafeMutex listMutex;                          ///< for those who change the list
std::atomic<MappingGuard*> firstGuard = nullptr;  ///< of the list of guards
std::atomic<int> readers = 0;                     ///< handlers that walk the list now
std::size_t pageBytes = 0;
struct sigaction former {};

std::size_t pageSize() {
  return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void passOn(int number, siginfo_t* info, void* context) {
  if ((former.sa_flags & SA_SIGINFO) != 0) return former.sa_sigaction(number, info, context);
  const bool isFault = info->si_code > 0;  // else somebody sent it
  if (former.sa_handler == SIG_IGN && !isFault) return;
  if (former.sa_handler != SIG_DFL && former.sa_handler != SIG_IGN) return former.sa_handler(number);
  std::signal(number, SIG_DFL);
  // A fault comes again where it was.
  if (!isFault) std::raise(number);
}

void onBusError(int number, siginfo_t* info, void* context) {
  const int error = errno;
  const bool survived = info->si_code > 0 && MappingGuard::replace(info->si_addr);
  if (!survived) passOn(number, info, context);
  errno = error;
}

void installHandler() {
  static std::once_flag once;
  std::call_once(once, [] {
    pageBytes = pageSize();
    struct sigaction action {};
    action.sa_sigaction = onBusError;
    // Several threads may meet it at once, and each on the stack that it has.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, &action, &former);
  });
}

}  // namespace

MappingGuard::MappingGuard(const std::byte* data, std::size_t size)
    : m_begin(data), m_end(data + ceilDivide(size, pageSize()) * pageSize()) {
  installHandler();
  const std::lock_guard lock(listMutex);
  MappingGuard* const next = firstGuard;
  if (next != nullptr) next->m_previous = this;
  m_next = next;
  firstGuard = this;
}

MappingGuard::~MappingGuard() {
  {
    const std::lock_guard lock(listMutex);
    MappingGuard* const next = m_next;
    (m_previous != nullptr ? m_previous->m_next : firstGuard) = next;
    if (next != nullptr) next->m_previous = m_previous;
  }
  // A handler that began before may still be here.
  while (readers.load() != 0) std::this_thread::yield();
}

bool MappingGuard::replace(const void* address) {
  const auto* const at = static_cast<const std::byte*>(address);
  bool replaced = false;
  ++readers;
  for (MappingGuard* guard = firstGuard; guard != nullptr; guard = guard->m_next) {
    if (at < guard->m_begin || at >= guard->m_end) continue;
    const auto before = static_cast<std::size_t>(at - guard->m_begin) / pageBytes * pageBytes;
    auto* const page = const_cast<std::byte*>(guard->m_begin + before);
    guard->m_failed.store(true, std::memory_order_release);
    replaced = ::mmap(page, static_cast<std::size_t>(guard->m_end - page), PROT_READ,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
    break;
  }
  --readers;
  return replaced;
}

}  // namespace masu::io
