// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace masu::shards {

/// Whether a path of an index, which may be a stranger's, is one below the index's folder: relative, and made of names
/// alone.
bool staysBelow(const std::string& path);

/// The first folder on the way from `folder` to a path below it that is a symbolic link: it may lead to files of
/// others. Nothing where there is none.
std::optional<std::filesystem::path> linkOnTheWay(const std::filesystem::path& folder, const std::string& path);

/// Errors: there is such a link.
Result<void> checkNoLink(const std::filesystem::path& folder, const std::string& path);

}  // namespace masu::shards
