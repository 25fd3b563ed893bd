// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/paths_below.h"

#include <algorithm>

namespace masu::shards {

namespace fs = std::filesystem;

bool staysBelow(const std::string& path) {
  const fs::path parts(path);
  const auto isName = [](const fs::path& part) { return !part.empty() && part != "." && part != ".."; };
  return !path.empty() && path.find('\0') == std::string::npos && parts.is_relative() &&
         std::ranges::all_of(parts, isName);
}

std::optional<fs::path> linkOnTheWay(const fs::path& folder, const std::string& path) {
  fs::path at = folder;
  std::error_code ignored;
  for (const fs::path& part : fs::path(path).parent_path()) {
    at /= part;
    if (fs::is_symlink(at, ignored)) return at;
  }
  return std::nullopt;
}

Result<void> checkNoLink(const fs::path& folder, const std::string& path) {
  const auto link = linkOnTheWay(folder, path);
  if (!link) return {};
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "{0} is a symbolic link, through which Masu does not write. Remove it, or choose another "
                        "folder."),
              {link->string()}, {link->string()});
}

}  // namespace masu::shards
