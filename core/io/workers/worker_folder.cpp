// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workers/worker_folder.h"

#include <algorithm>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/whole_number.h"
#include "core/io/atomic_file.h"
#include "core/io/folder_claim.h"

namespace masu::io {

namespace {

namespace fs = std::filesystem;

constexpr const char* kTerms = "terms";
constexpr const char* kRanges = "ranges";
constexpr const char* kJoin = "join";
constexpr const char* kFiles = "files";
constexpr const char* kNotes = "notes";
// Among the notes.
constexpr const char* kPosition = "position";
constexpr const char* kFailure = "failure";

fs::path folderFor(const fs::path& target) {
  return fs::path(target) += ".workers";
}

}  // namespace

WorkerFolder::WorkerFolder(const fs::path& target, WorkerTerms terms, std::uint64_t ranges,
                           const ClaimPatience& patience)
    : m_target(target),
      m_path(folderFor(target)),
      m_terms(std::move(terms)),
      m_count(ranges),
      m_ranges(m_path / kRanges, patience),
      m_join(m_path / kJoin, patience) {}

WorkerFolder::~WorkerFolder() {
  if (!m_lock.isOpen()) return;
  m_lock.close();
  const auto alone = claimFolder(m_path);
  if (alone && *alone && (m_finished || !isBegun() || isOver())) removeFiles();
}

fs::path WorkerFolder::fileOf(const std::string& claim) const {
  return m_path / kFiles / claim;
}

fs::path WorkerFolder::notes() const {
  return m_path / kNotes;
}

void WorkerFolder::note(const std::string& name, const std::string& text) const {
  auto file = AtomicFile::create(notes() / name, Overwrite::yes);
  if (file && file->append(text)) (void)file->commit(Sync::no);
}

void WorkerFolder::notePosition(std::uint64_t range) const {
  note(kPosition, std::to_string(range));
}

void WorkerFolder::noteFailure(const std::string& sentence) const {
  note(kFailure, sentence);
}

std::optional<std::string> WorkerFolder::failure() const {
  auto text = readText(notes() / kFailure);
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

std::uint64_t WorkerFolder::position() const {
  const auto text = readText(notes() / kPosition);
  return text ? wholeNumber(*text).value_or(0) : 0;
}

Result<bool> WorkerFolder::hasTheseTerms() const {
  MASU_TRY(const std::string text, readText(m_path / kTerms));
  return text == m_terms.text;
}

/// Whether the file of some range is complete.
bool WorkerFolder::isBegun() const {
  const auto state = m_ranges.state();
  return state && std::ranges::any_of(state->done, [this](const auto& done) { return hasFile(done.second); });
}

bool WorkerFolder::hasFile(const std::string& claim) const {
  std::error_code unknown;
  return fs::exists(fileOf(claim), unknown);
}

/// Whether the ranges were joined.
bool WorkerFolder::isOver() const {
  const auto state = m_join.state();
  return state && !state->done.empty();
}

/// Requires: nobody else is in the folder.
Result<void> WorkerFolder::prepare() const {
  std::error_code error;
  if (isPrepared() && !isOver()) {
    MASU_TRY(const bool same, hasTheseTerms());
    if (same) {
      removeUnfinished();
      for (const char* name : {kPosition, kFailure}) fs::remove(notes() / name, error);
      MASU_CHECK(m_ranges.release());
      MASU_CHECK(m_ranges.reopen([this](const std::string& claim) { return hasFile(claim); }));
      return m_join.release();
    }
    // What others have begun is refused, but what they did nothing of.
    if (isBegun()) return {};
  }
  fs::remove(m_path / kTerms, error);
  for (const char* name : {kFiles, kNotes}) {
    if (!error) fs::remove_all(m_path / name, error);
    if (!error) fs::create_directory(m_path / name, error);
  }
  if (error) return fail(Error::fromErrno(error.value(), m_path.string()));
  MASU_CHECK(WorkQueue::create(m_path / kRanges, m_count));
  MASU_CHECK(WorkQueue::create(m_path / kJoin, 1));
  // Last: without them the rest means nothing.
  MASU_CHECK(writeText(m_path / kTerms, m_terms.text, Overwrite::yes));
  return syncDirectory(m_path);
}

bool WorkerFolder::isPrepared() const {
  std::error_code unknown;
  return fs::exists(m_path / kTerms, unknown);
}

/// On a full disk nothing is left of what no worker can use.
Result<void> WorkerFolder::prepareOrRemove() const {
  auto prepared = prepare();
  if (!prepared && !isPrepared()) removeFiles();
  return prepared;
}

Result<void> WorkerFolder::enter() {
  Result<std::optional<File>> lock = std::optional<File>();
  attemptForAWhile([&] {
    std::error_code error;
    fs::create_directory(m_path, error);
    if (error) {
      lock = fail(Error::fromErrno(error.value(), m_target.string()));
      return true;
    }
    lock = claimPrepared(m_path, {[this] { return prepareOrRemove(); }, [this] { return isPrepared(); }});
    return !lock || lock->has_value();
  });
  if (!lock) return fail(std::move(lock.error()));
  if (!*lock) {
    return fail(Errc::busy,
                MASU_TEXT("core", "Another program is busy in {0}. Wait until it is done, or choose another place."),
                {m_path.string()}, {m_path.string()});
  }
  File entered = std::move(**lock);
  MASU_TRY(const bool same, hasTheseTerms());
  if (!same) return fail(m_terms.otherTerms(readText(m_path / kTerms).value_or(std::string()), m_path));
  m_lock = std::move(entered);
  return {};
}

/// Dead workers would fill the disk with them. Requires: nobody else is in the folder.
void WorkerFolder::removeUnfinished() const {
  const auto state = m_ranges.state();
  if (!state) return;
  std::set<std::string> complete;
  for (const auto& [range, claim] : state->done) complete.insert(claim);
  std::vector<fs::path> others;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(m_path / kFiles, ignored)) {
    if (!complete.contains(entry.path().filename().string())) others.push_back(entry.path());
  }
  for (const fs::path& file : others) fs::remove(file, ignored);
}

void WorkerFolder::removeFinished() const {
  const auto alone = claimFolder(m_path);
  // Without terms it is one that a worker died at while it removed it.
  if (alone && *alone && (!isPrepared() || hasTheseTerms().value_or(false))) removeFiles();
}

/// Requires: nobody else is in the folder.
void WorkerFolder::removeFiles() const {
  std::error_code ignored;
  // The lock last: what is without it is taken for a folder of others.
  for (const char* name : {kTerms, kFiles, kNotes, kRanges, kJoin}) fs::remove_all(m_path / name, ignored);
  fs::remove_all(m_path, ignored);
}

}  // namespace masu::io
