// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/filter_tokens.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/ascii.h"

namespace masu::table {

namespace {

/// Bytes of UTF-8 beyond ASCII count as letters.
bool beginsName(char c) {
  return isLetter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

/// There is no arithmetic, so that hours-per-week and acc.x are names.
bool continuesName(char c) {
  return beginsName(c) || isDigit(c) || c == '-' || c == '.';
}

/// Reads the words of an expression one by one.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : m_text(text) {}

  Result<FilterToken> next() {
    while (m_next < m_text.size() && (m_text[m_next] == ' ' || m_text[m_next] == '\t' || m_text[m_next] == '\n')) {
      ++m_next;
    }
    FilterToken token;
    token.at = column();
    if (m_next == m_text.size()) return token;
    const char c = m_text[m_next];
    if (c == '"' || c == '\'' || c == '`') return quoted(std::move(token), c);
    if (beginsName(c)) return name(std::move(token));
    if (beginsNumber()) return number(std::move(token));
    return symbol(std::move(token));
  }

 private:
  std::uint64_t column() const {
    const std::string_view before = m_text.substr(0, m_next);
    return 1 + static_cast<std::uint64_t>(std::count_if(before.begin(), before.end(), [](char c) {
             return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
           }));
  }

  bool beginsNumber() const {
    std::size_t at = m_next;
    if (m_text[at] == '-' || m_text[at] == '+') ++at;
    if (at < m_text.size() && m_text[at] == '.') ++at;
    return at < m_text.size() && isDigit(m_text[at]);
  }

  /// A quote inside is written twice.
  Result<FilterToken> quoted(FilterToken token, char quote) {
    token.kind = quote == '`' ? FilterToken::Kind::backtickName : FilterToken::Kind::text;
    for (++m_next; m_next < m_text.size(); ++m_next) {
      if (m_text[m_next] == quote) {
        if (m_next + 1 == m_text.size() || m_text[m_next + 1] != quote) {
          ++m_next;
          return token;
        }
        ++m_next;
      }
      token.text += m_text[m_next];
    }
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The filter opens a quote at column {0} and never closes it: {1}"),
                {std::to_string(token.at), std::string(m_text)}, {{}, 0, token.at});
  }

  Result<FilterToken> name(FilterToken token) {
    token.kind = FilterToken::Kind::name;
    while (m_next < m_text.size() && continuesName(m_text[m_next])) token.text += m_text[m_next++];
    return token;
  }

  Result<FilterToken> number(FilterToken token) {
    token.kind = FilterToken::Kind::number;
    const char* begin = m_text.data() + m_next + (m_text[m_next] == '+' ? 1 : 0);
    const char* end = m_text.data() + m_text.size();
    const auto [stop, problem] = std::from_chars(begin, end, token.number);
    const bool runsOn = stop < end && continuesName(*stop);
    if (problem == std::errc() && !runsOn) {
      token.text.assign(m_text.data() + m_next, stop);
      m_next = static_cast<std::size_t>(stop - m_text.data());
      return token;
    }
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The filter has something like a number at column {0} that is not one: {1}. Put texts in "
                          "quotes, and column names that are not plain words in backticks."),
                {std::to_string(token.at), std::string(m_text)}, {{}, 0, token.at});
  }

  Result<FilterToken> symbol(FilterToken token) {
    token.kind = FilterToken::Kind::symbol;
    static constexpr std::array<std::string_view, 11> kSymbols = {"==", "!=", "<>", "<=", ">=", "=",
                                                                  "<",  ">",  "(",  ")",  ","};
    for (const std::string_view candidate : kSymbols) {
      if (!m_text.substr(m_next).starts_with(candidate)) continue;
      token.text = candidate;
      m_next += candidate.size();
      return token;
    }
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The filter has a '{0}' at column {1} that means nothing: {2}"),
                {std::string(1, m_text[m_next]), std::to_string(token.at), std::string(m_text)}, {{}, 0, token.at});
  }

  std::string_view m_text;
  std::size_t m_next = 0;
};

}  // namespace

Result<std::vector<FilterToken>> filterTokens(std::string_view expression) {
  Scanner scanner(expression);
  std::vector<FilterToken> tokens;
  do {
    MASU_TRY(FilterToken token, scanner.next());
    tokens.push_back(std::move(token));
  } while (tokens.back().kind != FilterToken::Kind::end);
  return tokens;
}

}  // namespace masu::table
