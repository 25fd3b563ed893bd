// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/work_queue.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <limits>
#include <random>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/hash.h"
#include "core/base/stop_wait.h"
#include "core/io/file.h"

namespace masu::io {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* kFree = "todo";
constexpr const char* kClaimed = "claimed";
constexpr const char* kDone = "done";

/// The piece of a token named "12" or "12.3f9c…"; nothing where another program put something there.
std::optional<std::uint64_t> pieceOf(const std::string& name) {
  std::uint64_t piece = 0;
  const char* const end = name.data() + name.size();
  const auto [read, failure] = std::from_chars(name.data(), end, piece);
  if (failure != std::errc() || (read != end && *read != '.')) return std::nullopt;
  return piece;
}

/// The names of the tokens in a folder, by piece.
Result<std::map<std::uint64_t, std::string>> tokensIn(const fs::path& folder) {
  std::map<std::uint64_t, std::string> tokens;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (const auto piece = pieceOf(name)) tokens.emplace(*piece, name);
  }
  if (error) return fail(Error::fromErrno(error.value(), folder.string()));
  return tokens;
}

/// False: there is no such token any more. A file system may report that of a rename that it has done, where the answer
/// was lost on its way: nobody else uses the new name.
Result<bool> moveToken(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) == 0) return true;
  const int failure = errno;
  if (failure != ENOENT) return fail(Error::fromErrno(failure, to.string()));
  std::error_code error;
  if (fs::exists(to, error)) return true;
  if (!fs::exists(to.parent_path(), error)) return fail(Error::fromErrno(ENOENT, to.parent_path().string()));
  return false;
}

/// When a file was touched last. It is opened, which makes a network file system ask its server.
std::optional<std::int64_t> touchedAt(const fs::path& path) {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return std::nullopt;
  struct stat status {};
  const bool known = ::fstat(descriptor, &status) == 0;
  ::close(descriptor);
  if (!known) return std::nullopt;
  return std::int64_t{status.st_mtim.tv_sec} * kNanoseconds + status.st_mtim.tv_nsec;
}

}  // namespace

/// Touches a token until it is stopped. A token that is gone is not made again.
struct WorkQueue::Claim::Beat {
  Beat(fs::path path, std::chrono::milliseconds every)
      : token(std::move(path)), thread([this, every](const std::stop_token& stop) {
          while (!stop.stop_requested()) {
            ::utimensat(AT_FDCWD, token.c_str(), nullptr, 0);
            pauseFor(every, stop);
          }
        }) {}

  fs::path token;
  std::jthread thread;  ///< last: it uses the token
};

WorkQueue::Claim::Claim(fs::path folder, std::uint64_t piece, std::string name, std::chrono::milliseconds beat)
    : m_folder(std::move(folder)),
      m_piece(piece),
      m_name(std::move(name)),
      m_beat(std::make_unique<Beat>(m_folder / kClaimed / m_name, beat)) {}

WorkQueue::Claim::Claim(Claim&&) noexcept = default;

WorkQueue::Claim::~Claim() {
  if (!m_beat) return;
  m_beat.reset();
  // Where it was claimed again, there is nothing to give back.
  ::rename((m_folder / kClaimed / m_name).c_str(), (m_folder / kFree / std::to_string(m_piece)).c_str());
}

Result<bool> WorkQueue::Claim::complete() {
  m_beat.reset();
  return moveToken(m_folder / kClaimed / m_name, m_folder / kDone / m_name);
}

Result<void> WorkQueue::create(const fs::path& folder, std::uint64_t pieces) {
  std::error_code error;
  fs::remove_all(folder, error);
  for (const char* name : {kFree, kClaimed, kDone}) {
    if (!error) fs::create_directories(folder / name, error);
  }
  if (error) return fail(Error::fromErrno(error.value(), folder.string()));
  for (std::uint64_t piece = 0; piece < pieces; ++piece)
    MASU_CHECK(File::create(folder / kFree / std::to_string(piece)));
  for (const fs::path& made : {folder / kFree, folder}) MASU_CHECK(syncDirectory(made));
  return {};
}

WorkQueue::WorkQueue(fs::path folder, const ClaimPatience& patience)
    : m_folder(std::move(folder)), m_patience(patience) {}

