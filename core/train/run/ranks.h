// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/flow/process_group.h"

namespace masu::train {

/// The processes that train a run together, as one of them sees them. They meet where rank 0 listens and talk through
/// Gloo; every message goes to or from rank 0, which therefore knows who is missing, and lets the others know.
/// Invariant: all ranks make the same calls in the same order; after an error there are no more calls.
/// Threads: one at a time. Lifetime: connections end with it. Confinement: meet() opens them and needs all rights, what
/// follows needs none.
class Ranks {
 public:
  /// What rank 0 makes of the messages of all, in the order of the ranks.
  using Combine = std::function<Result<std::string>(const std::vector<std::string>& messages)>;

  /// Waits for all of them, but no longer than `timeout`, as does every wait that follows.
  /// Errors: the host has no such name, the port is in use, a rank is missing or is there twice.
  static Result<std::unique_ptr<Ranks>> meet(const flow::ProcessGroup& place, std::chrono::milliseconds timeout);

  virtual ~Ranks() = default;

  virtual std::uint64_t rank() const = 0;
  virtual std::uint64_t world() const = 0;
  bool isFirst() const { return rank() == 0; }
  /// The machine of a rank, as it calls itself.
  virtual const std::string& host(std::uint64_t rank) const = 0;

  /// Hands `own` to rank 0, and to every rank what `combine` makes there of all messages.
  /// Errors: those of `combine`; a rank that ended, whose sentence this names; one that is gone or silent for too long.
  virtual Result<std::string> exchange(std::string own, const Combine& combine) = 0;

  /// Ends the others where they are in exchange() or come to it, with a sentence that names this rank, its host and the
  /// error. Nothing after an exchange() that failed: the others know.
  virtual void leave(const Error& error) = 0;

  /// exchange() of what rank 0 has, for all.
  Result<std::string> fromFirst(std::string own);
  /// exchange() of what each has, for all.
  Result<std::vector<std::string>> gathered(std::string own);
};

}  // namespace masu::train
