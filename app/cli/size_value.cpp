// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/size_value.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>

namespace masu::cli {

namespace {

/// Every command needs buffers for its threads, and blocks for its readers.
constexpr std::uint64_t kLeastBudget = std::uint64_t{16} << 20;

std::string notASize(const std::string& text) {
  return text + " is not a size. Write a number and a unit, such as 512M or 1.5G.";
}

}  // namespace

CLI::Validator sizeValue() {
  const CLI::AsSizeValue size(false);
  const auto whole = [size](std::string& text) {
    try {
      return size(text).empty();
    } catch (const CLI::Error&) {
      return false;
    }
  };
  const auto toBytes = [whole](std::string& text) -> std::string {
    const std::string asked = text;
    double number = 0;
    const auto [end, failed] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (failed != std::errc() || !(number >= 0)) return notASize(asked);
    const std::string unit = asked.substr(static_cast<std::size_t>(end - text.data()));
    const bool isWhole = asked.find('.') == std::string::npos;
    // CLI11 knows the units, but of whole numbers alone, of which it reads 010 as 8, and stops at the largest.
    std::string one = "1" + unit;
    std::uint64_t bytes = 0;
    if ((unit.empty() && !isWhole) || !whole(one) || !CLI::detail::lexical_cast(one, bytes)) return notASize(asked);
    if (isWhole) {
      std::uint64_t count = 0;
      if (std::from_chars(text.data(), end, count).ec != std::errc()) return notASize(asked);
      if (count > std::numeric_limits<std::uint64_t>::max() / bytes) return notASize(asked);
      text = std::to_string(count * bytes);
      return {};
    }
    const double scaled = std::round(number * static_cast<double>(bytes));
    if (scaled >= 0x1p63) return notASize(asked);
    text = std::to_string(static_cast<std::uint64_t>(scaled));
    return {};
  };
  return {toBytes, size.get_description()};
}

/// CLI11 would wrap -5 around to almost the largest number.
CLI::Validator budgetValue() {
  const CLI::Validator size = sizeValue();
  const auto checked = [size](std::string& text) -> std::string {
    const bool negative = text.find('-') != std::string::npos;
    const std::string asked = text;
    if (std::string problem = negative ? std::string() : size(text); !problem.empty()) return problem;
    std::uint64_t bytes = 0;
    if (!negative && CLI::detail::lexical_cast(text, bytes) && bytes >= kLeastBudget) return {};
    return "It must be at least 16M, such as 512M or 2G, not " + asked + ".";
  };
  return {checked, size.get_description()};
}

}  // namespace masu::cli
