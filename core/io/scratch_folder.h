// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

#include "core/base/result.h"

namespace masu::io {

/// Where files go that nobody is to find: what useScratchFolder() named, else TMPDIR, else /var/tmp, which is on a disk
/// where /tmp may be memory. Threads: any.
std::filesystem::path scratchFolder();
/// Names another folder for the whole process; empty: none. Threads: any.
void useScratchFolder(std::filesystem::path folder);
/// Whether temporary files may go to a folder that somebody named, before any work is done. Errors: there is no such
/// folder.
Result<void> checkScratchFolder(const std::filesystem::path& folder);

/// The room in the scratch folder, for a source that is unpacked there: other programs need some of it, too. Threads:
/// one at a time.
class ScratchRoom {
 public:
  /// `source`: its name in messages.
  explicit ScratchRoom(std::filesystem::path source) : m_source(std::move(source)), m_folder(scratchFolder()) {}

  /// Errors: the folder has no room for as many bytes.
  Result<void> checkFor(std::uint64_t bytes) const;
  /// Before `more` bytes are written after `written`; looks from time to time. Errors: the folder is nearly full.
  Result<void> checkMore(std::uint64_t written, std::uint64_t more) const;
  /// The result of a write there: of a full disk, with the folder and what to do.
  Result<void> named(Result<void> wrote) const;

 private:
  std::filesystem::path m_source;
  std::filesystem::path m_folder;
};

}  // namespace masu::io
