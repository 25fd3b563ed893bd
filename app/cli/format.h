// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/figure_text.h"
#include "core/base/shown_text.h"

namespace masu::cli {

// Reports write them alike, and are made in core.
using masu::bytesText;
using masu::countText;
using masu::durationText;
using masu::figureText;

/// "1 recording", "3,000 recordings".
std::string countedText(std::uint64_t count, const char* what);
/// "1 × 28 × 28"; "no features" of no extent.
std::string shapeText(const std::vector<std::uint64_t>& shape);
/// ", repeat 2" after the name of a model that is trained several times; empty where `repeat` is 0: trained once.
std::string repeatText(std::uint64_t repeat);
/// What kept a model of a person's own (FILE.pt) from files and networks, as a line; nothing of a built-in model.
std::string confinementText(const std::string& model, const std::string& confinement);

/// Rows of text in aligned columns, separated by two blanks. Columns named in `rightAligned` hold figures. A row is one
/// line whatever its cells hold: control characters are shown by their pictures (U+2400 …), and text past 100
/// characters is cut.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header, std::vector<std::size_t> rightAligned = {});
  void add(std::vector<std::string> row);
  std::string text() const;

 private:
  std::vector<std::size_t> m_rightAligned;
  std::vector<std::vector<std::string>> m_rows;
};

}  // namespace masu::cli
