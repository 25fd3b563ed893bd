// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/hdf5/sandboxed_read.h"

#include <chrono>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/io/file_stamp.h"
#include "core/io/fork_safe_mutex.h"
#include "core/io/hdf5/trial.h"

namespace masu::store {

namespace {

using Files = std::span<const std::filesystem::path>;

/// The files that need no trial, as they were then. Threads: any.
class KnownFiles {
 public:
  bool has(const io::FileStamp& stamp, std::string_view purpose) {
    const std::lock_guard lock(m_mutex);
    return m_files.contains(keyOf(stamp, purpose)) || m_files.contains(keyOf(stamp, kAnyPurpose));
  }
  void add(const io::FileStamp& stamp, std::string_view purpose) {
    const std::lock_guard lock(m_mutex);
    // Far more than a session opens; to forget them costs a trial each.
    constexpr std::size_t kMost = 100'000;
    if (m_files.size() >= kMost) m_files.clear();
    m_files.insert(keyOf(stamp, purpose));
  }

  static constexpr std::string_view kAnyPurpose = "";

 private:
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::int64_t, std::string>;
  static Key keyOf(const io::FileStamp& stamp, std::string_view purpose) {
    return {stamp.device, stamp.inode, stamp.bytes, stamp.changed, std::string(purpose)};
  }

  io::ForkSafeMutex m_mutex;
  std::set<Key> m_files;
};

KnownFiles knownFiles;

/// Whether the next change of the file will show in its stamp: file systems count time in steps.
bool isSettled(const io::FileStamp& stamp) {
  constexpr std::chrono::seconds kStep{1};
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return now - std::chrono::nanoseconds(stamp.changed) > kStep;
}

Result<void> tryTogether(Files files, const ReadFile& read, const std::stop_token& stop) {
  constexpr io::ChildLimits kLimits{.processorSeconds = 10, .seconds = 30};
  const auto work = [&]() -> Result<void> {
    for (const std::filesystem::path& file : files) MASU_CHECK(read(file));
    return {};
  };
  return io::tryWithHdf5(files.front().string(), work, kLimits, stop);
}

}  // namespace

Result<void> readSandboxed(Files files, std::string_view purpose, const ReadFile& read, const std::stop_token& stop) {
  if (stop.stop_requested()) return fail(Error::cancelled());
  std::vector<std::filesystem::path> unknown;
  std::vector<io::FileStamp> stamps;
  for (const std::filesystem::path& file : files) {
    const auto stamp = io::stampOf(file);
    // What cannot be found is for the reader to report.
    if (!stamp || knownFiles.has(*stamp, purpose)) continue;
    unknown.push_back(file);
    stamps.push_back(*stamp);
  }
  if (unknown.empty()) return {};
  if (auto tried = tryTogether(unknown, read, stop); !tried) {
    if (unknown.size() == 1 || stop.stop_requested()) return tried;
    // Which of them it is, and whether each by itself is within the limits.
    for (const std::filesystem::path& file : unknown) MASU_CHECK(tryTogether({&file, 1}, read, stop));
  }
  for (const io::FileStamp& stamp : stamps) {
    if (isSettled(stamp)) knownFiles.add(stamp, purpose);
  }
  return {};
}

void trustFile(const std::filesystem::path& file) {
  if (const auto stamp = io::stampOf(file)) knownFiles.add(*stamp, KnownFiles::kAnyPurpose);
}

}  // namespace masu::store
