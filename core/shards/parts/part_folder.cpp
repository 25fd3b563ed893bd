// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/parts/part_folder.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/io/atomic_file.h"
#include "core/io/folder_claim.h"
#include "core/shards/write/shard_file.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kRecordEnding = ".shards";
constexpr const char* kJournalEnding = ".journal";
constexpr const char* kStatisticsEnding = ".statistics";
constexpr std::uint64_t kLargestPlan = 1 << 20;

bool hasSizes(const fs::path& folder, const ShardInfo& shard) {
  return std::ranges::all_of(shard.files, [&](const ShardFile& file) { return hasItsSize(folder, file); });
}

bool hasHashes(const fs::path& folder, const ShardInfo& shard) {
  return std::ranges::all_of(shard.files, [&](const ShardFile& file) { return hasItsHash(folder, file); });
}

/// Terms and number of parts; nothing where the file is damaged.
std::optional<std::pair<PartTerms, std::uint64_t>> planFrom(const std::string& text) try {
  const Json plan = Json::parse(text);
  const PartTerms terms{plan.at("key"), plan.at("manifest"), plan.at("masu")};
  return std::pair(terms, plan.at("parts").get<std::uint64_t>());
} catch (const Json::exception&) {
  return std::nullopt;
}

std::string textOf(const PartTerms& terms, std::size_t parts) {
  const Json plan = {{"key", terms.key}, {"manifest", terms.manifest}, {"masu", terms.masu}, {"parts", parts}};
  return plan.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

PartFolder::PartFolder(const fs::path& out, PartTerms terms, const Division& division)
    : m_place(out), m_terms(std::move(terms)), m_division(division) {
  for (const auto& shards : m_division) m_shards += shards.size();
}

PartFolder::~PartFolder() {
  if (!m_lock.isOpen()) return;
  m_partLock.reset();
  m_lock.close();
  removeIfEmpty();
}

fs::path PartFolder::journalOf(std::uint64_t number) const {
  return m_place.parts / (std::to_string(number) + kJournalEnding);
}

fs::path PartFolder::recordOf(std::uint64_t number) const {
  return m_place.parts / (std::to_string(number) + kRecordEnding);
}

fs::path PartFolder::statisticsOf(std::uint64_t number) const {
  return m_place.parts / (std::to_string(number) + kStatisticsEnding);
}

bool PartFolder::isJoined() const {
  std::error_code unknown;
  if (fs::exists(m_place.terms, unknown)) return false;
  const auto listed = ShardJournal::read(m_place.journal, m_terms.key);
  return listed && m_shards > 0 && listed->size() == m_shards;
}

NumberedShards PartFolder::listed(std::uint64_t number) const {
  std::error_code unknown;
  const fs::path record = recordOf(number);
  auto shards = ShardJournal::read(fs::exists(record, unknown) ? record : journalOf(number), m_terms.key);
  if (!shards) return {};
  std::erase_if(*shards, [&](const auto& shard) { return !hasSizes(m_place.files, shard.second); });
  return std::move(*shards);
}

NumberedShards PartFolder::intact(std::uint64_t number) const {
  NumberedShards shards = listed(number);
  std::erase_if(shards, [&](const auto& shard) { return !hasHashes(m_place.files, shard.second); });
  return shards;
}

Result<void> PartFolder::enter() {
  MASU_CHECK(checkIsFolder(m_place.out));
  Result<bool> entered = false;
  io::attemptForAWhile([&] {
    entered = tryEnter();
    return !entered || *entered;
  });
  if (!entered) return fail(std::move(entered.error()));
  if (!*entered) return fail(isBusy(m_place.out));
  if (isJoined()) return {};
  auto agreed = checkPlan();
  // Nothing of another export is touched: it may be the choices of this one that were a mistake.
  if (!agreed) m_lock.close();
  return agreed;
}

Result<void> PartFolder::makeFolder() {
  if (m_made.empty()) m_made = firstMissing(m_place.out);
  std::error_code error;
  fs::create_directories(m_place.folder, error);
  if (error) return fail(Error::fromErrno(error.value(), m_place.out.string()));
  return {};
}

/// False: it has to be tried again.
Result<bool> PartFolder::tryEnter() {
  m_place.takeBack();
  MASU_CHECK(makeFolder());
  const auto isPrepared = [this] {
    std::error_code unknown;
    return fs::exists(m_place.terms, unknown) || isJoined();
  };
  MASU_TRY(auto together, io::claimPrepared(m_place.folder, {[this] { return prepare(); }, isPrepared}));
  if (!together) return false;
  m_lock = std::move(*together);
  return true;
}

/// Requires: nobody else is in the folder.
Result<void> PartFolder::prepare() const {
  std::error_code error;
  for (const fs::path& folder : {m_place.files, m_place.parts}) {
    // Not what a link leads to.
    if (fs::is_symlink(folder, error)) fs::remove(folder, error);
  }
  if (fs::exists(m_place.terms, error) || isJoined()) return {};
  const auto stopped = ShardJournal::read(m_place.journal, m_terms.key);
  if (!stopped) return fail(otherTerms());
  fs::remove_all(m_place.parts, error);
  if (stopped->empty()) fs::remove_all(m_place.files, error);
  fs::create_directory(m_place.parts, error);
  if (!error) fs::create_directory(m_place.files, error);
  if (error) return fail(Error::fromErrno(error.value(), m_place.folder.string()));
  MASU_CHECK(adopt(*stopped));
  MASU_CHECK(io::writeText(m_place.terms, textOf(m_terms, m_division.size()), io::Overwrite::yes));
  fs::remove(m_place.journal, error);
  return io::syncDirectory(m_place.folder);
}

/// Gives each part what an export without parts had written of it.
Result<void> PartFolder::adopt(const NumberedShards& shards) const {
  for (std::size_t part = 0; part < m_division.size(); ++part) {
    NumberedShards whole;
    for (const std::size_t number : m_division[part]) {
      if (const auto found = shards.find(number); found != shards.end()) whole.insert(*found);
    }
    if (whole.empty()) continue;
    MASU_CHECK(ShardJournal::create(journalOf(part + 1), m_place.files, m_terms.key, whole));
  }
  return {};
}

Error PartFolder::otherTerms() const {
  const std::string out = m_place.out.string();
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "The export that was begun in {0} has other options, another dataset or another version of Masu. "
                    "Use the same ones, or remove {1} to begin again."),
          {out, m_place.folder.string()},
          {out}};
}

