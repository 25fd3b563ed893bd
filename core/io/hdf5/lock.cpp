// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/hdf5/lock.h"

#include <chrono>
#include <cstdlib>
#include <mutex>
#include <new>
#include <thread>

#include <dlfcn.h>
#include <hdf5.h>
#include <pthread.h>

#include "core/io/fork_safe_mutex.h"

namespace masu::io {
namespace {

/// Of the calling thread. Counted here and not by a recursive mutex: that one knows its owner by the number of a
/// thread, which is another one in a forked child.
int& ownDepth() {
  thread_local int depth = 0;
  return depth;
}

/// What copies of this code in one process share.
struct SharedLock {
  std::mutex mutex;
  int& (*depth)() = ownDepth;
  ForkSafeMutex::List* others = &ForkSafeMutex::all();
};

SharedLock ownLock;
SharedLock* lockInUse = &ownLock;

void lock() {
  if (lockInUse->depth()++ == 0) lockInUse->mutex.lock();
}

void unlock() {
  if (--lockInUse->depth() == 0) lockInUse->mutex.unlock();
}

/// The others may be taken by a holder of the lock, and so come after it.
void lockAll() {
  lock();
  lockInUse->others->lock();
}

void unlockAll() {
  lockInUse->others->unlock();
  unlock();
}

void lockForGood() {
  using std::chrono::steady_clock;
  constexpr std::chrono::seconds kPatience{5};  // a disk may not answer any more
  constexpr std::chrono::milliseconds kPause{1};
  if (lockInUse->depth()++ > 0) return;
  const auto end = steady_clock::now() + kPatience;
  while (!lockInUse->mutex.try_lock() && steady_clock::now() < end) std::this_thread::sleep_for(kPause);
}

/// Whether others of this process (h5py) call the library too: where it is not linked into the same file as this code.
bool isShared() {
  Dl_info here{};
  Dl_info library{};
  const bool known = dladdr(reinterpret_cast<const void*>(&ownLock), &here) != 0 &&
                     dladdr(reinterpret_cast<const void*>(&H5open), &library) != 0;
  return known && here.dli_fbase != library.dli_fbase;
}

}  // namespace

Hdf5Lock::Hdf5Lock() {
  lock();
  // By itself the library closes at exit what is still open, and crashes over a file that the full disk would not take.
  // Everything here is closed by its owner; in a shared library others may leave that to it. Requires to come before
  // any other of its calls, and so before any other lock.
  [[maybe_unused]] static const herr_t leftToOwners = isShared() ? 0 : H5dont_atexit();
}

Hdf5Lock::~Hdf5Lock() {
  unlock();
}

void Hdf5Lock::serveHost() {
  {
    const Hdf5Lock held;
    H5open();  // whose own work at exit comes after what is registered later
  }
  if (pthread_atfork(lockAll, unlockAll, unlockAll) != 0 || std::atexit(lockForGood) != 0) throw std::bad_alloc();
}

void* Hdf5Lock::shared() {
  return lockInUse;
}

void Hdf5Lock::share(void* other) {
  lockInUse = static_cast<SharedLock*>(other);
  lockInUse->others->join(ForkSafeMutex::all());
}

}  // namespace masu::io
