// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/report_parts.h"

#include <array>
#include <cstdio>

#include "core/base/figure_text.h"
#include "core/tasks/report/html_page.h"

namespace masu::tasks {

Markup leftOut(std::size_t all, std::size_t shown, const ReportWords& words) {
  if (all <= shown) return {};
  return paragraph(
      words(MASU_TEXT("core", "{0} of {1} rows are shown."), {countText(shown), countText(all)}));
}

std::string percentText(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "–";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f %%", 100 * static_cast<double>(part) / static_cast<double>(whole));
  return text.data();
}

Markup writtenBy(const ReportWords& words) {
  const std::string text = words(MASU_TEXT("core", "Written by Masu {0}."), {MASU_VERSION});
  return element("footer", element("p", text, {{"class", "soft"}})) + Markup::trusted("\n");
}

}  // namespace masu::tasks
