// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scratch_folder.h"

#include <cstdlib>
#include <mutex>
#include <utility>

namespace masu::io {

namespace {

struct NamedScratch {
  std::mutex mutex;
  std::filesystem::path folder;
};

NamedScratch& namedScratch() {
  static NamedScratch named;
  return named;
}

}  // namespace

void useScratchFolder(std::filesystem::path folder) {
  NamedScratch& named = namedScratch();
  const std::lock_guard lock(named.mutex);
  named.folder = std::move(folder);
}

std::filesystem::path scratchFolder() {
  {
    NamedScratch& named = namedScratch();
    const std::lock_guard lock(named.mutex);
    if (!named.folder.empty()) return named.folder;
  }
  const char* const chosen = std::getenv("TMPDIR");
  return chosen != nullptr && *chosen != '\0' ? chosen : "/var/tmp";
}

}  // namespace masu::io
