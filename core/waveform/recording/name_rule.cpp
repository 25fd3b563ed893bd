// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/recording/name_rule.h"

#include "core/base/ascii.h"

namespace masu::waveform {
namespace {

std::string_view baseName(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view folderName(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : baseName(path.substr(0, slash));
}

}  // namespace

Result<NameRule> NameRule::parse(std::string_view text) {
  if (text == "folder") return NameRule(Part::folder, {});
  std::string_view expression = text;
  Part part = Part::name;
  if (takePrefix(expression, "path:")) {
    part = Part::path;
  } else if (!takePrefix(expression, "name:")) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT(
            "core",
            "\"{0}\" is not a rule for labels or groups: use folder, name:EXPRESSION, path:EXPRESSION, csv:FILE or "
            "column:NAME; for labels also annotation, array:NAME or idx:FILE."),
        {std::string(text)});
  }
  MASU_TRY(Pattern compiled, Pattern::compile(expression));
  if (compiled.groups() == 0) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The expression \"{0}\" has no brackets around the part that is wanted: "
                          "write for example name:^([^_]+)_."),
                {std::string(expression)});
  }
  return NameRule(part, std::move(compiled));
}

std::optional<std::string> NameRule::find(std::string_view path) const {
  if (m_part == Part::folder) {
    const std::string_view folder = folderName(path);
    return folder.empty() ? std::nullopt : std::optional<std::string>(folder);
  }
  const std::string_view searched = m_part == Part::name ? baseName(path) : path;
  const auto found = m_expression.firstGroup(searched);
  return !found || found->empty() ? std::nullopt : std::optional<std::string>(*found);
}

}  // namespace masu::waveform
