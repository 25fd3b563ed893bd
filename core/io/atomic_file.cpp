#include "core/io/atomic_file.h"

#include <cerrno>
#include <cstdio>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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

enum class Claim { taken, busy, failed };

/// Opens the partial file and locks it. A lock tells a file in use from one that a crash left behind, which is used
/// anew.
Claim claim(const std::filesystem::path& partial, int& descriptor) {
  descriptor = ::open(partial.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0) return errno == EISDIR || errno == ELOOP || errno == EINTR ? Claim::busy : Claim::failed;
  // A file system without locks leaves the name to whoever opens it first in this process tree; still nothing is torn,
  // since the rename is what publishes.
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor);
    return Claim::busy;
  }
  // Between open and lock the owner may have renamed the file to its final name: then this is no longer a partial file.
  struct stat opened {};
  struct stat named {};
  if (::fstat(descriptor, &opened) != 0 || ::lstat(partial.c_str(), &named) != 0 || opened.st_ino != named.st_ino ||
      opened.st_dev != named.st_dev) {
    ::close(descriptor);
    return Claim::busy;
  }
  return Claim::taken;
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
  if (::lstat(target.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return fail(Error::fromErrno(EISDIR, target));
    if (overwrite == Overwrite::no) return fail(alreadyThere(target));
  }
  constexpr int kMostWriters = 1000;
  for (int writer = 1; writer <= kMostWriters; ++writer) {
    std::filesystem::path partial = target;
    partial += writer == 1 ? ".partial" : "." + std::to_string(writer) + ".partial";
    int descriptor = -1;
    Claim claimed = Claim::failed;
    int failed = 0;
    unconfined([&] {
      claimed = claim(partial, descriptor);
      failed = errno;
    });
    switch (claimed) {
      case Claim::busy:
        continue;
      case Claim::failed:
        return fail(Error::fromErrno(failed, target));
      case Claim::taken:
        break;
    }
    AtomicFile file(target, partial, File(target, descriptor), overwrite);
    MASU_CHECK(file.m_file.resize(0));
    return file;
  }
  return fail(Errc::busy, MASU_TEXT("core", "Other programs are writing {0} already. Wait until they are done."),
              {target.string()}, {target.string()});
}

AtomicFile::AtomicFile(std::filesystem::path target, std::filesystem::path partial, File file, Overwrite overwrite)
    : m_target(std::move(target)), m_partial(std::move(partial)), m_file(std::move(file)), m_overwrite(overwrite) {}

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
  bool renamed = false;
  int failed = 0;
  unconfined([&] {
    renamed = m_overwrite == Overwrite::yes ? ::rename(m_partial.c_str(), m_target.c_str()) == 0
                                            : renameNoReplace(m_partial.c_str(), m_target.c_str());
    failed = errno;
  });
  if (!renamed) return fail(failed == EEXIST ? alreadyThere(m_target) : Error::fromErrno(failed, m_target));
  m_partial.clear();
  m_file.close();
  return sync == Sync::yes ? syncDirectory(folderOf(m_target)) : Result<void>{};
}

void AtomicFile::discard() {
  // The name goes first, while the lock still says that it is ours.
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
