// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/part_of.h"

#include "core/base/whole_number.h"

namespace masu {

namespace {

/// A number from 1 up, in digits alone.
std::optional<std::uint64_t> countFrom(std::string_view text) {
  return text.starts_with('0') ? std::nullopt : wholeNumber(text);
}

}  // namespace

std::optional<PartOf> partFrom(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = countFrom(text.substr(0, slash));
  const auto count = countFrom(text.substr(slash + 1));
  if (!number || !count || *number > *count || *count > PartOf::kMost) return std::nullopt;
  return PartOf{*number, *count};
}

std::string name(const PartOf& part) {
  return std::to_string(part.number) + "/" + std::to_string(part.count);
}

}  // namespace masu
