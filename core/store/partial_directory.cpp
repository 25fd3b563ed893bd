#include "core/store/partial_directory.h"

#include <cerrno>

#include <sys/file.h>
#include <sys/stat.h>

namespace masu::store {

namespace {

constexpr const char* kLockName = "lock";

Result<void> makeDirectory(const std::filesystem::path& path) {
  if (::mkdir(path.c_str(), 0777) == 0 || errno == EEXIST) return {};
  const auto parent = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (errno == ENOENT) {
    return fail(Errc::notFound, MASU_TEXT("core", "There is no folder {0}. Create it, or choose another place."),
                {parent.string()}, {parent.string(), 0, 0});
  }
  return fail(Error::fromErrno(errno, parent.string()));
}

/// False when the folder was removed by its former owner between opening and locking.
bool stillThere(const io::File& lock) {
  struct stat mine {};
  struct stat there {};
  return ::fstat(lock.descriptor(), &mine) == 0 && ::stat(lock.path().c_str(), &there) == 0 &&
         mine.st_ino == there.st_ino && mine.st_dev == there.st_dev;
}

}  // namespace

std::filesystem::path PartialDirectory::pathFor(const std::filesystem::path& target) {
  auto path = target;
  path += ".partial";
  return path;
}

Result<PartialDirectory> PartialDirectory::claim(const std::filesystem::path& target) {
  auto path = pathFor(target);
  std::error_code ignored;
  // What lies there is removed as a rule; a link would lead to a folder that is not ours.
  if (std::filesystem::is_symlink(path, ignored) || std::filesystem::is_symlink(path / kLockName, ignored)) {
    return fail(
        Errc::exists,
        MASU_TEXT("core", "{0} is in the way of an import: it is, or holds, a link to another place. Remove it."),
        {path.string()}, {path.string(), 0, 0});
  }
  for (int attempt = 0; attempt < 100; ++attempt) {
    MASU_CHECK(makeDirectory(path));
    auto lock = io::File::create(path / kLockName);
    if (!lock) {
      if (lock.error().code == Errc::notFound) continue;
      return fail(std::move(lock.error()));
    }
    if (::flock(lock->descriptor(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) return fail(Error::fromErrno(errno, path.string()));
      break;
    }
    if (!stillThere(*lock)) continue;
    return PartialDirectory(std::move(path), std::move(*lock));
  }
  return fail(Errc::busy,
              MASU_TEXT("core", "Another import is writing {0}. Wait until it is done, or choose another name."),
              {target.string()}, {target.string(), 0, 0});
}

void PartialDirectory::discard(const std::set<std::string>& butFor) const {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(m_path, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name != kLockName && !butFor.contains(name)) std::filesystem::remove_all(entry.path(), ignored);
  }
}

PartialDirectory::~PartialDirectory() {
  if (!m_lock.isOpen()) return;
  discard(m_kept);
  if (!m_kept.empty()) return;
  // While the lock is held, so that nobody takes the folder for an abandoned one in between.
  std::error_code ignored;
  std::filesystem::remove(m_lock.path(), ignored);
  std::filesystem::remove(m_path, ignored);
}

}  // namespace masu::store
