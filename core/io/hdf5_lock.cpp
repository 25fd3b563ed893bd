#include "core/io/hdf5_lock.h"

#include <mutex>

namespace masu::io {
namespace {

std::mutex& libraryMutex() {
  static std::mutex mutex;
  return mutex;
}

// Counted here and not by a recursive mutex: that one knows its owner by the number of a thread, which is another one
// in a forked child.
thread_local int depth = 0;

}  // namespace

Hdf5Lock::Hdf5Lock() {
  if (depth++ == 0) libraryMutex().lock();
}

Hdf5Lock::~Hdf5Lock() {
  if (--depth == 0) libraryMutex().unlock();
}

}  // namespace masu::io
