// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_replacement.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <unistd.h>

#include "core/io/atomic_file.h"
#include "core/io/confinement.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_lock.h"

namespace masu::metrics {

namespace {

namespace fs = std::filesystem;

fs::path stagingOf(const fs::path& run) {
  return run / "run.partial";
}
fs::path newIn(const fs::path& run) {
  return stagingOf(run) / "new";
}
fs::path oldIn(const fs::path& run) {
  return stagingOf(run) / "old";
}
/// Which files are replaced by which. From the moment that it is there, the new run counts.
fs::path noteOf(const fs::path& run) {
  return stagingOf(run) / "renames";
}

constexpr char kBefore = '-';
constexpr char kAfter = '+';

struct Note {
  std::vector<fs::path> before;
  std::vector<fs::path> after;
};

fs::file_type typeOf(const fs::path& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type();
}

bool isThere(const fs::path& path) {
  return typeOf(path) != fs::file_type::not_found;
}

Result<void> makeFolder(const fs::path& folder) {
  std::error_code failure;
  fs::create_directory(folder, failure);
  if (!failure && typeOf(folder) != fs::file_type::directory)
    failure = std::make_error_code(std::errc::not_a_directory);
  if (failure) return fail(Error::fromErrno(failure.value(), folder.string()));
  return {};
}

Result<void> moveFile(const fs::path& from, const fs::path& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) return fail(Error::fromErrno(errno, to.string()));
  return {};
}

Result<void> removeFile(const fs::path& file) {
  if (::unlink(file.c_str()) != 0 && errno != ENOENT) return fail(Error::fromErrno(errno, file.string()));
  return {};
}

/// Files that others put in the folder stay, and so does anything else of that name. Where a note was removed, it must
/// not be back after a loss of power when what it names is gone, so that this is made durable first.
Result<void> removeStaging(const fs::path& run) {
  if (typeOf(stagingOf(run)) != fs::file_type::directory) return {};
  MASU_CHECK(io::syncDirectory(stagingOf(run)));
  std::error_code failure;
  for (const fs::path& folder : {newIn(run), oldIn(run)}) {
    fs::remove_all(folder, failure);
    if (failure) return fail(Error::fromErrno(failure.value(), folder.string()));
  }
  fs::remove(stagingOf(run), failure);
  return {};
}

/// A sign and a name for each file, a zero after it: names may hold anything else.
Result<void> writeNote(const fs::path& run, const Note& note) {
  std::string text;
  for (const fs::path& file : note.before) (text += kBefore + file.string()) += '\0';
  for (const fs::path& file : note.after) (text += kAfter + file.string()) += '\0';
  // Written where nothing is left of it by a process that is killed meanwhile.
  const fs::path written = oldIn(run) / noteOf(run).filename();
  MASU_CHECK(io::writeText(written, text, io::Overwrite::yes));
  MASU_CHECK(moveFile(written, noteOf(run)));
  MASU_CHECK(io::syncDirectory(stagingOf(run)));
  return io::syncDirectory(run);
}

Error damagedNote(const fs::path& run) {
  return {Errc::damaged,
          MASU_TEXT("core",
                    "{0} is damaged, so the run in {1} cannot be recovered: choose another folder, or remove that "
                    "run."),
          {noteOf(run).string(), run.string()},
          {noteOf(run).string()}};
}

/// Whether a file of the run, old or new, is in a folder that is a link: it may be a file of somebody else.
bool isBelowLink(const fs::path& run, const fs::path& file) {
  const auto isLink = [](const fs::path& folder) { return typeOf(folder) == fs::file_type::symlink; };
  const bool ofModel = file.has_parent_path();
  return isLink(newIn(run)) ||
         (ofModel && (isLink(run / file.parent_path()) || isLink(newIn(run) / file.parent_path())));
}

/// Only files that a run writes are believed to be part of one.
Result<Note> readNote(const fs::path& run) {
  MASU_TRY(const std::string text, io::readText(noteOf(run), 1U << 24U));
  Note note;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line, '\0');) {
    const fs::path file = line.empty() ? fs::path() : fs::path(line.substr(1));
    const bool isSigned = !line.empty() && (line[0] == kBefore || line[0] == kAfter);
    if (!isSigned || !isRunFile(file) || isBelowLink(run, file)) return fail(damagedNote(run));
    (line[0] == kBefore ? note.before : note.after).push_back(file);
  }
  return note;
}

/// The folders below `root` that hold these files, and `root` itself.
std::set<fs::path> foldersOf(const fs::path& root, const std::vector<fs::path>& files) {
  std::set<fs::path> folders = {root};
  for (const fs::path& file : files) folders.insert((root / file).parent_path());
  return folders;
}

