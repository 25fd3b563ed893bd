// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scratch_folder.h"

#include <cstdlib>
#include <mutex>
#include <utility>

#include "core/io/fork_safe_mutex.h"

namespace masu::io {

namespace {

/// Other programs need room in the folder, too.
constexpr std::uint64_t kLeftFree = std::uint64_t{256} << 20;
constexpr std::uint64_t kBytesBetweenLooks = std::uint64_t{16} << 20;

bool isNearlyFull(const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::space_info room = std::filesystem::space(folder, error);
  // A small disk of one's own may be filled.
  return !error && room.capacity > 8 * kLeftFree && room.available < kLeftFree;
}

struct NamedScratch {
  ForkSafeMutex mutex;
  std::filesystem::path folder;
};

NamedScratch named;

}  // namespace

void useScratchFolder(std::filesystem::path folder) {
  const std::lock_guard lock(named.mutex);
  named.folder = std::move(folder);
}

Result<void> checkScratchFolder(const std::filesystem::path& folder) {
  std::error_code error;
  if (std::filesystem::is_directory(folder, error)) return {};
  return fail(Errc::notFound,
              MASU_TEXT("core", "There is no folder {0} for temporary files. Name one that exists by --scratch."),
              {folder.string()}, {folder.string(), 0, 0});
}

std::filesystem::path scratchFolder() {
  {
    const std::lock_guard lock(named.mutex);
    if (!named.folder.empty()) return named.folder;
  }
  const char* const chosen = std::getenv("TMPDIR");
  return chosen != nullptr && *chosen != '\0' ? chosen : "/var/tmp";
}

Result<void> ScratchRoom::checkFor(std::uint64_t bytes) const {
  std::error_code error;
  const std::uint64_t room = std::filesystem::space(m_folder, error).available;
  if (error || bytes <= room) return {};
  return fail(Errc::noSpace,
              MASU_TEXT("core",
                        "{0} unpacks to {1} bytes, and {2} has room for {3}. Name a folder with more room by --scratch "
                        "or in TMPDIR."),
              {m_source.string(), std::to_string(bytes), m_folder.string(), std::to_string(room)},
              {m_source.string(), 0, 0});
}

Result<void> ScratchRoom::checkMore(std::uint64_t written, std::uint64_t more) const {
  if (written / kBytesBetweenLooks == (written + more) / kBytesBetweenLooks || !isNearlyFull(m_folder)) return {};
  return fail(Errc::noSpace,
              MASU_TEXT("core",
                        "{0} unpacks to more than {1} bytes, and less than {2} MB would be left free in {3}. Name a "
                        "folder with more room by --scratch or in TMPDIR."),
              {m_source.string(), std::to_string(written), std::to_string(kLeftFree >> 20), m_folder.string()},
              {m_source.string(), 0, 0});
}

Result<void> ScratchRoom::named(Result<void> wrote) const {
  if (wrote || wrote.error().code != Errc::noSpace) return wrote;
  return fail(Errc::noSpace,
              MASU_TEXT("core",
                        "{0} is being unpacked to {1}, whose disk is full. Name a folder with more room by --scratch "
                        "or in TMPDIR."),
              {m_source.string(), m_folder.string()}, {m_source.string(), 0, 0});
}

}  // namespace masu::io
