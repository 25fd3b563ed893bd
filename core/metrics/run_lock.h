// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace masu::metrics {

/// A process's claim on the folder of a training run: as long as it is held, nobody else resumes, replaces or writes
/// into the run. It ends with the process, however that ends; the empty file run.lock stays.
/// Threads: one at a time.
class RunLock {
 public:
  /// Makes the folder where it is missing. Errors: Errc::busy, with a sentence that names the run, where another
  /// process holds it; the folder cannot be made or written.
  static Result<RunLock> take(const std::filesystem::path& folder);
  /// Whether some process holds the run in this folder; false where there is none. Asking does not make a concurrent
  /// take() fail.
  static bool isHeld(const std::filesystem::path& folder);
  /// The error to report where the run is held.
  static Error heldError(const std::filesystem::path& folder);

  RunLock() = default;
  RunLock(RunLock&& other) noexcept;
  RunLock& operator=(RunLock&& other) noexcept;
  ~RunLock();

 private:
  int m_descriptor = -1;
};

}  // namespace masu::metrics
