// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace masu::csv {

/// A field as Masu writes it in CSV (RFC 4180): in quotes, and those within it doubled.
std::string quotedField(std::string_view text);

/// Appends a field to a record, without a comma: in quotes where it needs them. Blanks at its ends count, since many
/// readers strip them from a bare field.
void appendField(std::string& record, std::string_view text);

}  // namespace masu::csv
