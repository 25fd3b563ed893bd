// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/partial_place.h"

#include <system_error>
#include <utility>

#include "core/io/folder_claim.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFolderName = "export.partial";
constexpr const char* kJournalName = "journal";
constexpr const char* kFilesName = "files";
constexpr const char* kPartsName = "parts";
constexpr const char* kTermsName = "plan.json";

}  // namespace

PartialPlace::PartialPlace(fs::path output) : out(std::move(output)) {
  moveTo(out / kFolderName);
}

void PartialPlace::moveTo(const fs::path& other) {
  folder = other;
  files = folder / kFilesName;
  journal = folder / kJournalName;
  parts = folder / kPartsName;
  terms = parts / kTermsName;
}

fs::path PartialPlace::aside() const {
  fs::path beside = out.lexically_normal();
  if (!beside.has_filename()) beside = beside.parent_path();
  if (!beside.has_filename() || beside.filename() == "." || beside.filename() == "..") return {};
  return beside += ".partial";
}

void PartialPlace::takeBack() const {
  const fs::path there = aside();
  std::error_code error;
  if (there.empty() || !fs::is_directory(fs::symlink_status(there, error))) return;
  // Others keep unfinished work under such names, too; a loss of power may keep the removal of the lock alone.
  if (!fs::exists(there / io::kFolderLock, error) && !fs::is_empty(there, error)) return;
  for (const auto& entry : fs::directory_iterator(there, error)) {
    const fs::path name = entry.path().filename();
    if (name != io::kFolderLock && name != kJournalName && name != kFilesName && name != kPartsName) return;
  }
  const auto claimed = io::claimFolder(there);
  if (!claimed || !*claimed) return;
  if (!fs::exists(there / kFilesName, error)) {
    fs::remove(there / kJournalName, error);
    fs::remove_all(there, error);
    return;
  }
  // A loss of power may have kept the folder aside alone, and not the one that it was moved from.
  fs::create_directories(out, error);
  if (!error && fs::is_empty(out, error) && !error) fs::rename(there, folder, error);
}

Result<void> checkIsFolder(const fs::path& out) {
  std::error_code error;
  if (!fs::exists(out, error) || fs::is_directory(out, error)) return {};
  return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} is a file, not a folder. Choose another place."),
              {out.string()}, {out.string()});
}

Error isBusy(const fs::path& out) {
  return {Errc::busy,
          MASU_TEXT("core", "Another export is writing to {0}. Wait until it is done, or choose another folder."),
          {out.string()},
          {out.string()}};
}

fs::path firstMissing(const fs::path& folder) {
  fs::path missing;
  std::error_code ignored;
  for (fs::path at = folder; !at.empty() && !fs::exists(at, ignored); at = at.parent_path()) {
    missing = at;
    if (at == at.parent_path()) break;
  }
  return missing;
}

}  // namespace masu::shards
