// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/recording/named_file.h"

#include <algorithm>
#include <filesystem>

#include "core/waveform/recording/field_text.h"

namespace masu::waveform {

Result<void> checkNamedFile(const std::string& name, const std::string& header) {
  const std::filesystem::path path(name);
  const bool isText = std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < ' '; });
  const bool leadsOut =
      path.is_absolute() || std::ranges::any_of(path, [](const std::filesystem::path& part) { return part == ".."; });
  if (isText && !leadsOut && path.has_filename() && name != "-") return {};
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "{0} names {1} as the file of its samples. Only files in its own folder, or below, are read: "
                        "put the file there, and write its name into the header."),
              {header, "\"" + utf8From(name) + "\""}, {header});
}

Result<io::File> openNamedFile(const OpenNamed& open, const std::string& name, const std::string& header) {
  auto opened = open(name);
  if (opened || opened.error().code != Errc::notFound) return opened;
  return fail(
      Errc::damaged,
      MASU_TEXT("core", "{0} describes a recording whose samples are in {1}, which is missing. Put it beside {0}."),
      {header, utf8From(name)}, {header});
}

}  // namespace masu::waveform
