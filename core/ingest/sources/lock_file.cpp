// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/lock_file.h"

#include <string>
#include <string_view>
#include <system_error>

#include "core/base/ascii.h"
#include "core/io/archive_reader.h"

namespace masu::ingest {

namespace {

/// By its name alone; empty where it is not one of a lock file.
std::string lockedName(std::string_view name) {
  constexpr std::string_view kExcel = "~$";
  constexpr std::string_view kLibreOffice = ".~lock.";
  if (name.starts_with(kLibreOffice) && name.ends_with('#'))
    return std::string(name.substr(kLibreOffice.size(), name.size() - kLibreOffice.size() - 1));
  const std::string extension = lowerCase(std::filesystem::path(name).extension().string());
  return name.starts_with(kExcel) && extension.starts_with(".xls") ? std::string(name.substr(kExcel.size()))
                                                                   : std::string();
}

}  // namespace

std::optional<std::filesystem::path> lockedBy(const std::filesystem::path& file) {
  const std::string name = lockedName(file.filename().native());
  std::error_code error;
  if (name.empty() || !std::filesystem::is_regular_file(file, error) || io::isArchive(file)) return std::nullopt;
  return file.parent_path() / name;
}

}  // namespace masu::ingest
