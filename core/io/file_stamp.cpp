// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_stamp.h"

#include <cerrno>

#include <sys/stat.h>

namespace masu::io {
namespace {

FileStamp stampFrom(const struct stat& status) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
          status.st_ctim.tv_sec * kSecond + status.st_ctim.tv_nsec};
}

}  // namespace

Result<FileStamp> stampOf(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return fail(Error::fromErrno(errno, path));
  return stampFrom(status);
}

Result<FileStamp> stampOf(const File& file) {
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0) return fail(Error::fromErrno(errno, file.path()));
  return stampFrom(status);
}

}  // namespace masu::io