Result<void> syncFolders(const std::set<fs::path>& folders) {
  for (const fs::path& folder : folders) {
    if (typeOf(folder) == fs::file_type::directory) MASU_CHECK(io::syncDirectory(folder));
  }
  return {};
}

/// What the new run is as far as it came is on the disk.
Result<void> syncNew(const fs::path& run, const std::vector<fs::path>& files) {
  for (const fs::path& file : files) {
    MASU_TRY(const io::File open, io::File::openReadWrite(newIn(run) / file));
    MASU_CHECK(open.sync());
  }
  MASU_CHECK(syncFolders(foldersOf(newIn(run), files)));
  return io::syncDirectory(stagingOf(run));
}

/// Renames that can be taken back. Threads: one.
class Moves {
 public:
  Result<void> run(const fs::path& from, const fs::path& to) {
    MASU_CHECK(makeFolderOf(to));
    MASU_CHECK(moveFile(from, to));
    m_done.emplace_back(from, to);
    return {};
  }

  /// Whether all is as it was.
  bool takeBack() {
    bool all = true;
    for (auto move = m_done.rbegin(); move != m_done.rend(); ++move) {
      all = moveFile(move->second, move->first).has_value() && all;
    }
    std::error_code ignored;
    for (auto folder = m_made.rbegin(); folder != m_made.rend(); ++folder) fs::remove(*folder, ignored);
    return all;
  }

 private:
  Result<void> makeFolderOf(const fs::path& file) {
    const fs::path folder = file.parent_path();
    const bool made = !isThere(folder);
    MASU_CHECK(makeFolder(folder));
    if (made) m_made.push_back(folder);
    return {};
  }

  std::vector<std::pair<fs::path, fs::path>> m_done;
  std::vector<fs::path> m_made;
};

/// The names of both runs in the folder are on the disk as they are now.
Result<void> syncNames(const fs::path& run, const Note& note) {
  std::set<fs::path> folders = foldersOf(run, note.before);
  folders.merge(foldersOf(run, note.after));
  return syncFolders(folders);
}

struct Exchange {
  Moves out;  ///< of the old files
  Moves in;   ///< of the new ones
};

Result<void> moveAll(const fs::path& run, const Note& note, Exchange& moves) {
  for (const fs::path& file : note.before) MASU_CHECK(moves.out.run(run / file, oldIn(run) / file));
  for (const fs::path& file : note.after) MASU_CHECK(moves.in.run(newIn(run) / file, run / file));
  return syncNames(run, note);
}

/// The old run counts again from when the note is gone, which stays unless every old name is on the disk again. Until
/// then the new one counts: all of it is on the disk before old files take its places.
void putBack(const fs::path& run, const Note& note, Exchange& moves) {
  const bool isOut = moves.in.takeBack() && syncFolders(foldersOf(newIn(run), note.after));
  if (isOut && moves.out.takeBack() && syncNames(run, note)) (void)removeFile(noteOf(run));
}

/// What nobody needs any more; what of it cannot be removed is removed by whoever trains in the folder next.
void removeRemains(const fs::path& run, const Note& note) {
  (void)removeStaging(run);
  std::error_code ignored;
  for (const fs::path& folder : foldersOf(run, note.before)) {
    if (folder != run) fs::remove(folder, ignored);  // one that holds something stays
  }
}

/// Once the note is gone for good, the files of the new run are its own: it may add to them. What is left of the old
/// one is of no use even where that cannot be made sure.
Result<void> settleNew(const fs::path& run, const Note& note) {
  Result<void> done = io::syncDirectory(stagingOf(run));
  removeRemains(run, note);
  return done;
}

/// After a process was killed between the first rename and the last.
Result<void> redo(const fs::path& run) {
  MASU_TRY(const Note note, readNote(run));
  for (const fs::path& file : note.before) {
    if (std::ranges::find(note.after, file) == note.after.end()) MASU_CHECK(removeFile(run / file));
  }
  for (const fs::path& file : note.after) {
    if (!isThere(newIn(run) / file)) continue;
    MASU_CHECK(makeFolder((run / file).parent_path()));
    MASU_CHECK(moveFile(newIn(run) / file, run / file));
  }
  MASU_CHECK(syncFolders(foldersOf(run, note.after)));
  MASU_CHECK(removeFile(noteOf(run)));
  return settleNew(run, note);
}

/// A link in the place of the folder was not made by Masu, and is not followed.
bool isInterrupted(const fs::path& run) {
  return typeOf(stagingOf(run)) == fs::file_type::directory && isThere(noteOf(run));
}

