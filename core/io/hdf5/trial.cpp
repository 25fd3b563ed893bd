// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/hdf5/trial.h"

#include <optional>

#include "core/io/hdf5/lock.h"

namespace masu::io {
namespace {

Result<void> tryOnce(const std::string& file, const std::function<Result<void>()>& work, const ChildLimits& limits,
                     const std::stop_token& stop) {
  std::optional<LimitedChild> child;
  {
    const Hdf5Lock lock;
    MASU_TRY(LimitedChild started, LimitedChild::start(file, work, limits));
    child.emplace(std::move(started));
  }
  return child->wait(stop);
}

}  // namespace

Result<void> tryWithHdf5(const std::string& file, const std::function<Result<void>()>& work,
                         const ChildLimits& limits, const std::stop_token& stop) {
#if defined(__SANITIZE_ADDRESS__)
  // The sanitizer's allocator, unlike the C library's, may be locked by another thread of the parent at the fork, and
  // then stays so in the child, which waits until its time is over (mended in LLVM 17).
  constexpr int kTrials = 4;
  ChildLimits brief = limits;
  brief.seconds = 10;
  for (int trial = 1; trial < kTrials; ++trial) {
    Result<void> tried = tryOnce(file, work, brief, stop);
    if (tried || tried.error().code != Errc::io) return tried;
  }
#endif
  return tryOnce(file, work, limits, stop);
}

}  // namespace masu::io
