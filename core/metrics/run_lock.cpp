// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_lock.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "core/metrics/run_files.h"

namespace masu::metrics {

namespace {

/// A lock on the whole file. It belongs to the open file, so that querying it releases nobody's lock.
struct flock wholeFile() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

/// A file system without locks protects nothing and refuses nobody.
bool isRefused(int descriptor) {
  struct flock lock = wholeFile();
  return ::fcntl(descriptor, F_OFD_SETLK, &lock) != 0 && (errno == EAGAIN || errno == EACCES);
}

}  // namespace

Error RunLock::heldError(const std::filesystem::path& folder) {
  return {Errc::busy,
          MASU_TEXT("core",
                    "The run in {0} is being trained by another process: wait until it has ended, or stop it first."),
          {folder.string()},
          {folder.string(), 0, 0}};
}

Result<RunLock> RunLock::take(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) return fail(Error::fromErrno(failure.value(), folder.string()));
  const std::filesystem::path file = folder / kLockName;
  RunLock lock;
  lock.m_descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (lock.m_descriptor < 0) return fail(Error::fromErrno(errno, file.string()));
  if (isRefused(lock.m_descriptor)) return fail(heldError(folder));
  return lock;
}

bool RunLock::isHeld(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / kLockName;
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct flock lock = wholeFile();
  const bool held = ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  ::close(descriptor);
  return held;
}

RunLock::RunLock(RunLock&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

RunLock& RunLock::operator=(RunLock&& other) noexcept {
  std::swap(m_descriptor, other.m_descriptor);
  return *this;
}

RunLock::~RunLock() {
  if (m_descriptor >= 0) ::close(m_descriptor);
}

}  // namespace masu::metrics
