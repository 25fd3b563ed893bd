// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/part_of.h"

#include <charconv>
#include <system_error>

namespace masu {

namespace {

/// A number from 1 up, in digits alone.
std::optional<std::uint64_t> countFrom(std::string_view text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [read, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc() || read != end || text.front() == '0') return std::nullopt;
  return value;
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
