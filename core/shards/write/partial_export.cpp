// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/partial_export.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iterator>
#include <system_error>
#include <utility>

#include <sys/stat.h>

#include "core/io/folder_claim.h"
#include "core/shards/write/bundle.h"
#include "core/shards/write/paths_below.h"
#include "core/shards/write/shard_file.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

Result<void> syncAll(const std::set<fs::path>& folders) {
  for (const fs::path& folder : folders) MASU_CHECK(io::syncDirectory(folder));
  return {};
}

/// Those of a file below `out` that is gone: an export of another format may have no use for them.
void removeEmptyFolders(const fs::path& out, const fs::path& path) {
  std::error_code error;
  for (fs::path at = path.parent_path(); !at.empty(); at = at.parent_path()) {
    // Only folders, not what a link leads to, and only when empty: somebody may have put something there.
    const bool folder = fs::is_directory(fs::symlink_status(out / at, error));
    if (!folder || !fs::remove(out / at, error)) return;
  }
}

}  // namespace

PartialExport::PartialExport(fs::path out, fs::path made, std::string bundle)
    : m_place(std::move(out)), m_bundle(std::move(bundle)), m_made(std::move(made)) {}

Result<PartialExport> PartialExport::create(const fs::path& out, const std::string& key, Keep keep,
                                            const std::string& bundle) {
  const fs::path made = firstMissing(out);
  MASU_CHECK(checkIsFolder(out));
  PartialExport partial(out, made, bundle);
  partial.m_place.takeBack();
  MASU_CHECK(partial.claimFor(keep));
  std::error_code error;
  // Not what a link leads to.
  if (fs::is_symlink(partial.m_place.files)) fs::remove(partial.m_place.files, error);
  if (keep != Keep::nothing) MASU_CHECK(partial.resumeFrom(key, keep));
  fs::remove_all(partial.m_place.parts, error);
  partial.discardUnfinished();
  fs::create_directory(partial.m_place.files, error);
  if (error) return fail(Error::fromErrno(error.value(), partial.m_place.files.string()));
  MASU_TRY(partial.m_journal,
           ShardJournal::create(partial.m_place.journal, partial.m_place.files, key, partial.m_finished, bundle));
  // So that a loss of power while files move leaves an export that can be continued.
  MASU_CHECK(io::syncDirectory(partial.m_place.folder));
  return partial;
}

/// Makes the folder where there is none, unless all of its shards are needed.
Result<void> PartialExport::claimFor(Keep keep) {
  // Another export may come to its end, and remove the folder, in this moment.
  constexpr int kAttempts = 100;
  for (int attempt = 1; !m_lock.isOpen(); ++attempt) {
    std::error_code error;
    if (keep != Keep::all) fs::create_directories(m_place.folder, error);
    if (error) {
      const Error denied = Error::fromErrno(error.value(), m_place.out.string());
      if (!m_made.empty()) fs::remove_all(m_made, error);
      return fail(denied);
    }
    auto claimed = claim();
    const bool mayTryAgain = !claimed && claimed.error().code == Errc::notFound && keep != Keep::all;
    if (!claimed && (!mayTryAgain || attempt == kAttempts)) return fail(claimed.error());
  }
  return {};
}

Result<void> PartialExport::claim() {
  MASU_TRY(std::optional<io::File> lock, io::claimFolder(m_place.folder));
  if (lock) {
    m_lock = std::move(*lock);
    return {};
  }
  return fail(isBusy(m_place.out));
}

Result<void> PartialExport::resumeFrom(const std::string& key, Keep keep) {
  auto whole = wholeShards(key);
  std::error_code unknown;
  const bool inParts = fs::exists(m_place.terms, unknown);
  // Nothing of another export is touched: it may be the other choices that were a mistake.
  if (!whole || inParts || (keep == Keep::all && whole->empty())) m_lock.close();
  if (keep == Keep::all && !m_lock.isOpen()) return fail(Error::fromErrno(ENOENT, m_place.journal.string()));
  if (inParts) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The export in {0} was begun in parts. Complete it with --part, or export again without "
                          "resuming."),
                {m_place.out.string()}, {m_place.out.string()});
  }
  if (!whole) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The export that was stopped in {0} had other options or another dataset. Use the same ones, "
                          "or export again without resuming."),
                {m_place.out.string()}, {m_place.out.string()});
  }
  // What is as long as it was may be damaged all the same: it is made again.
  if (m_bundle.empty() && keep == Keep::intact) {
    std::erase_if(*whole, [&](const auto& shard) { return !isIntact(shard.second); });
  }
  m_finished = std::move(*whole);
  return {};
}

