// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/filter_expression.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/base/ascii.h"
#include "core/table/filter_tokens.h"

namespace masu::table {

namespace {

using TokenKind = FilterToken::Kind;

/// Deep enough for people, shallow enough for the stack.
constexpr int kDeepest = 200;

/// A test as it is written; != is the negation of =.
struct Operator {
  FilterTest test = FilterTest::equal;
  bool negated = false;
  bool list = false;
};

std::optional<Operator> operatorFrom(std::string_view symbol) {
  static constexpr std::array<std::pair<std::string_view, Operator>, 8> kOperators = {{
      {"=", {FilterTest::equal}},
      {"==", {FilterTest::equal}},
      {"!=", {FilterTest::equal, true}},
      {"<>", {FilterTest::equal, true}},
      {"<", {FilterTest::less}},
      {"<=", {FilterTest::lessEqual}},
      {">", {FilterTest::greater}},
      {">=", {FilterTest::greaterEqual}},
  }};
  const auto* const found = std::ranges::find(kOperators, symbol, &std::pair<std::string_view, Operator>::first);
  if (found == kOperators.end()) return std::nullopt;
  return found->second;
}

/// 40 <= age says age >= 40.
FilterTest mirrored(FilterTest test) {
  switch (test) {
    case FilterTest::less:
      return FilterTest::greater;
    case FilterTest::lessEqual:
      return FilterTest::greaterEqual;
    case FilterTest::greater:
      return FilterTest::less;
    case FilterTest::greaterEqual:
      return FilterTest::lessEqual;
    default:
      return test;
  }
}

/// Recursive descent over the words: any → all → none → test.
class Parser {
 public:
  Parser(std::string_view text, std::vector<FilterToken> tokens) : m_text(text), m_tokens(std::move(tokens)) {}

  Result<FilterNode> parse() {
    MASU_TRY(FilterNode node, any(0));
    if (here().kind != TokenKind::end) return unexpected(MASU_TEXT("core", "'and', 'or' or the end"));
    return node;
  }

 private:
  const FilterToken& here() const { return m_tokens[m_next]; }
  bool isWord(std::string_view word) const { return here().kind == TokenKind::name && lowerCase(here().text) == word; }
  bool isSymbol(std::string_view symbol) const { return here().kind == TokenKind::symbol && here().text == symbol; }
  bool takeWord(std::string_view word) {
    if (!isWord(word)) return false;
    ++m_next;
    return true;
  }
  bool takeSymbol(std::string_view symbol) {
    if (!isSymbol(symbol)) return false;
    ++m_next;
    return true;
  }

