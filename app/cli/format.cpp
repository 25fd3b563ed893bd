// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/format.h"

#include <algorithm>

namespace masu::cli {

namespace {

/// The number of terminal columns of a UTF-8 text, estimated by counting code points.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// A cell in one line; long text is cut.
std::string cellText(const std::string& text) {
  constexpr std::size_t kWidest = 100;
  std::string shown = shownText(text, LineEnds::shown);
  std::size_t columns = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if ((static_cast<unsigned char>(shown[i]) & 0xC0) != 0x80 && columns++ == kWidest) return shown.substr(0, i) + "…";
  }
  return shown;
}

}  // namespace

std::string countedText(std::uint64_t count, const char* what) {
  return countText(count) + ' ' + what + (count == 1 ? "" : "s");
}

std::string shapeText(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t extent : shape) text += (text.empty() ? "" : " × ") + countText(extent);
  return text.empty() ? "no features" : text;
}

std::string repeatText(std::uint64_t repeat) {
  return repeat > 0 ? ", repeat " + std::to_string(repeat) : "";
}

std::string confinementText(const std::string& model, const std::string& confinement) {
  if (!model.ends_with(".pt")) return {};
  if (confinement.empty()) {
    return model + " ran with all rights of this account: the kernel has neither Landlock nor seccomp.\n";
  }
  const bool hidden = confinement.starts_with("Landlock");
  return model + " ran confined (" + confinement + "): it could write no file" +
         (hidden ? ", read none but libraries" : "") + " and reach no network.\n";
}

TextTable::TextTable(std::vector<std::string> header, std::vector<std::size_t> rightAligned)
    : m_rightAligned(std::move(rightAligned)) {
  // Names of columns may come from anywhere, too.
  add(std::move(header));
}

void TextTable::add(std::vector<std::string> row) {
  for (std::string& cell : row) cell = cellText(cell);
  m_rows.push_back(std::move(row));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : m_rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string out;
  for (const auto& row : m_rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string gap(widths[i] - width(row[i]), ' ');
      const bool right = std::find(m_rightAligned.begin(), m_rightAligned.end(), i) != m_rightAligned.end();
      line += (i > 0 ? "  " : "") + (right ? gap + row[i] : row[i] + gap);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace masu::cli
