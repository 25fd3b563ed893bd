// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include <sys/types.h>

#include "core/base/result.h"
#include "core/io/file.h"

namespace masu::io {

/// How much a child may take: of memory beyond what this process has, of processor time, and of time by the clock.
struct ChildLimits {
  std::uint64_t memoryBytes = std::uint64_t{1} << 30;
  unsigned processorSeconds = 20;
  unsigned seconds = 60;
};

/// Tries in a copy of this process what may crash, such as opening a file of unknown origin with a library that trusts
/// what it reads. Nothing that the work does is seen here but whether it failed, and how.
/// Threads: any; wait() is called once, by any.
class LimitedChild {
 public:
  /// Begins `work` in the child, which has this thread alone: a lock that another thread holds stays held for ever.
  /// Requires: `work` takes no lock but those the caller holds now (the allocator's are looked after); it neither
  /// starts threads nor prints. `file` is what the work is about, for messages.
  /// Errors: the system has no room for a process.
  static Result<LimitedChild> start(std::string file, const std::function<Result<void>()>& work,
                                    const ChildLimits& limits = {});

  LimitedChild(LimitedChild&& other) noexcept;
  LimitedChild& operator=(LimitedChild&&) = delete;
  ~LimitedChild();

  /// Waits for the end, at most as long as the limits allow; a stop kills the child.
  /// Errors: the one `work` returned; Errc::damaged where it crashed, or went beyond a limit of memory or processor
  /// time; Errc::io where the time by the clock ran out; cancelled.
  Result<void> wait(const std::stop_token& stop = {});

 private:
  LimitedChild(std::string file, pid_t process, File report, unsigned seconds)
      : m_file(std::move(file)), m_process(process), m_report(std::move(report)), m_seconds(seconds) {}

  std::string m_file;
  pid_t m_process = -1;
  File m_report;           ///< where the child leaves its error
  unsigned m_seconds = 0;  ///< that it has by the clock
};

}  // namespace masu::io