  tl::unexpected<Error> unexpected(const char* marked) const {
    const FilterToken& token = here();
    const Message wanted = Message::marked(marked);
    const std::string column = std::to_string(token.at);
    if (token.kind == TokenKind::end) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core", "The filter ends at column {0} where {1} should follow: {2}"),
                  {column, wanted, std::string(m_text)}, {{}, 0, token.at});
    }
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The filter has '{0}' at column {1} where {2} is expected: {3}"),
                {token.text, column, wanted, std::string(m_text)}, {{}, 0, token.at});
  }

  Result<FilterNode> any(int depth) {
    return joined("or", FilterNode::Kind::any, [&] { return all(depth); });
  }
  Result<FilterNode> all(int depth) {
    return joined("and", FilterNode::Kind::all, [&] { return none(depth); });
  }

  template <class Part>
  Result<FilterNode> joined(std::string_view word, FilterNode::Kind kind, const Part& part) {
    FilterNode node;
    node.kind = kind;
    do {
      MASU_TRY(FilterNode next, part());
      node.parts.push_back(std::move(next));
    } while (takeWord(word));
    if (node.parts.size() > 1) return node;
    FilterNode only = std::move(node.parts.front());
    return only;
  }

  Result<FilterNode> none(int depth) {
    if (depth > kDeepest) {
      return fail(Errc::unsupported, MASU_TEXT("core", "The filter nests more than {0} deep at column {1}."),
                  {std::to_string(kDeepest), std::to_string(here().at)}, {{}, 0, here().at});
    }
    if (takeWord("not")) {
      MASU_TRY(FilterNode part, none(depth + 1));
      return negation(std::move(part));
    }
    if (!takeSymbol("(")) return test();
    MASU_TRY(FilterNode node, any(depth + 1));
    if (!takeSymbol(")")) return unexpected("')'");
    return node;
  }

  static FilterNode negation(FilterNode part) {
    FilterNode node;
    node.kind = FilterNode::Kind::none;
    node.parts.push_back(std::move(part));
    return node;
  }

  bool atColumn() const { return here().kind == TokenKind::name || here().kind == TokenKind::backtickName; }

  void takeColumn(FilterComparison& comparison) {
    comparison.column = here().text;
    comparison.inBackticks = here().kind == TokenKind::backtickName;
    comparison.at = here().at;
    ++m_next;
  }

  Result<FilterNode> test() {
    FilterNode node;
    Operator way;
    if (here().kind == TokenKind::number || here().kind == TokenKind::text) {
      MASU_TRY(FilterValue value, takeValue());
      const auto symbol = here().kind == TokenKind::symbol ? operatorFrom(here().text) : std::nullopt;
      if (!symbol) return unexpected(MASU_TEXT("core", "a comparison such as = or >="));
      ++m_next;
      if (!atColumn()) return unexpected(MASU_TEXT("core", "the name of a column"));
      takeColumn(node.comparison);
      way = {mirrored(symbol->test), symbol->negated};
      node.comparison.values.push_back(std::move(value));
    } else {
      if (!atColumn()) return unexpected(MASU_TEXT("core", "the name of a column"));
      takeColumn(node.comparison);
      MASU_TRY(way, takeOperator());
      MASU_CHECK(takeValues(way.list, node.comparison));
    }
    node.comparison.test = way.test;
    return way.negated ? negation(std::move(node)) : node;
  }

  Result<Operator> takeOperator() {
    if (here().kind == TokenKind::symbol) {
      if (const auto way = operatorFrom(here().text)) {
        ++m_next;
        return *way;
      }
    }
    if (takeWord("is")) return Operator{FilterTest::equal, takeWord("not")};
    const bool negated = takeWord("not");
    if (takeWord("in")) return Operator{FilterTest::equal, negated, true};
    if (takeWord("contains")) return Operator{FilterTest::contains, negated};
    for (const auto& [word, test] : {std::pair("starts", FilterTest::startsWith), {"ends", FilterTest::endsWith}}) {
      if (!takeWord(word)) continue;
      if (!takeWord("with")) return unexpected("'with'");
      return Operator{test, negated};
    }
    return unexpected(MASU_TEXT("core", "a comparison such as =, >=, contains or in"));
  }

  Result<void> takeValues(bool list, FilterComparison& comparison) {
    if (list && !takeSymbol("(")) return unexpected("'('");
    do {
      MASU_TRY(FilterValue value, takeValue());
      comparison.values.push_back(std::move(value));
    } while (list && takeSymbol(","));
    if (list && !takeSymbol(")")) return unexpected(MASU_TEXT("core", "a comma or ')'"));
    return {};
  }

  Result<FilterValue> takeValue() {
    FilterValue value;
    if (here().kind == TokenKind::number) {
      value = {FilterValue::Kind::number, here().number, here().text};
    } else if (here().kind == TokenKind::text) {
      value = {FilterValue::Kind::text, 0, here().text};
    } else if (!isWord("missing")) {
      return unexpected(MASU_TEXT("core", "a number, a text in quotes or 'missing'"));
    }
    ++m_next;
    return value;
  }

  std::string_view m_text;
  std::vector<FilterToken> m_tokens;
  std::size_t m_next = 0;
};

}  // namespace

Result<FilterNode> parseFilter(std::string_view expression) {
  MASU_TRY(std::vector<FilterToken> tokens, filterTokens(expression));
  return Parser(expression, std::move(tokens)).parse();
}

}  // namespace masu::table
