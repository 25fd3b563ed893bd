// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/pattern.h"

#include <algorithm>
#include <array>
#include <string>

#include <re2/re2.h>

namespace masu {

namespace {

/// The beginning of a long expression: it is part of a sentence.
std::string shown(std::string_view expression) {
  constexpr std::size_t kMostShown = 80;
  if (expression.size() <= kMostShown) return std::string(expression);
  std::size_t end = kMostShown;
  while (end > 0 && (static_cast<unsigned char>(expression[end]) & 0xC0) == 0x80) --end;
  return std::string(expression.substr(0, end)) + "…";
}

/// What a search in linear time cannot have, and other engines do.
bool asksForMore(const re2::RE2& compiled) {
  constexpr std::array<std::string_view, 3> kLooksAround = {"(?=", "(?!", "(?<"};
  const std::string& what = compiled.error_arg();
  if (compiled.error_code() == re2::RE2::ErrorBadPerlOp)
    return std::ranges::find(kLooksAround, what) != kLooksAround.end();
  return compiled.error_code() == re2::RE2::ErrorBadEscape && what.size() == 2 && what[1] >= '1' && what[1] <= '9';
}

Error invalid(std::string_view expression, const re2::RE2& compiled) {
  using re2::RE2;
  const std::string text = shown(expression);
  if (asksForMore(compiled)) {
    return {Errc::invalidArgument,
            MASU_TEXT("core",
                      "The expression \"{0}\" uses lookahead, lookbehind or a backreference, which Masu's regular "
                      "expressions (RE2) do not have. Write it without these."),
            {text}};
  }
  switch (compiled.error_code()) {
    case RE2::ErrorMissingParen:
    case RE2::ErrorUnexpectedParen:
    case RE2::ErrorMissingBracket:
      return {Errc::invalidArgument,
              MASU_TEXT("core",
                        "The expression \"{0}\" is not a valid regular expression: its brackets do not match. "
                        "A bracket that is meant as such is written with a backslash before it."),
              {text}};
    case RE2::ErrorPatternTooLarge:
    case RE2::ErrorRepeatSize:
    case RE2::ErrorInternal:
      return {Errc::invalidArgument,
              MASU_TEXT("core", "The expression \"{0}\" is too large, or repeats too often. Write a shorter one."),
              {text}};
    default:
      return {Errc::invalidArgument,
              MASU_TEXT("core",
                        "The expression \"{0}\" is not a valid regular expression; \"{1}\" is the first that "
                        "cannot be understood."),
              {text, compiled.error_arg().empty() ? text : shown(compiled.error_arg())}};
  }
}

}  // namespace

Result<Pattern> Pattern::compile(std::string_view expression) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  Pattern pattern;
  const auto compiled =
      std::make_shared<const re2::RE2>(re2::StringPiece(expression.data(), expression.size()), options);
  if (!compiled->ok()) return fail(invalid(expression, *compiled));
  pattern.m_expression = compiled;
  return pattern;
}

std::size_t Pattern::groups() const {
  return m_expression ? static_cast<std::size_t>(m_expression->NumberOfCapturingGroups()) : 0;
}

bool Pattern::matches(std::string_view text) const {
  return !m_expression || re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *m_expression);
}

std::optional<std::string_view> Pattern::firstGroup(std::string_view text) const {
  if (!m_expression) return std::nullopt;
  std::array<re2::StringPiece, 2> found;
  const re2::StringPiece searched(text.data(), text.size());
  if (!m_expression->Match(searched, 0, searched.size(), re2::RE2::UNANCHORED, found.data(), found.size()))
    return std::nullopt;
  if (found[1].data() == nullptr) return std::nullopt;
  return std::string_view(found[1].data(), found[1].size());
}

}  // namespace masu