/// What is replaced by what. A file of others in a place that the new run takes is put back with the old run's.
Result<Note> renamesOf(const fs::path& run) {
  Note note;
  MASU_TRY(note.before, runFilesIn(run));
  MASU_TRY(note.after, runFilesIn(newIn(run)));
  for (const fs::path& file : note.after) {
    const fs::file_type type = typeOf(run / file);
    const bool taken = type != fs::file_type::not_found && type != fs::file_type::directory;
    if (taken && std::ranges::find(note.before, file) == note.before.end()) note.before.push_back(file);
  }
  return note;
}

/// Gives the new files their places, up to the moment from which nothing brings the old ones back. Errors: as they are
/// for a name that cannot be changed or made durable; the old run is put back.
Result<Note> replace(const fs::path& run) {
  MASU_TRY(const Note note, renamesOf(run));
  MASU_CHECK(syncNew(run, note.after));
  MASU_CHECK(makeFolder(oldIn(run)));
  Exchange moves;
  Result<void> done = writeNote(run, note);
  if (done) done = moveAll(run, note, moves);
  if (done) done = removeFile(noteOf(run));
  if (done) return note;
  putBack(run, note, moves);
  return fail(std::move(done.error()));
}

/// Whether there is a run to be replaced: then there is a place for the new one.
Result<bool> makePlace(const fs::path& run) {
  MASU_TRY(const std::vector<fs::path> files, runFilesIn(run));
  if (files.empty()) return false;
  for (const fs::path& file : files) {
    if (typeOf(run / file) == fs::file_type::directory) return fail(Error::fromErrno(EISDIR, run / file));
  }
  MASU_CHECK(makeFolder(stagingOf(run)));
  MASU_CHECK(makeFolder(newIn(run)));
  return true;
}

Result<void> settled(const fs::path& run) {
  return isInterrupted(run) ? redo(run) : removeStaging(run);
}

/// Whoever holds a run while its note is there is about to complete it, which takes moments: others wait for that,
/// since the files are not all in their places before.
Result<void> completeIn(const fs::path& run) {
  constexpr std::chrono::milliseconds kPause{10};
  constexpr int kPauses = 200;
  for (int i = 0; i < kPauses && isInterrupted(run); ++i) {
    if (!RunLock::isHeld(run)) {
      const Result<RunLock> lock = RunLock::take(run);
      if (lock && isInterrupted(run)) return settleReplacement(run);
      if (lock) return {};
      if (lock.error().code != Errc::busy) return fail(lock.error());
    }
    std::this_thread::sleep_for(kPause);
  }
  return {};
}

}  // namespace

Result<RunReplacement> RunReplacement::begin(const std::filesystem::path& run) {
  MASU_CHECK(settleReplacement(run));
  Result<bool> needed;
  io::unconfined([&] { needed = makePlace(run); });
  RunReplacement replacement;
  if (!needed || *needed) replacement.m_run = run;  // so that what was made is removed
  if (!needed) return fail(std::move(needed.error()));
  return replacement;
}

RunReplacement::RunReplacement(RunReplacement&& other) noexcept : m_run(std::exchange(other.m_run, {})) {}

RunReplacement& RunReplacement::operator=(RunReplacement&& other) noexcept {
  if (this != &other) {
    discard();
    m_run = std::exchange(other.m_run, {});
  }
  return *this;
}

RunReplacement::~RunReplacement() {
  discard();
}

std::filesystem::path RunReplacement::folder() const {
  return newIn(m_run);
}

Result<void> RunReplacement::complete() {
  Result<void> done;
  io::unconfined([&] {
    const Result<Note> note = replace(m_run);
    if (note) {
      done = settleNew(std::exchange(m_run, {}), *note);
    } else {
      done = fail(note.error());
    }
  });
  return done;
}

/// Where the old run could not be put back, the note is still there, and the next command completes the replacement.
void RunReplacement::discard() {
  if (m_run.empty()) return;
  io::unconfined([&] {
    if (!isInterrupted(m_run)) (void)removeStaging(m_run);
  });
  m_run.clear();
}

Result<void> settleReplacement(const std::filesystem::path& run) {
  Result<void> done;
  io::unconfined([&] { done = settled(run); });
  return done;
}

Result<void> discardReplacement(const std::filesystem::path& run) {
  if (typeOf(stagingOf(run)) != fs::file_type::directory) return {};
  MASU_CHECK(removeFile(noteOf(run)));
  return removeStaging(run);
}

Result<void> completeReplacement(const std::filesystem::path& path) {
  std::error_code failure;
  fs::path run = fs::absolute(path, failure);
  if (failure) return fail(Error::fromErrno(failure.value(), path.string()));
  constexpr int kDeepest = 3;  // RUN/2-cnn1d/best.pt
  for (int i = 0; i < kDeepest; ++i, run = run.parent_path()) MASU_CHECK(completeIn(run));
  return {};
}

}  // namespace masu::metrics
