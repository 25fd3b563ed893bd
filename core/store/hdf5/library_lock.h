// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/hdf5/lock.h"

namespace masu::store {

/// What every call of the HDF5 library waits for, to be handed to other code of the process that has a copy of this
/// floor of its own beside the same library, as a second module of Python has.
inline void* libraryLock() {
  return io::Hdf5Lock::shared();
}
/// See io::Hdf5Lock.
inline void serveHost() {
  io::Hdf5Lock::serveHost();
}
/// Waits for the lock that another copy handed out, from now on. Requires: no dataset was opened by this copy before.
inline void useLibraryLock(void* lock) {
  io::Hdf5Lock::share(lock);
}

}  // namespace masu::store
