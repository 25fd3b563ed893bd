// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>

namespace masu::io {

/// Memory that a file is mapped to, whose pages may fail: those after the end of a file that was truncated meanwhile,
/// and those that the disk cannot read. The kernel sends SIGBUS to the thread that touches one, which would end the
/// process; under a guard the failing page and all pages after it become zeros, and failed() is true from then on.
/// The handler of the signal is installed once for the whole process, `masu-gui` included, with the first guard; a
/// SIGBUS of any other memory goes to the handler that was there before, or ends the process as it did.
/// Threads: all members; guards come and go on any thread while others read what is mapped. Lifetime: shorter than the
/// mapping; nobody reads the mapping when the guard goes.
class MappingGuard {
 public:
  /// Requires: `data` is the begin of a mapping.
  MappingGuard(const std::byte* data, std::size_t size);
  ~MappingGuard();
  MappingGuard(const MappingGuard&) = delete;
  MappingGuard& operator=(const MappingGuard&) = delete;

  bool failed() const { return m_failed.load(std::memory_order_acquire); }

  /// For the handler: replaces the page at an address, and all after it. False where no guard has that address.
  static bool replace(const void* address);

 private:
  const std::byte* const m_begin;
  const std::byte* const m_end;  ///< of its last page
  std::atomic<bool> m_failed = false;
  std::atomic<MappingGuard*> m_next = nullptr;
  MappingGuard* m_previous = nullptr;  ///< of those that change the list alone
};

}  // namespace masu::io