Result<std::optional<WorkQueue::Claim>> WorkQueue::take(const fs::path& token, std::uint64_t piece) {
  std::random_device random;
  const std::uint64_t high = random();
  std::string name = std::to_string(piece) + '.' + hex64(high << 32U | random());
  MASU_TRY(const bool taken, moveToken(token, m_folder / kClaimed / name));
  std::optional<Claim> made;
  if (taken) made.emplace(m_folder, piece, std::move(name), m_patience.beat);
  return made;
}

Result<std::optional<WorkQueue::Claim>> WorkQueue::claim(std::uint64_t from, std::uint64_t least) {
  MASU_TRY(std::optional<Claim> taken, claimFree(from, least));
  if (taken) return taken;
  return claimSilent(least, std::numeric_limits<std::uint64_t>::max());
}

Result<std::optional<WorkQueue::Claim>> WorkQueue::claimOnly(std::uint64_t piece) {
  MASU_TRY(std::optional<Claim> taken, take(m_folder / kFree / std::to_string(piece), piece));
  if (taken) return taken;
  return claimSilent(piece, piece);
}

/// A token of the list that is gone was taken by another, who was quicker.
Result<std::optional<WorkQueue::Claim>> WorkQueue::claimFree(std::uint64_t from, std::uint64_t least) {
  MASU_TRY(const auto tokens, tokensIn(m_folder / kFree));
  const auto first = tokens.lower_bound(std::max(from, least));
  for (auto [at, end] : {std::pair(first, tokens.end()), std::pair(tokens.lower_bound(least), first)}) {
    for (; at != end; ++at) {
      MASU_TRY(std::optional<Claim> taken, take(m_folder / kFree / at->second, at->first));
      if (taken) return taken;
    }
  }
  return std::optional<Claim>();
}

/// Of the pieces [least, most].
Result<std::optional<WorkQueue::Claim>> WorkQueue::claimSilent(std::uint64_t least, std::uint64_t most) {
  MASU_TRY(auto tokens, tokensIn(m_folder / kClaimed));
  std::erase_if(tokens, [&](const auto& token) { return token.first < least || token.first > most; });
  const auto now = Clock::now();
  for (const auto& [piece, name] : tokens) {
    const auto touched = touchedAt(m_folder / kClaimed / name);
    const auto seen = m_watched.find(name);
    if (touched && (seen == m_watched.end() || seen->second.touched != *touched)) m_watched[name] = {*touched, now};
    if (!touched && seen != m_watched.end()) m_watched.erase(seen);
  }
  for (const auto& [piece, name] : tokens) {
    const auto watched = m_watched.find(name);
    if (watched == m_watched.end() || now - watched->second.since < m_patience.silence) continue;
    MASU_TRY(std::optional<Claim> taken, take(m_folder / kClaimed / name, piece));
    if (taken) return taken;
  }
  return std::optional<Claim>();
}

Result<void> WorkQueue::release() const {
  MASU_TRY(const auto tokens, tokensIn(m_folder / kClaimed));
  for (const auto& [piece, name] : tokens)
    MASU_CHECK(moveToken(m_folder / kClaimed / name, m_folder / kFree / std::to_string(piece)));
  return {};
}

Result<void> WorkQueue::reopen(const std::function<bool(const std::string&)>& isKept) const {
  MASU_TRY(const auto tokens, tokensIn(m_folder / kDone));
  for (const auto& [piece, name] : tokens) {
    if (isKept(name)) continue;
    MASU_CHECK(moveToken(m_folder / kDone / name, m_folder / kFree / std::to_string(piece)));
  }
  return {};
}

Result<WorkQueue::State> WorkQueue::state() const {
  State state;
  MASU_TRY(const auto free, tokensIn(m_folder / kFree));
  MASU_TRY(const auto claimed, tokensIn(m_folder / kClaimed));
  MASU_TRY(state.done, tokensIn(m_folder / kDone));
  for (const auto& [piece, name] : free) state.free.insert(piece);
  for (const auto& [piece, name] : claimed) state.claimed.insert(piece);
  return state;
}

}  // namespace masu::io
