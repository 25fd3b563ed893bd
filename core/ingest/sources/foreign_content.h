// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace masu::ingest {

/// So much of the front of a file shows what it is.
inline constexpr std::size_t kForeignBytes = std::size_t{64} << 10;

/// What a file is that holds no text at all, by the marks that its format begins with: a workbook, a database, an image
/// …; a sentence that names `file` and says what to do. Nothing for text, and for binary data without a known mark.
/// Threads: any.
std::optional<Message> foreignBinary(std::string_view head, const std::string& file);

/// The same of text other than a table: a JSON document, HTML, the headers of some recordings, SVMlight. JSON with an
/// object a line is not among them. `head`: as UTF-8, without a byte order mark; `whole`: it is the entire text.
/// Threads: any.
std::optional<Message> foreignText(std::string_view head, bool whole, const std::string& file);

}  // namespace masu::ingest
