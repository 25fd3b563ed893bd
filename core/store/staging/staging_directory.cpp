// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/staging_directory.h"

#include <cerrno>

#include <sys/stat.h>

#include "core/io/folder_claim.h"
#include "core/store/staging/journal_record.h"

namespace masu::store {

namespace {

Result<void> makeDirectory(const std::filesystem::path& path) {
  if (::mkdir(path.c_str(), 0777) == 0 || errno == EEXIST) return {};
  const auto parent = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (errno == ENOENT) {
    return fail(Errc::notFound, MASU_TEXT("core", "There is no folder {0}. Create it, or choose another place."),
                {parent.string()}, {parent.string(), 0, 0});
  }
  return fail(Error::fromErrno(errno, parent.string()));
}

}  // namespace

std::filesystem::path StagingDirectory::pathFor(const std::filesystem::path& target) {
  auto path = target;
  path += ".partial";
  return path;
}

Result<StagingDirectory> StagingDirectory::claim(const std::filesystem::path& target) {
  auto path = pathFor(target);
  for (int attempt = 0; attempt < 100; ++attempt) {
    MASU_CHECK(makeDirectory(path));
    auto lock = io::claimFolder(path);
    // Its former owner removed it in this moment.
    if (!lock && lock.error().code == Errc::notFound) continue;
    if (!lock) return fail(std::move(lock.error()));
    if (!*lock) break;
    return StagingDirectory(std::move(path), std::move(**lock));
  }
  return fail(Errc::busy,
              MASU_TEXT("core", "Another program is writing {0}. Wait until it is done, or choose another name."),
              {target.string()}, {target.string(), 0, 0});
}

void StagingDirectory::discard(const std::set<std::string>& butFor) const {
  std::error_code ignored;
  // First: without it the other files are nothing that an import could be resumed from, whatever moment this ends at.
  if (!butFor.contains(JournalRecord::kFileName)) std::filesystem::remove(m_path / JournalRecord::kFileName, ignored);
  for (const auto& entry : std::filesystem::directory_iterator(m_path, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name != io::kFolderLock && !butFor.contains(name)) std::filesystem::remove_all(entry.path(), ignored);
  }
}

StagingDirectory::~StagingDirectory() {
  if (!m_lock.isOpen()) return;
  discard(m_kept);
  if (!m_kept.empty()) return;
  // While the lock is held, so that no process takes the folder for an abandoned one in between.
  std::error_code ignored;
  std::filesystem::remove(m_lock.path(), ignored);
  std::filesystem::remove(m_path, ignored);
}

}  // namespace masu::store
