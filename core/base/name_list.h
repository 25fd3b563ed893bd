// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace masu {

/// So many of many names are in a sentence.
inline constexpr std::size_t kMostListed = 12;
/// For lists that are short, or of which no name may be missing.
inline constexpr std::size_t kAllListed = std::numeric_limits<std::size_t>::max();

/// Names for a sentence, in their order: "a, b, c", or the first `most` of them and " …". Empty for none.
/// Threads: any.
std::string namesListed(const std::vector<std::string>& names, std::size_t most = kMostListed);

/// The names in a list that a person wrote, separated by commas. One that holds a comma is in quotes, as a field of CSV
/// is: a, "b, c". Blanks around names are not part of them; names that are empty are left out.
/// Threads: any.
std::vector<std::string> namesFrom(std::string_view list);
/// A list from which namesFrom() has the same names again, none of which is empty.
std::string namesWritten(const std::vector<std::string>& names);

}  // namespace masu
