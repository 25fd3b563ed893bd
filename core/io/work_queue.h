// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "core/base/result.h"

namespace masu::io {

/// When a claim counts as abandoned.
struct ClaimPatience {
  std::chrono::milliseconds beat{std::chrono::seconds(5)};     ///< how often an owner shows that it is there
  std::chrono::milliseconds silence{std::chrono::minutes(1)};  ///< without that, by the clock of who watches
};

/// Numbered pieces of work, of which processes that see one folder take one after the other.
/// Each has a token, an empty file that is renamed from todo/ to claimed/ and to done/: a rename is atomic, so that the
/// token is in one place and has one owner whatever dies when. The owner touches it from time to time; where it rests
/// for long, whoever watches claims it again, and the late owner finds it gone.
/// Invariant: of several owners of a piece over time, complete() returns true to one.
/// Threads: one at a time; a claim has a thread of its own. Clocks of several machines are never compared.
class WorkQueue {
 public:
  /// Makes the folder, and a token for each of `pieces`. Requires: nobody else knows of the folder yet. What is there
  /// of an earlier try is removed. Errors: the disk is full, or the folder cannot be written.
  static Result<void> create(const std::filesystem::path& folder, std::uint64_t pieces);

  explicit WorkQueue(std::filesystem::path folder, const ClaimPatience& patience = {});

  /// The right to work on a piece. Destruction gives the piece back, unless it was completed.
  class Claim {
   public:
    Claim(std::filesystem::path folder, std::uint64_t piece, std::string name, std::chrono::milliseconds beat);
    Claim(Claim&&) noexcept;
    Claim& operator=(Claim&&) = delete;
    ~Claim();

    std::uint64_t piece() const { return m_piece; }
    /// "12.3f9c…": no other claim has this name, not even another one of this piece.
    const std::string& name() const { return m_name; }
    /// Says that the work is done. False: it was claimed again meanwhile, and is another's to complete.
    Result<bool> complete();

   private:
    struct Beat;

    std::filesystem::path m_folder;
    std::uint64_t m_piece = 0;
    std::string m_name;
    std::unique_ptr<Beat> m_beat;  ///< null: the piece was completed, or the claim was moved away
  };

  /// Takes a piece, none below `least`: of those that nobody has the first from `from` on, else the first; then one
  /// whose owner fell silent while this object watched. Nothing where there is none now. Errors: the folder is gone, or
  /// cannot be written.
  Result<std::optional<Claim>> claim(std::uint64_t from, std::uint64_t least = 0);
  /// Takes this piece, where nobody has it or its owner fell silent while this object watched. Errors: as claim().
  Result<std::optional<Claim>> claimOnly(std::uint64_t piece);

  /// Gives back all that is claimed. Requires: whoever claimed it is dead, or may as well lose it.
  Result<void> release() const;
  /// Gives back what was completed under a claim of which `isKept` says no. Requires: as release().
  Result<void> reopen(const std::function<bool(const std::string& claim)>& isKept) const;

  /// Where the tokens are; one that moves meanwhile may be seen twice, or not at all.
  struct State {
    std::set<std::uint64_t> free;
    std::set<std::uint64_t> claimed;
    std::map<std::uint64_t, std::string> done;  ///< by piece, the name of the claim that completed it
  };
  Result<State> state() const;

 private:
  /// A claim of another, as it was seen first with this time.
  struct Watched {
    std::int64_t touched = 0;
    std::chrono::steady_clock::time_point since;
  };

  Result<std::optional<Claim>> claimFree(std::uint64_t from, std::uint64_t least);
  Result<std::optional<Claim>> claimSilent(std::uint64_t least, std::uint64_t most);
  Result<std::optional<Claim>> take(const std::filesystem::path& token, std::uint64_t piece);

  std::filesystem::path m_folder;
  ClaimPatience m_patience;
  std::map<std::string, Watched> m_watched;
};

}  // namespace masu::io