Result<void> PartFolder::checkPlan() const {
  MASU_TRY(const std::string text, io::readText(m_place.terms, kLargestPlan));
  const auto plan = planFrom(text);
  if (!plan || plan->first != m_terms) return fail(otherTerms());
  if (plan->second == m_division.size()) return {};
  const std::string out = m_place.out.string();
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The export in {0} was begun in {1} parts, not in {2}. Use --part I/{1}, or remove {3} to "
                        "begin again."),
              {out, std::to_string(plan->second), std::to_string(m_division.size()), m_place.folder.string()}, {out});
}

Result<void> PartFolder::take(std::uint64_t number) {
  auto lock = io::FileLock::acquire(m_place.parts / std::to_string(number), std::chrono::milliseconds(0));
  if (lock) {
    m_partLock.emplace(std::move(*lock));
    return {};
  }
  if (lock.error().code != Errc::busy) return fail(std::move(lock.error()));
  return fail(Errc::busy,
              MASU_TEXT("core",
                        "Another worker is writing part {0} of {1} of the export in {2}. Wait until it is done, or "
                        "choose another part."),
              {std::to_string(number), std::to_string(m_division.size()), m_place.out.string()},
              {m_place.out.string()});
}

Result<std::unique_ptr<ShardJournal>> PartFolder::begin(std::uint64_t number, const NumberedShards& kept) {
  MASU_TRY(auto journal, ShardJournal::create(journalOf(number), m_place.files, m_terms.key, kept));
  // A record whose shards are not all there any more.
  std::error_code ignored;
  fs::remove(recordOf(number), ignored);
  return journal;
}

