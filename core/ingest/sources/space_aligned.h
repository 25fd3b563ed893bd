// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/ingest/sources/table_text.h"

namespace masu::ingest {

/// True for a text whose columns are set apart by as many blanks as it takes to align them: nearly
/// all of its first lines have as many words, two at least, there is more than one blank somewhere, and no other mark
/// of a table.
bool isAligned(std::string_view head);

/// Leaves one blank between words and none around them, piece by piece; words keep their lines.
class BlankSqueezer {
 public:
  void append(std::string_view from, std::string& to);

 private:
  bool m_inLine = false;  ///< a word of the line is written
  bool m_apart = false;   ///< and blanks follow it
};

/// The same text with one blank between words and none around them, in memory; words keep their lines. `path`: what it
/// is called. Errors: no memory.
Result<TableText> oneBlankApart(const TableText& text, const std::filesystem::path& path);

}  // namespace masu::ingest
