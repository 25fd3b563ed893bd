// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/filter_tokens.h"

#include <QTest>
#include <array>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::table;
using Kind = FilterToken::Kind;

namespace {

/// "name:a symbol:>= number:5", without the end; the reason where it cannot be cut.
std::string wordsOf(std::string_view expression) {
  const auto tokens = filterTokens(expression);
  if (!tokens) return tokens.error().message.english();
  if (tokens->empty() || tokens->back().kind != Kind::end) return "no end";
  constexpr std::array<const char*, 5> kKinds = {"name", "backticks", "number", "text", "symbol"};
  std::string words;
  for (std::size_t i = 0; i + 1 < tokens->size(); ++i) {
    const FilterToken& token = (*tokens)[i];
    words += (i == 0 ? "" : " ") + std::string(kKinds.at(static_cast<std::size_t>(token.kind))) + ":" + token.text;
  }
  return words;
}

std::vector<std::uint64_t> placesOf(std::string_view expression) {
  std::vector<std::uint64_t> places;
  const auto tokens = filterTokens(expression);
  for (const FilterToken& token : tokens.value()) places.push_back(token.at);
  return places;
}

}  // namespace

/// The words of filter expressions, and where they are.
class FilterTokensTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wordsAreWhatTheyLookLike_data() {
    QTest::addColumn<std::string>("expression");
    QTest::addColumn<std::string>("words");
    const auto row = [](const char* name, const char* expression, const char* words) {
      QTest::newRow(name) << std::string(expression) << std::string(words);
    };
    row("nothing", "", "");
    row("blanks", " \t\n", "");
    row("without blanks", "a>=5", "name:a symbol:>= number:5");
    row("names", "hours-per-week acc.x _1 温度", "name:hours-per-week name:acc.x name:_1 name:温度");
    row("backticks", "`a b` `it``s`", "backticks:a b backticks:it`s");
    row("texts", "\"it's\" 'say \"no\"' 'it''s' ''", "text:it's text:say \"no\" text:it's text:");
    row("a blank in a text", "'a  b'", "text:a  b");
    row("numbers", "1 -2.5 +3 .5 1e-3", "number:1 number:-2.5 number:+3 number:.5 number:1e-3");
    row("symbols", "==!=<><=>==<>(),", "symbol:== symbol:!= symbol:<> symbol:<= symbol:>= symbol:= symbol:<> "
                                       "symbol:( symbol:) symbol:,");
    row("a minus before a number", "a-1 < -1", "name:a-1 symbol:< number:-1");
  }

  void wordsAreWhatTheyLookLike() {
    QFETCH(const std::string, expression);
    QFETCH(const std::string, words);
    QCOMPARE(wordsOf(expression), words);
  }

  void numbersHaveTheirValues() {
    const auto tokens = filterTokens("-2.5 +3 1e-3 0.1");
    QVERIFY(tokens);
    const std::vector<double> expected = {-2.5, 3, 1e-3, 0.1};
    for (std::size_t i = 0; i < expected.size(); ++i) QVERIFY((*tokens)[i].number == expected[i]);
  }

  /// In characters, whatever bytes they take.
  void placesCountCharactersFromOne() {
    QCOMPARE(placesOf(""), std::vector<std::uint64_t>{1});
    QCOMPARE(placesOf("a == 1"), (std::vector<std::uint64_t>{1, 3, 6, 7}));
    QCOMPARE(placesOf("温度 > '熱い' or x"), (std::vector<std::uint64_t>{1, 4, 6, 11, 14, 15}));
  }

  void whatCannotBeCutIsNamedWithItsPlace() {
    QCOMPARE(wordsOf("温度 == 'hot"),
             std::string("The filter opens a quote at column 7 and never closes it: 温度 == 'hot"));
    QCOMPARE(wordsOf("`a``"), std::string("The filter opens a quote at column 1 and never closes it: `a``"));
    QCOMPARE(wordsOf("a & b"), std::string("The filter has a '&' at column 3 that means nothing: a & b"));
    QCOMPARE(wordsOf("a !b"), std::string("The filter has a '!' at column 3 that means nothing: a !b"));
    for (const char* faulty : {"12abc", "1-2", "1.2.3", "1e999"}) {
      const auto tokens = filterTokens(std::string("a > ") + faulty);
      QVERIFY2(!tokens, faulty);
      QVERIFY(tokens.error().code == Errc::invalidArgument);
      QVERIFY(tokens.error().message.english().starts_with(
          "The filter has something like a number at column 5 that is not one: a > "));
      QCOMPARE(tokens.error().source.column, std::uint64_t{5});
    }
  }
};

MASU_TEST(FilterTokensTest)
#include "filter_tokens_test.moc"
