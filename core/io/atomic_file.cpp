// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/atomic_file.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/hash.h"
#include "core/io/confinement.h"

namespace masu::io {

namespace {

std::filesystem::path folderOf(const std::filesystem::path& target) {
  const std::filesystem::path folder = target.parent_path();
  return folder.empty() ? std::filesystem::path(".") : folder;
}

Error alreadyThere(const std::filesystem::path& target) {
  return {Errc::exists,
          MASU_TEXT("core", "{0} exists already. Choose another name, or allow it to be overwritten."),
          {target.string()},
          {target.string()}};
}

/// Of a link to a file the link is replaced, not the file.
Result<void> checkReplaceable(const std::filesystem::path& target) {
  struct stat status {};
  if (::stat(target.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return {};
  if (S_ISDIR(status.st_mode)) return fail(Error::fromErrno(EISDIR, target));
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "{0} is a pipe or a device, which Masu does not replace. Choose the name of a file."),
              {target.string()}, {target.string()});
}

/// A name in the target's folder that nobody can have chosen by chance.
std::filesystem::path unownedName(const std::filesystem::path& target) {
  std::random_device random;
  return folderOf(target) / (".masu-" + hex64(std::uint64_t{random()} << 32U | random()) + ".partial");
}

/// Gives a name, which must be free, to a file without one.
bool linkTo(const File& file, const std::filesystem::path& name) {
  return ::linkat(AT_FDCWD, file.openPath().c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

/// Renames without replacing what is there. False with errno when that fails.
bool renameNoReplace(const char* from, const char* to) {
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  if (::link(from, to) == 0) {
    ::unlink(from);
    return true;
  }
  if (errno != EPERM && errno != ENOTSUP && errno != ENOSYS) return false;
  struct stat status {};
  if (::lstat(to, &status) == 0) {
    errno = EEXIST;
    return false;
  }
  return ::rename(from, to) == 0;
}

}  // namespace

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& target, Overwrite overwrite) {
  const std::filesystem::path folder = folderOf(target);
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    return fail(Errc::notFound, MASU_TEXT("core", "There is no folder {0}. Create it, or choose another place."),
                {folder.string()}, {folder.string()});
  }
  MASU_CHECK(checkReplaceable(target));
  if (overwrite == Overwrite::no && ::lstat(target.c_str(), &status) == 0) return fail(alreadyThere(target));
  AtomicFile file(target, overwrite);
  MASU_CHECK(file.open());
  return file;
}

AtomicFile::AtomicFile(std::filesystem::path target, Overwrite overwrite)
    : m_target(std::move(target)), m_overwrite(overwrite) {}

Result<void> AtomicFile::open() {
  int failed = 0;
  unconfined([&] {
    m_file = File(m_target, ::open(folderOf(m_target).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666));
    // Through /proc it will get its name.
    if (m_file.isOpen() && ::access(m_file.openPath().c_str(), F_OK) == 0) return;
    // Network and FAT file systems know no files without names.
    std::filesystem::path named = unownedName(m_target);
    m_file = File(m_target, ::open(named.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    failed = errno;
    if (m_file.isOpen()) m_partial = std::move(named);
  });
  return m_file.isOpen() ? Result<void>{} : fail(Error::fromErrno(failed, m_target));
}

AtomicFile::~AtomicFile() {
  discard();
}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
  if (this != &other) {
    discard();
    m_target = std::move(other.m_target);
    m_partial = std::exchange(other.m_partial, {});
    m_file = std::move(other.m_file);
    m_position = other.m_position;
    m_overwrite = other.m_overwrite;
  }
  return *this;
}

Result<void> AtomicFile::append(std::span<const std::byte> bytes) {
  MASU_CHECK(m_file.writeAt(m_position, bytes));
  m_position += bytes.size();
  return {};
}

Result<void> AtomicFile::append(std::string_view text) {
  return append(std::as_bytes(std::span(text)));
}

Result<void> AtomicFile::commit(Sync sync) {
  if (sync == Sync::yes) MASU_CHECK(m_file.sync());
  bool published = false;
  int failed = 0;
  unconfined([&] {
    published = publish();
    failed = errno;
  });
  if (!published) return fail(failed == EEXIST ? alreadyThere(m_target) : Error::fromErrno(failed, m_target));
  m_partial.clear();
  m_file.close();
  return sync == Sync::yes ? syncDirectory(folderOf(m_target)) : Result<void>{};
}

/// False with errno when that fails.
bool AtomicFile::publish() {
  if (m_partial.empty()) {
    if (m_overwrite == Overwrite::no) return linkTo(m_file, m_target);
    // A link replaces nothing, a rename does.
    const std::filesystem::path named = unownedName(m_target);
    if (!linkTo(m_file, named)) return false;
    m_partial = named;
  }
  return m_overwrite == Overwrite::yes ? ::rename(m_partial.c_str(), m_target.c_str()) == 0
                                       : renameNoReplace(m_partial.c_str(), m_target.c_str());
}

void AtomicFile::discard() {
  if (!m_partial.empty()) unconfined([&] { ::unlink(m_partial.c_str()); });
  m_partial.clear();
  m_file.close();
}

Result<void> writeText(const std::filesystem::path& target, std::string_view text, Overwrite overwrite) {
  MASU_TRY(AtomicFile file, AtomicFile::create(target, overwrite));
  MASU_CHECK(file.append(text));
  return file.commit();
}

}  // namespace masu::io
