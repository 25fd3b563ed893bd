// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/folder_claim.h"

#include <algorithm>
#include <cerrno>
#include <string>

#include <sys/file.h>
#include <sys/stat.h>

namespace masu::io {

namespace {

Error isForeign(const std::filesystem::path& folder) {
  return {Errc::exists,
          MASU_TEXT("core",
                    "{0} is in the way: it is not a folder in which Masu keeps unfinished work, and Masu removes "
                    "nothing that it did not make. Move it, or choose another place."),
          {folder.string()},
          {folder.string(), 0, 0}};
}

/// False when the folder was removed by its former owner between opening and locking.
bool isStillThere(const File& lock) {
  struct stat mine {};
  struct stat there {};
  return ::fstat(lock.descriptor(), &mine) == 0 && ::lstat(lock.path().c_str(), &there) == 0 &&
         mine.st_ino == there.st_ino && mine.st_dev == there.st_dev;
}

bool holdsOnly(const std::filesystem::path& folder, std::string_view name) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().filename() != name) return false;
  }
  return true;
}

/// On a full disk nothing is left: an empty or unfinished mark would make the folder somebody else's for good.
Result<void> writeMark(const std::filesystem::path& folder, const File& lock) {
  Result<void> written = lock.writeAt(0, std::as_bytes(std::span(kFolderMarker)));
  // Before anything else is there: after a loss of power nobody would know whose folder it is.
  if (written) written = lock.sync();
  if (written) written = syncDirectory(folder);
  if (written) return written;
  std::error_code ignored;
  std::filesystem::remove(lock.path(), ignored);
  std::filesystem::remove(folder, ignored);
  return written;
}

/// What a locked file holds; nothing where that is more than a mark.
Result<std::optional<std::string>> markIn(const File& lock) {
  MASU_TRY(const std::uint64_t size, lock.size());
  if (size > kFolderMarker.size()) return std::optional<std::string>();
  MASU_TRY(std::string text, readText(lock, size));
  return std::optional(std::move(text));
}

Result<bool> isMarked(const File& lock) {
  MASU_TRY(const auto text, markIn(lock));
  return text == kFolderMarker;
}

/// What a loss of power leaves of a mark that has not been synced: its beginning, and zeros where its length was
/// recorded before its bytes.
bool isUnfinishedMark(std::string_view text) {
  const auto [end, ignored] = std::ranges::mismatch(text, kFolderMarker);
  return std::all_of(end, text.end(), [](char byte) { return byte == '\0'; });
}

/// Whether a locked folder is one of Masu's; one with nothing in it, or with the beginning of a mark, becomes one.
Result<bool> mark(const std::filesystem::path& folder, const File& lock) {
  MASU_TRY(const auto text, markIn(lock));
  if (!text) return false;
  if (*text == kFolderMarker) return true;
  if (!isUnfinishedMark(*text) || !holdsOnly(folder, kFolderLock)) return false;
  MASU_CHECK(writeMark(folder, lock));
  return true;
}

}  // namespace

Result<std::optional<File>> claimFolder(const std::filesystem::path& folder, Claim claim) {
  const std::filesystem::path name = folder / kFolderLock;
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0) return fail(Error::fromErrno(errno, folder.string()));
  if (!S_ISDIR(status.st_mode)) return fail(isForeign(folder));
  if (::lstat(name.c_str(), &status) == 0 ? !S_ISREG(status.st_mode) : !holdsOnly(folder, kFolderLock))
    return fail(isForeign(folder));
  MASU_TRY(File lock, File::openOrCreate(name));
  const int kind = claim == Claim::alone ? LOCK_EX : LOCK_SH;
  if (::flock(lock.descriptor(), kind | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return fail(Error::fromErrno(errno, folder.string()));
    return std::optional<File>();
  }
  if (!isStillThere(lock)) return fail(Error::fromErrno(ENOENT, folder.string()));
  if (claim == Claim::together) {
    // Who shares it must not write the mark.
    MASU_TRY(const bool marked, isMarked(lock));
    return marked ? std::optional(std::move(lock)) : std::nullopt;
  }
  MASU_TRY(const bool ours, mark(folder, lock));
  if (!ours) return fail(isForeign(folder));
  return std::optional(std::move(lock));
}

Result<std::optional<File>> claimPrepared(const std::filesystem::path& folder, const Preparation& preparation) {
  {
    const auto alone = claimFolder(folder);
    if (!alone && alone.error().code == Errc::notFound) return std::optional<File>();
    if (!alone) return fail(alone.error());
    if (*alone) MASU_CHECK(preparation.prepare());
  }
  auto together = claimFolder(folder, Claim::together);
  if (!together && together.error().code == Errc::notFound) return std::optional<File>();
  if (!together) return together;
  if (!*together || !preparation.isDone()) return std::optional<File>();
  return together;
}

}  // namespace masu::io