Result<void> PartFolder::complete(std::uint64_t number) {
  std::set<fs::path> folders = {m_place.files};
  for (const auto& [place, shard] : listed(number)) {
    for (const ShardFile& file : shard.files) folders.insert((m_place.files / file.path).parent_path());
  }
  for (const fs::path& folder : folders) MASU_CHECK(io::syncDirectory(folder));
  std::error_code error;
  fs::rename(journalOf(number), recordOf(number), error);
  if (error) return fail(Error::fromErrno(error.value(), recordOf(number).string()));
  MASU_CHECK(io::syncDirectory(m_place.parts));
  m_partLock.reset();
  return {};
}

std::optional<NumberedShards> PartFolder::completed(std::uint64_t number) const {
  std::error_code unknown;
  if (!fs::exists(recordOf(number), unknown)) return std::nullopt;
  NumberedShards whole = listed(number);
  const bool complete =
      std::ranges::all_of(m_division[number - 1], [&](std::size_t shard) { return whole.contains(shard); });
  if (!complete) return std::nullopt;
  return whole;
}

std::vector<std::uint64_t> PartFolder::missing() const {
  std::vector<std::uint64_t> missing;
  std::error_code unknown;
  for (std::uint64_t number = 1; number <= m_division.size(); ++number) {
    if (!fs::exists(recordOf(number), unknown)) missing.push_back(number);
  }
  if (!missing.empty()) return missing;
  // Their shards are looked at by the last alone.
  for (std::uint64_t number = 1; number <= m_division.size(); ++number) {
    if (!completed(number)) missing.push_back(number);
  }
  return missing;
}

Result<bool> PartFolder::join(const std::function<Result<void>(const NumberedShards&)>& check) {
  m_partLock.reset();
  m_lock.close();
  Result<bool> joined = false;
  io::attemptForAWhile([&] {
    const auto alone = io::claimFolder(m_place.folder);
    // Of two who are done at once, the other may still be about to leave.
    if (alone && !*alone) return false;
    if (alone)
      joined = joinAlone(check);
    else if (alone.error().code != Errc::notFound)
      joined = fail(alone.error());
    return true;
  });
  return joined;
}

/// Requires: nobody else is in the folder. It may have changed since this one left it.
Result<bool> PartFolder::joinAlone(const std::function<Result<void>(const NumberedShards&)>& check) const {
  std::error_code error;
  if (!fs::exists(m_place.terms, error)) return isJoined();
  if (!checkPlan() || !missing().empty()) return false;
  NumberedShards all;
  for (std::uint64_t number = 1; number <= m_division.size(); ++number) all.merge(listed(number));
  MASU_CHECK(check(all));
  MASU_CHECK(ShardJournal::create(m_place.journal, m_place.files, m_terms.key, all));
  MASU_CHECK(io::syncDirectory(m_place.folder));
  // Without the terms the rest means nothing, and the export is that of one.
  fs::remove(m_place.terms, error);
  if (error) return fail(Error::fromErrno(error.value(), m_place.terms.string()));
  fs::remove_all(m_place.parts, error);
  return true;
}

/// Whether no shard of any part is whole.
bool PartFolder::isEmpty() const {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(m_place.parts, error)) {
    const fs::path& file = entry.path();
    if (file.extension() == kRecordEnding) return false;
    if (file.extension() != kJournalEnding) continue;
    const auto shards = ShardJournal::read(file, m_terms.key);
    if (!shards || !shards->empty()) return false;
  }
  return !error;
}

void PartFolder::removeIfEmpty() const {
  const auto alone = io::claimFolder(m_place.folder);
  if (!alone || !*alone || isJoined() || !checkPlan() || !isEmpty()) return;
  std::error_code ignored;
  // The lock last: what is without it is taken for a folder of others.
  for (const fs::path& path : {m_place.files, m_place.parts, m_place.folder}) fs::remove_all(path, ignored);
  // Only when empty: another program may have put something there.
  for (fs::path at = m_place.out; !m_made.empty() && fs::remove(at, ignored) && at != m_made; at = at.parent_path()) {
  }
}

}  // namespace masu::shards
