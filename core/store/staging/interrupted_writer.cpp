// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/interrupted_writer.h"

#include "core/io/file.h"
#include "core/io/file_lock.h"
#include "core/io/folder_claim.h"
#include "core/store/format/layout.h"
#include "core/store/staging/journal_record.h"
#include "core/store/staging/renames.h"
#include "core/store/staging/staging_directory.h"

namespace masu::store {

namespace {

/// Claiming would make an empty folder Masu's.
bool isMarked(const std::filesystem::path& folder) {
  const auto text = io::readText(folder / io::kFolderLock, io::kFolderMarker.size());
  return text && *text == io::kFolderMarker;
}

bool isResumable(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::exists(folder / JournalRecord::kFileName, ignored);
}

}  // namespace

LeftBehind settleInterrupted(const std::filesystem::path& dataset) {
  const std::filesystem::path folder = StagingDirectory::pathFor(dataset);
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored) || !std::filesystem::is_regular_file(dataset, ignored))
    return LeftBehind::nothing;
  if ((isResumable(folder) && !Renames::isNoted(folder)) || !isMarked(folder)) return LeftBehind::nothing;
  auto directory = StagingDirectory::claim(dataset);
  if (!directory) return LeftBehind::nothing;
  // As while files get their names: a manifest that is drawn meanwhile waits.
  const auto lock = io::FileLock::acquire(layout::splitsPath(dataset));
  const auto settled = lock ? Renames::settle(folder, dataset) : Renames::Settled::nothing;
  if (settled == Renames::Settled::complete) return LeftBehind::complete;
  const bool restored = settled == Renames::Settled::restored;
  if (!lock || isResumable(folder)) {
    directory->release();
    return restored ? LeftBehind::restored : LeftBehind::nothing;
  }
  return restored ? LeftBehind::restored : LeftBehind::discarded;
}

}  // namespace masu::store
