// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/hdf5/lock.h"

#include <mutex>

#include <dlfcn.h>
#include <hdf5.h>

namespace masu::io {
namespace {

std::mutex ownMutex;
std::mutex* mutexInUse = &ownMutex;

std::mutex& libraryMutex() {
  return *mutexInUse;
}

/// Whether others of this process (h5py) call the library too: where it is not linked into the same file as this code.
bool isShared() {
  Dl_info here{};
  Dl_info library{};
  const bool known = dladdr(reinterpret_cast<const void*>(&libraryMutex), &here) != 0 &&
                     dladdr(reinterpret_cast<const void*>(&H5open), &library) != 0;
  return known && here.dli_fbase != library.dli_fbase;
}

// Counted here and not by a recursive mutex: that one knows its owner by the number of a thread, which is another one
// in a forked child.
thread_local int depth = 0;

}  // namespace

Hdf5Lock::Hdf5Lock() {
  if (depth++ > 0) return;
  libraryMutex().lock();
  // By itself the library closes at exit what is still open, and crashes over a file that the full disk would not take.
  // Everything here is closed by its owner; in a shared library others may leave that to it. Requires to come before
  // any other of its calls, and so before any other lock.
  [[maybe_unused]] static const herr_t leftToOwners = isShared() ? 0 : H5dont_atexit();
}

Hdf5Lock::~Hdf5Lock() {
  if (--depth == 0) libraryMutex().unlock();
}

void* Hdf5Lock::shared() {
  return &libraryMutex();
}

void Hdf5Lock::share(void* other) {
  mutexInUse = static_cast<std::mutex*>(other);
}

}  // namespace masu::io
