// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/machine.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace masu::flow {

namespace {

namespace fs = std::filesystem;

/// A group's folder, and the mount above which there is nothing to read.
struct Group {
  fs::path folder;
  fs::path mount;
  bool unified = false;  ///< v2
  bool memory = false;
  bool cpu = false;
};

bool listHas(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (list.substr(0, comma) == word) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

/// The path of this process in the hierarchy that has `controller`; v2's when the controller is empty.
std::optional<std::string> pathInHierarchy(const fs::path& root, std::string_view controller) {
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string_view controllers = std::string_view(line).substr(first + 1, second - first - 1);
    if (controller.empty() ? controllers.empty() : listHas(controllers, controller)) return line.substr(second + 1);
  }
  return std::nullopt;
}

/// A mount shows a part of the hierarchy, beginning at `shown`; in a container that is often the group itself.
fs::path folderBelow(const fs::path& mount, const std::string& shown, std::string path) {
  if (shown != "/" && path.starts_with(shown)) path.erase(0, shown.size());
  const fs::path folder = mount / fs::path(path).relative_path();
  return fs::is_directory(folder) ? folder : mount;
}

std::vector<Group> groupsOf(const fs::path& root) {
  std::vector<Group> groups;
  std::ifstream mounts(root / "proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    std::istringstream left(line.substr(0, dash));
    std::istringstream right(line.substr(dash + 3));
    std::string skipped, shown, point, type, device, options;
    left >> skipped >> skipped >> skipped >> shown >> point;
    right >> type >> device >> options;
    Group group;
    group.unified = type == "cgroup2";
    if (!group.unified && type != "cgroup") continue;
    group.memory = group.unified || listHas(options, "memory");
    group.cpu = group.unified || listHas(options, "cpu");
    if (!group.memory && !group.cpu) continue;
    const auto path = pathInHierarchy(root, group.unified ? "" : group.memory ? "memory" : "cpu");
    if (!path) continue;
    group.mount = root / fs::path(point).relative_path();
    group.folder = folderBelow(group.mount, shown, *path);
    groups.push_back(std::move(group));
  }
  return groups;
}

/// Nothing for a missing file and for "max".
std::optional<std::uint64_t> numberIn(const fs::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

std::uint64_t pageCache(const fs::path& statistics, bool unified) {
  std::ifstream file(statistics);
  std::uint64_t bytes = 0;
  std::string key;
  for (std::uint64_t value = 0; file >> key >> value;) {
    if (key == (unified ? "inactive_file" : "total_inactive_file")) bytes += value;
    if (key == (unified ? "active_file" : "total_active_file")) bytes += value;
  }
  return bytes;
}

void readMemory(const fs::path& folder, bool unified, CgroupLimits& limits) {
  const auto limit = numberIn(folder / (unified ? "memory.max" : "memory.limit_in_bytes"));
  // v1 writes "no limit" as the largest multiple of a page.
  if (!limit || *limit >= (std::uint64_t{1} << 62)) return;
  const std::uint64_t used = numberIn(folder / (unified ? "memory.current" : "memory.usage_in_bytes")).value_or(0);
  const std::uint64_t held = used - std::min(used, pageCache(folder / "memory.stat", unified));
  limits.memoryLimit = std::min(limits.memoryLimit, *limit);
  limits.memoryLeft = std::min(limits.memoryLeft, *limit - std::min(*limit, held));
}

void readCores(const fs::path& folder, bool unified, CgroupLimits& limits) {
  std::int64_t quota = -1;
  std::int64_t period = 0;
  if (unified) {
    std::ifstream(folder / "cpu.max") >> quota >> period;
  } else {
    std::ifstream(folder / "cpu.cfs_quota_us") >> quota;
    std::ifstream(folder / "cpu.cfs_period_us") >> period;
  }
  if (quota > 0 && period > 0)
    limits.cores = std::min(limits.cores, static_cast<unsigned>((quota + period - 1) / period));
}

}  // namespace

CgroupLimits cgroupLimits(const fs::path& root) {
  CgroupLimits limits;
  for (const Group& group : groupsOf(root)) {
    // Every level above a group binds it too.
    for (fs::path folder = group.folder;; folder = folder.parent_path()) {
      if (group.memory) readMemory(folder, group.unified, limits);
      if (group.cpu) readCores(folder, group.unified, limits);
      if (folder == group.mount || !folder.has_relative_path()) break;
    }
  }
  return limits;
}

}  // namespace masu::flow
