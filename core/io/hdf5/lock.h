// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace masu::io {

/// Held by whoever calls the HDF5 library, in any folder: its calls run one at a time. Objects of the library close
/// through it too, so they go before the lock does. May be taken again by its holder.
/// A process that forks while it holds the lock has a child that holds it, in which the library is between two calls.
/// Threads: taken and left by the same one.
class Hdf5Lock {
 public:
  Hdf5Lock();
  ~Hdf5Lock();
  Hdf5Lock(const Hdf5Lock&) = delete;
  Hdf5Lock& operator=(const Hdf5Lock&) = delete;

  /// For a process whose forks and whose end are not our own, as Python's. From now on every fork waits until no other
  /// thread holds the lock or a ForkSafeMutex, so that the child can use the library; and at exit, before the library
  /// closes what is open, the lock is taken for good, so that no other thread is inside the library then, unless one
  /// stays there for seconds. Requires: called once in a process.
  static void serveHost();

  /// The lock of this code, for other code of the process that has one of its own beside the same library, as a second
  /// module of Python has: it takes this one instead by share(), before its first lock.
  static void* shared();
  static void share(void* other);
};

}  // namespace masu::io