/// Nothing where they are those of another export.
std::optional<NumberedShards> PartialExport::wholeShards(const std::string& key) const {
  auto listed = ShardJournal::read(m_place.journal, key);
  if (!listed) return std::nullopt;
  if (m_bundle.empty()) {
    std::erase_if(*listed, [&](const auto& shard) { return !isWhole(shard.second); });
  } else {
    keepPacked(*listed);
  }
  return listed;
}

std::size_t PartialExport::finishedIn(const fs::path& out, const std::string& key, const std::string& bundle) {
  const auto whole = PartialExport(out, {}, bundle).wholeShards(key);
  return whole ? whole->size() : 0;
}

/// Here, or under its final name where the export died while files moved.
bool PartialExport::isWhole(const ShardInfo& shard) const {
  return std::ranges::all_of(shard.files, [&](const ShardFile& file) {
    return hasItsSize(m_place.files, file) || hasItsSize(m_place.out, file);
  });
}

bool PartialExport::isIntact(const ShardInfo& shard) const {
  return std::ranges::all_of(shard.files, [&](const ShardFile& file) {
    return hasItsHash(hasItsSize(m_place.files, file) ? m_place.files : m_place.out, file);
  });
}

/// Shards from the first on, as far as the bundle reaches.
void PartialExport::keepPacked(NumberedShards& listed) const {
  std::error_code error;
  const std::uint64_t bytes = fs::file_size(m_place.files / m_bundle, error);
  std::uint64_t end = 0;
  std::size_t next = 0;
  auto shard = listed.begin();
  for (; !error && shard != listed.end() && shard->first == next; ++shard, ++next) {
    for (const ShardFile& file : shard->second.files) end += Bundle::bytesOf(file);
    if (end > bytes) break;
  }
  listed.erase(shard, listed.end());
}

/// Everything but the whole shards.
void PartialExport::discardUnfinished() {
  std::set<fs::path> kept;
  for (const auto& [number, shard] : m_finished) {
    for (const ShardFile& file : shard.files) kept.insert(m_place.files / file.path);
    if (!m_bundle.empty()) kept.insert(m_place.files / m_bundle);
  }
  if (m_moves) kept.insert(m_place.files / kIndexName);
  discardBut(kept);
}

/// Folders that become empty go, too.
void PartialExport::discardBut(const std::set<fs::path>& kept) const {
  std::error_code ignored;
  std::vector<fs::path> unwanted;
  for (fs::recursive_directory_iterator at(m_place.files, ignored), end; !ignored && at != end; at.increment(ignored)) {
    if (!kept.contains(at->path())) unwanted.push_back(at->path());
  }
  // What is in a folder before the folder, which is removed only when empty.
  for (auto path = unwanted.rbegin(); path != unwanted.rend(); ++path) fs::remove(*path, ignored);
}

PartialExport::~PartialExport() {
  if (!m_lock.isOpen()) return;
  if (m_journal) {
    // What cannot be synced is not whole; whoever wrote it got the error.
    (void)m_journal->settle();
    m_finished = m_journal->listed();
  }
  std::error_code ignored;
  discardUnfinished();
  if (!m_finished.empty()) return;
  // The lock last: what is without it is taken for a folder of others.
  fs::remove_all(m_place.files, ignored);
  fs::remove(m_place.journal, ignored);
  fs::remove_all(m_place.folder, ignored);
  // Only when empty: another program may have put something there.
  for (fs::path at = m_place.out; !m_made.empty() && fs::remove(at, ignored) && at != m_made; at = at.parent_path()) {
  }
}

