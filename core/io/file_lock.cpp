// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_lock.h"

#include <algorithm>
#include <cerrno>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace masu::io {

namespace {

constexpr std::chrono::milliseconds kFirstPause(1);
constexpr std::chrono::milliseconds kLongestPause(50);

/// False where the holder before removed the name: then a lock on the open file keeps nobody else out.
bool stillNamed(int descriptor, const std::filesystem::path& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

}  // namespace

Result<FileLock> FileLock::acquire(const std::filesystem::path& target, std::chrono::milliseconds patience) {
  std::filesystem::path path = target;
  path += ".lock";
  const auto end = std::chrono::steady_clock::now() + patience;
  for (auto pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EINTR) return fail(Error::fromErrno(errno, path));
    if (descriptor >= 0) {
      const bool busy = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR);
      if (!busy && stillNamed(descriptor, path)) return FileLock(std::move(path), descriptor);
      ::close(descriptor);
    }
    if (std::chrono::steady_clock::now() >= end) break;
    std::this_thread::sleep_for(pause);
  }
  return fail(Errc::busy, MASU_TEXT("core", "Another program is writing {0}. Wait until it is done, then try again."),
              {target.string()}, {target.string()});
}

FileLock::~FileLock() {
  if (m_descriptor < 0) return;
  // The name goes first, while the lock still says that it is ours.
  ::unlink(m_path.c_str());
  // A forked child may hold the same open file.
  ::flock(m_descriptor, LOCK_UN);
  ::close(m_descriptor);
}

}  // namespace masu::io
