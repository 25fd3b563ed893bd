// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/io/file.h"

namespace masu::test {

/// Everything below a folder, by path.
inline std::map<std::string, std::string> contentsBelow(const std::filesystem::path& folder) {
  std::map<std::string, std::string> contents;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    contents[entry.path().lexically_relative(folder).string()] = io::readText(entry.path()).value();
  }
  return contents;
}

}  // namespace masu::test
