// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/files/disk_room.h"

#include <limits>
#include <system_error>

namespace masu::tasks {

namespace fs = std::filesystem;

std::uint64_t freeBytesAt(const fs::path& place) {
  std::error_code failure;
  fs::path at = fs::absolute(place.empty() ? fs::path(".") : place, failure);
  while (!fs::exists(at, failure) && at.has_relative_path()) at = at.parent_path();
  const fs::space_info space = fs::space(at, failure);
  return failure ? std::numeric_limits<std::uint64_t>::max() : space.available;
}

bool isTooLarge(std::uint64_t bytes, std::uint64_t freeBytes) {
  return freeBytes < bytes - bytes / 10;
}

}  // namespace masu::tasks