Result<void> PartialExport::publish(const std::vector<std::string>& paths, const std::vector<std::string>& outdated) {
  if (!mayMoveWhole()) return moveEach(paths, outdated);
  std::set<fs::path> kept;
  for (const std::string& path : paths) kept.insert(m_place.files / path);
  discardBut(kept);
  MASU_CHECK(syncNames(paths));
  MASU_TRY(const bool moved, moveWhole());
  if (!moved) return moveEach(paths, outdated);
  MASU_CHECK(io::syncDirectory(m_place.folder.has_parent_path() ? m_place.folder.parent_path() : fs::path(".")));
  forget();
  return {};
}

/// Of files that are to move. A loss of power must not take a name here from one that has moved, while another keeps
/// its new name: nothing would say whose that is.
Result<void> PartialExport::syncNames(const std::vector<std::string>& paths) const {
  std::set<fs::path> folders = {m_place.files};
  std::error_code ignored;
  for (const std::string& path : paths) {
    // Not here: it moved before an earlier export died.
    if (fs::exists(m_place.files / path, ignored)) folders.insert((m_place.files / path).parent_path());
  }
  return syncAll(folders);
}

/// Whether the output folder may be replaced as a whole: it holds nothing else, is as this program would make it, and
/// nobody is expected to be in it.
bool PartialExport::mayMoveWhole() const {
  struct stat out {};
  struct stat place {};
  struct stat other {};
  if (::lstat(m_place.out.c_str(), &out) != 0 || ::lstat(m_place.folder.c_str(), &place) != 0) return false;
  if (!S_ISDIR(out.st_mode) || out.st_mode != place.st_mode || out.st_uid != place.st_uid ||
      out.st_gid != place.st_gid) {
    return false;
  }
  std::error_code error;
  const bool alone = std::distance(fs::directory_iterator(m_place.out, error), {}) == 1 && !error;
  const fs::path there = m_place.aside();
  return alone && !there.empty() && ::lstat(there.c_str(), &other) != 0 &&
         !fs::equivalent(m_place.out, fs::current_path(error), error);
}

/// Wherever a process dies, the lock and its mark are beside what is complete or what is not. False: the files have to
/// move one by one, from where they are then.
Result<bool> PartialExport::moveWhole() {
  const fs::path here = m_place.folder;
  const fs::path there = m_place.aside();
  int failed = ::rename(here.c_str(), there.c_str()) == 0 ? 0 : errno;
  if (failed == 0) {
    m_place.moveTo(there);
    if (::rename(m_place.files.c_str(), m_place.out.c_str()) == 0) return true;
    failed = errno;
    // Another export may have begun in the output folder meanwhile.
    if (::rename(there.c_str(), here.c_str()) == 0) m_place.moveTo(here);
  }
  // Something appeared in the output folder, it is where a file system is mounted, or its parent may not be changed.
  for (const int usual : {ENOTEMPTY, EEXIST, EBUSY, EXDEV, EACCES, EPERM}) {
    if (failed == usual) return false;
  }
  return fail(Error::fromErrno(failed, m_place.out.string()));
}

Result<void> PartialExport::moveEach(const std::vector<std::string>& paths, const std::vector<std::string>& outdated) {
  for (const std::string& path : paths) MASU_CHECK(checkNoLink(m_place.out, path));
  std::error_code error;
  // The new index says whose the files are until it has its place.
  MASU_CHECK(syncNames(paths));
  m_moves = true;
  for (const std::string& path : outdated) {
    fs::remove(m_place.out / path, error);
    removeEmptyFolders(m_place.out, path);
  }
  // Before others take the places of the shards that the old index names.
  MASU_CHECK(io::syncDirectory(m_place.out));
  std::set<fs::path> folders = {m_place.out};
  for (const std::string& path : paths) {
    const fs::path target = m_place.out / path;
    error.clear();
    // The index is not to be there before the shards that it names.
    if (path == paths.back()) MASU_CHECK(syncAll(folders));
    if (folders.insert(target.parent_path()).second) fs::create_directories(target.parent_path(), error);
    // Not here: it moved before the export died.
    if (!error && fs::exists(m_place.files / path)) fs::rename(m_place.files / path, target, error);
    if (error) return fail(Error::fromErrno(error.value(), target.string()));
  }
  MASU_CHECK(syncAll(folders));
  forget();
  return {};
}

void PartialExport::forget() {
  m_journal.reset();
  m_finished.clear();
  m_moves = false;
  m_made.clear();
}

}  // namespace masu::shards
