// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/number_value.h"

#include <charconv>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/part_of.h"

namespace masu::cli {

namespace {

/// "from 0 up", "from 0 to 1024".
std::string boundsText(std::uint64_t least, std::uint64_t most) {
  const bool endless = most == std::numeric_limits<std::uint64_t>::max();
  return "from " + std::to_string(least) + (endless ? " up" : " to " + std::to_string(most));
}

/// How a refusal begins.
constexpr std::string_view kMust = "It must be ";

/// Help shows CLI11's own word for numbers above 0.
CLI::Validator number(std::function<bool(double)> isGood, std::string what, const char* shown) {
  const auto check = [good = std::move(isGood), bounds = std::move(what)](std::string& text) -> std::string {
    double value = 0;
    if (text.empty() || (CLI::detail::lexical_cast(text, value) && good(value))) return {};
    return std::string(kMust) + bounds + ", not " + text + ".";
  };
  return {check, shown};
}

}  // namespace

CLI::Validator wholeNumber(std::uint64_t least, std::uint64_t most) {
  const auto check = [least, most](std::string& text) -> std::string {
    if (text.empty()) return {};
    // CLI11 would wrap -1 around to the largest number, stop there for what is larger, and read 010 as 8.
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [read, failure] = std::from_chars(text.data(), end, value);
    const bool whole = failure == std::errc() && read == end && (text.size() == 1 || text.front() != '0');
    if (whole && value >= least && value <= most) return {};
    return std::string(kMust) + "a whole number " + boundsText(least, most) + ", not " + text + ".";
  };
  return {check, least == 1 ? "POSITIVE" : ""};
}

CLI::Validator finiteNumber() {
  return number([](double value) { return std::isfinite(value); }, "a number", "");
}

CLI::Validator positiveNumber() {
  return number([](double value) { return std::isfinite(value) && value > 0; }, "a number above 0", "POSITIVE");
}

CLI::Validator shareValue() {
  return number([](double value) { return value >= 0 && value <= 1; }, "a number from 0 to 1", "");
}

CLI::Validator wordOr(std::string word, CLI::Validator number) {
  const auto check = [own = std::move(word), other = std::move(number)](std::string& text) -> std::string {
    const std::string refused = text == own ? std::string() : other(text);
    return refused.empty() ? refused : std::string(kMust) + own + " or " + refused.substr(kMust.size());
  };
  return {check, ""};
}

CLI::Validator partValue() {
  const auto check = [](std::string& text) -> std::string {
    if (text.empty() || text == kAutoPart || partFrom(text)) return {};
    return std::string(kMust) + "I/N, e.g. 2/4, with I from 1 to N and N up to " + std::to_string(PartOf::kMost) +
           ", or auto, not " + text + ".";
  };
  return {check, "I/N"};
}

void checkNumber(CLI::Option& option) {
  const std::string type = option.get_type_name();  // with a colon and more where something is checked
  if (type == "UINT") option.check(wholeNumber(0));
  if (type == "FLOAT") option.check(finiteNumber());
}

}  // namespace masu::cli
