// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/workers/worker_folder.h"

#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/whole_number.h"
#include "core/ingest/journal/rejects_file.h"
#include "core/ingest/journal/resume_check.h"
#include "core/io/atomic_file.h"
#include "core/io/folder_claim.h"

namespace masu::ingest {

namespace {

namespace fs = std::filesystem;

constexpr const char* kTerms = "terms";
constexpr const char* kRanges = "ranges";
constexpr const char* kJoin = "join";
constexpr const char* kFiles = "files";
constexpr const char* kTypes = "types";

fs::path folderFor(const fs::path& target) {
  return fs::path(target) += ".workers";
}

constexpr std::string_view kPartLine = "\nbytes of a part ";

/// Files of ranges are for the same version to read.
std::string textOf(const WorkerTerms& terms) {
  return std::string("masu ") + MASU_VERSION + std::string(kPartLine) + std::to_string(terms.partBytes) +
         "\nbytes of a range " + std::to_string(terms.sizes.rangeBytes) + "\nbytes of a block " +
         std::to_string(terms.sizes.blockBytes) + "\nrejects " + terms.placeOfRejects + "\n" + terms.identity + "\n";
}

/// Nothing where they are of another version, perhaps.
std::optional<std::uint64_t> partBytesIn(const std::string& terms) {
  const std::size_t line = terms.find(kPartLine);
  if (line == std::string::npos) return std::nullopt;
  const std::size_t begin = line + kPartLine.size();
  return wholeNumber(terms.substr(begin, terms.find('\n', begin) - begin));
}

Message sizeText(std::uint64_t partBytes) {
  if (partBytes == 0) return {MASU_TEXT("core", "one file"), {}};
  return {MASU_TEXT("core", "parts of at most {0} bytes"), {std::to_string(partBytes)}};
}

}  // namespace

Error otherPartSize(const fs::path& target, std::uint64_t asked, std::uint64_t theirs, const fs::path& toRemove) {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "The --part-size of this worker makes {1} of {0}, that of the other workers {2}. Use the same one, "
                    "or remove {3} to begin again."),
          {target.string(), sizeText(asked), sizeText(theirs), toRemove.string()},
          {target.string()}};
}

WorkerTerms termsOf(const ImportPlan& plan, const LoadOptions& options, const RangeSizes& sizes) {
  std::error_code unknown;
  const fs::path target = fs::absolute(options.target, unknown).lexically_normal();
  const fs::path rejects = fs::absolute(rejectsPathOf(options), unknown).lexically_normal();
  return {identityOf(plan, options.write.partBytes), rejects.lexically_relative(target.parent_path()).string(), sizes,
          options.write.partBytes};
}

WorkerFolder::WorkerFolder(const fs::path& target, const WorkerTerms& terms, std::uint64_t ranges,
                           const io::ClaimPatience& patience)
    : m_target(target),
      m_path(folderFor(target)),
      m_terms(textOf(terms)),
      m_partBytes(terms.partBytes),
      m_count(ranges),
      m_ranges(m_path / kRanges, patience),
      m_join(m_path / kJoin, patience) {}

WorkerFolder::~WorkerFolder() {
  if (!m_lock.isOpen()) return;
  m_lock.close();
  const auto alone = io::claimFolder(m_path);
  if (alone && *alone && (m_finished || !isBegun() || isOver())) removeFiles();
}

fs::path WorkerFolder::fileOf(const std::string& claim) const {
  return m_path / kFiles / claim;
}

std::vector<table::DType> WorkerFolder::typesBefore(std::uint64_t range) const {
  std::vector<table::DType> widest;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(m_path / kTypes, error)) {
    const auto number = wholeNumber(entry.path().filename().string());
    const auto text = number && *number < range ? io::readText(entry.path()) : Result<std::string>();
    if (!text) continue;
    for (std::size_t i = 0; i < text->size(); ++i) {
      const auto type = static_cast<table::DType>((*text)[i]);
      if (type > table::DType::i64) break;
      if (i == widest.size()) widest.push_back(type);
      if (table::sizeOf(type) > table::sizeOf(widest[i])) widest[i] = type;
    }
  }
  return widest;
}

void WorkerFolder::noteTypes(std::uint64_t range, const std::vector<table::DType>& types) const {
  std::string text;
  for (const table::DType type : types) text += static_cast<char>(type);
  // Without it only time is lost.
  (void)io::writeText(m_path / kTypes / std::to_string(range), text, io::Overwrite::yes);
}

Result<bool> WorkerFolder::hasTheseTerms() const {
  MASU_TRY(const std::string text, io::readText(m_path / kTerms));
  return text == m_terms;
}

Error WorkerFolder::otherTerms() const {
  const auto terms = io::readText(m_path / kTerms);
  const auto theirs = terms ? partBytesIn(*terms) : std::nullopt;
  if (theirs && *theirs != m_partBytes) return otherPartSize(m_target, m_partBytes, *theirs, m_path);
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "The import of {0} that other workers have begun has other sources or options, or another version "
                    "of Masu. Use the same ones, or remove {1} to begin again."),
          {m_target.string(), m_path.string()},
          {m_target.string()}};
}

/// Whether some range is complete.
bool WorkerFolder::isBegun() const {
  const auto state = m_ranges.state();
  return state && !state->done.empty();
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
      MASU_CHECK(m_ranges.release());
      return m_join.release();
    }
    // What others have begun is refused, but what they did nothing of.
    if (isBegun()) return {};
  }
  fs::remove(m_path / kTerms, error);
  for (const char* name : {kFiles, kTypes}) {
    if (!error) fs::remove_all(m_path / name, error);
    if (!error) fs::create_directory(m_path / name, error);
  }
  if (error) return fail(Error::fromErrno(error.value(), m_path.string()));
  MASU_CHECK(io::WorkQueue::create(m_path / kRanges, m_count));
  MASU_CHECK(io::WorkQueue::create(m_path / kJoin, 1));
  // Last: without them the rest means nothing.
  MASU_CHECK(io::writeText(m_path / kTerms, m_terms, io::Overwrite::yes));
  return io::syncDirectory(m_path);
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
  Result<std::optional<io::File>> lock = std::optional<io::File>();
  io::attemptForAWhile([&] {
    std::error_code error;
    fs::create_directory(m_path, error);
    if (error) {
      lock = fail(Error::fromErrno(error.value(), m_target.string()));
      return true;
    }
    lock = io::claimPrepared(m_path, {[this] { return prepareOrRemove(); }, [this] { return isPrepared(); }});
    return !lock || lock->has_value();
  });
  if (!lock) return fail(std::move(lock.error()));
  if (!*lock) {
    return fail(Errc::busy,
                MASU_TEXT("core", "Another program is busy in {0}. Wait until it is done, or choose another place."),
                {m_path.string()}, {m_path.string()});
  }
  io::File entered = std::move(**lock);
  MASU_TRY(const bool same, hasTheseTerms());
  if (!same) return fail(otherTerms());
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
  const auto alone = io::claimFolder(m_path);
  // Without terms it is one that a worker died at while it removed it.
  if (alone && *alone && (!isPrepared() || hasTheseTerms().value_or(false))) removeFiles();
}

/// Requires: nobody else is in the folder.
void WorkerFolder::removeFiles() const {
  std::error_code ignored;
  // The lock last: what is without it is taken for a folder of others.
  for (const char* name : {kTerms, kFiles, kTypes, kRanges, kJoin}) fs::remove_all(m_path / name, ignored);
  fs::remove_all(m_path, ignored);
}

}  // namespace masu::ingest
