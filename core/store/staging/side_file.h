// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "core/base/hash.h"
#include "core/store/staging/import_journal.h"

namespace masu::store {

/// A text that grows with the import of a dataset and belongs to it, such as its rejects: a file of the partial
/// directory, once there is something in it. Threads: one at a time.
class SideFile {
 public:
  explicit SideFile(std::filesystem::path folder) : m_path(std::move(folder) / JournalRecord::kSideFileName) {}

  /// Resumes after its first `bytes`. Errors: damaged, where there are fewer, or others than were written.
  Result<void> reopen(std::uint64_t bytes, std::uint64_t hash);
  Result<void> append(std::string_view text);
  /// Adds the file's length to the entry.
  Result<void> note(ImportJournal::Entry& entry) const;

  Result<void> copyTo(const io::File& to) const;
  Result<bool> equals(const io::File& other) const;
  /// Whether the side file of an abandoned staging directory equals all of the other file; false where there is none.
  static bool holds(const std::filesystem::path& folder, const io::File& other);

 private:
  std::filesystem::path m_path;
  io::File m_file;
  std::uint64_t m_bytes = 0;
  Hasher64 m_hasher;  ///< of them
};

}  // namespace masu::store
