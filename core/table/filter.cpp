// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/filter.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/base/half.h"
#include "core/table/time_text.h"
#include "core/table/whole_order.h"

namespace masu::table {

namespace {

std::optional<double> numberIn(std::string_view text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class T>
bool ordered(FilterTest test, const T& value, const T& bound) {
  switch (test) {
    case FilterTest::less:
      return value < bound;
    case FilterTest::lessEqual:
      return value <= bound;
    case FilterTest::greater:
      return value > bound;
    case FilterTest::greaterEqual:
      return value >= bound;
    default:
      return value == bound;
  }
}

bool isAbout(FilterTest test, std::string_view text, std::string_view part) {
  switch (test) {
    case FilterTest::contains:
      return text.find(part) != std::string_view::npos;
    case FilterTest::startsWith:
      return text.starts_with(part);
    case FilterTest::endsWith:
      return text.ends_with(part);
    default:
      return ordered(test, text, part);
  }
}

bool textPasses(FilterTest test, std::string_view text, bool missing, const FilterValue& asked) {
  if (missing || asked.kind == FilterValue::Kind::missing) {
    return missing && asked.kind == FilterValue::Kind::missing && test == FilterTest::equal;
  }
  const bool asText = asked.kind == FilterValue::Kind::text || test >= FilterTest::contains;
  if (asText) return isAbout(test, text, asked.text);
  if (const auto order = orderOfWhole(text, asked.text)) return ordered(test, *order, 0);
  const auto number = numberIn(text);
  return number && ordered(test, *number, asked.number);
}

bool passesAny(const FilterComparison& comparison, std::string_view text, bool missing) {
  return std::ranges::any_of(
      comparison.values, [&](const FilterValue& asked) { return textPasses(comparison.test, text, missing, asked); });
}

std::vector<std::uint8_t> verdictsOf(const FilterComparison& comparison, const std::vector<std::string>& words) {
  std::vector<std::uint8_t> verdicts;
  verdicts.reserve(words.size() + 1);
  for (const std::string& word : words) verdicts.push_back(passesAny(comparison, word, false) ? 1 : 0);
  verdicts.push_back(passesAny(comparison, {}, true) ? 1 : 0);
  return verdicts;
}

tl::unexpected<Error> refuse(const FilterComparison& comparison, std::string text, std::vector<std::string> more = {}) {
  std::vector<Argument> arguments = {comparison.column, std::to_string(comparison.at)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return fail(Errc::invalidArgument, std::move(text), std::move(arguments), {{}, 0, comparison.at});
}

/// A column that came from 0.1 and is stored as f32 should equal 0.1.
double asStored(double value, DType stored) {
  if (stored == DType::f32) return static_cast<float>(value);
  if (stored == DType::f16) return floatFromHalf(halfFromDouble(value));
  return value;
}

/// The moments that a text may mean, by the order of day, month and year.
std::vector<double> momentsOf(std::string_view text, TimeKind kind) {
  std::vector<double> moments;
  for (const DateOrder order : {DateOrder::dayFirst, DateOrder::monthFirst, DateOrder::yearFirst}) {
    double seconds = 0;
    const bool read = parseTime(text, order, kind, seconds);
    if (read && std::ranges::find(moments, seconds) == moments.end()) moments.push_back(seconds);
  }
  return moments;
}

/// Turns dates and times into the seconds that the column counts. A number is refused: whether it counts from 1970 or
/// from the first time of the column is not for a filter to guess.
Result<void> fitToTimes(FilterComparison& comparison, const FilterColumn& column) {
  for (FilterValue& value : comparison.values) {
    if (value.kind == FilterValue::Kind::missing) continue;
    const std::vector<double> moments =
        value.kind == FilterValue::Kind::text ? momentsOf(value.text, *column.times) : std::vector<double>();
    if (moments.empty()) {
      return refuse(
          comparison,
          MASU_TEXT("core",
                    "The column {0}, at column {1} of the filter, holds times: compare it with one in quotes, "
                    "such as \"{2}\", not with {3}."),
          {column.times == TimeKind::ofDay ? "12:00" : "2024-03-01 12:00", value.text});
    }
    if (moments.size() > 1) {
      return refuse(comparison,
                    MASU_TEXT("core",
                              "The filter compares {0}, at column {1}, with {2}, which may be {3} or {4}: write a date "
                              "with its year first, in four digits."),
                    {value.text, timeText(moments[0]), timeText(moments[1])});
    }
    value = {FilterValue::Kind::number, asStored(moments.front() - column.origin, column.stored), value.text};
  }
  return {};
}

/// Turns texts that people put around numbers into numbers, and refuses what no number can answer.
Result<void> fitToNumbers(FilterComparison& comparison, const FilterColumn& column) {
  const DType stored = column.stored;
  if (comparison.test >= FilterTest::contains) {
    return refuse(comparison, MASU_TEXT("core",
                                        "The column {0}, at column {1} of the filter, holds numbers: compare them with "
                                        "=, !=, <, <=, > or >=."));
  }
  if (column.times) return fitToTimes(comparison, column);
  for (FilterValue& value : comparison.values) {
    value.number = asStored(value.number, stored);
    if (value.kind != FilterValue::Kind::text) continue;
    const auto number = numberIn(value.text);
    if (!number) {
      return refuse(
          comparison,
          MASU_TEXT("core",
                    "The column {0}, at column {1} of the filter, holds numbers: compare it with a number (booleans "
                    "are 1 and 0), not with \"{2}\"."),
          {value.text});
    }
    value = {FilterValue::Kind::number, asStored(*number, stored), value.text};
  }
  return {};
}

/// Whole numbers are compared as such with quotes around them, too.
void fitToDigits(FilterComparison& comparison) {
  for (FilterValue& value : comparison.values) {
    const auto number = value.kind == FilterValue::Kind::text ? numberIn(value.text) : std::nullopt;
    if (number) value = {FilterValue::Kind::number, *number, value.text};
  }
}

Result<void> checkMissing(const FilterComparison& comparison) {
  const bool asksMissing = std::ranges::any_of(
      comparison.values, [](const auto& value) { return value.kind == FilterValue::Kind::missing; });
  if (!asksMissing || comparison.test == FilterTest::equal) return {};
  return refuse(comparison,
                MASU_TEXT("core",
                          "The filter asks of {0}, at column {1}, how it compares with 'missing', which has "
                          "no order: write = missing or != missing."));
}

void testNumbers(const FilterComparison& comparison, std::span<const double> numbers, std::span<std::uint8_t> hits) {
  std::ranges::fill(hits, std::uint8_t{0});
  const auto any = [&](auto&& passes) {
    for (std::size_t i = 0; i < hits.size(); ++i) {
      if (passes(numbers[i])) hits[i] = 1;
    }
  };
  for (const FilterValue& value : comparison.values) {
    const double bound = value.number;
    if (value.kind == FilterValue::Kind::missing) {
      any([](double number) { return std::isnan(number); });
      continue;
    }
    // Comparisons with NaN are false, which is what a missing value should give.
    switch (comparison.test) {
      case FilterTest::less:
        any([bound](double number) { return number < bound; });
        break;
      case FilterTest::lessEqual:
        any([bound](double number) { return number <= bound; });
        break;
      case FilterTest::greater:
        any([bound](double number) { return number > bound; });
        break;
      case FilterTest::greaterEqual:
        any([bound](double number) { return number >= bound; });
        break;
      default:
        any([bound](double number) { return number == bound; });
    }
  }
}

}  // namespace

Result<Filter> Filter::compile(std::string_view expression, FilterRows& rows) {
  MASU_TRY(const FilterNode node, parseFilter(expression));
  Filter filter;
  MASU_TRY(filter.m_root, filter.resolve(node, rows));
  return filter;
}

Result<Filter::Step> Filter::resolve(const FilterNode& node, FilterRows& rows) {
  Step step;
  step.kind = node.kind;
  for (const FilterNode& part : node.parts) {
    MASU_TRY(Step next, resolve(part, rows));
    step.parts.push_back(std::move(next));
  }
  if (node.kind != FilterNode::Kind::compare) return step;

  Test test;
  test.comparison = node.comparison;
  auto column = rows.column(node.comparison.column, node.comparison.inBackticks);
  if (!column) {
    column.error().source.column = node.comparison.at;
    return fail(std::move(column.error()));
  }
  test.column = *column;
  MASU_CHECK(checkMissing(test.comparison));
  if (test.column.kind == FilterColumn::Kind::number) MASU_CHECK(fitToNumbers(test.comparison, test.column));
  if (test.column.stored == DType::i64) fitToDigits(test.comparison);
  if (test.column.kind == FilterColumn::Kind::word) test.verdicts = verdictsOf(test.comparison, *test.column.words);
  step.test = m_tests.size();
  m_tests.push_back(std::move(test));
  return step;
}

Result<void> Filter::run(FilterRows& rows, std::uint64_t first, std::span<std::uint8_t> hits) const {
  return run(m_root, rows, first, hits);
}

Result<void> Filter::run(const Step& step, FilterRows& rows, std::uint64_t first, std::span<std::uint8_t> hits) const {
  if (step.kind == FilterNode::Kind::compare) return runTest(m_tests[step.test], rows, first, hits);
  MASU_CHECK(run(step.parts.front(), rows, first, hits));
  if (step.kind == FilterNode::Kind::none) {
    for (std::uint8_t& hit : hits) hit ^= 1U;
    return {};
  }
  const std::uint8_t open = step.kind == FilterNode::Kind::all ? 1 : 0;
  std::vector<std::uint8_t> other(step.parts.size() > 1 ? hits.size() : 0);
  for (std::size_t p = 1; p < step.parts.size(); ++p) {
    // What is decided for all rows saves reading the other columns.
    if (std::ranges::find(hits, open) == hits.end()) break;
    MASU_CHECK(run(step.parts[p], rows, first, other));
    for (std::size_t i = 0; i < hits.size(); ++i) {
      hits[i] = static_cast<std::uint8_t>(open == 1 ? hits[i] & other[i] : hits[i] | other[i]);
    }
  }
  return {};
}

Result<void> Filter::runTest(const Test& test, FilterRows& rows, std::uint64_t first,
                             std::span<std::uint8_t> hits) const {
  MASU_TRY(const FilterValues values, rows.values(test.column, first, hits.size()));
  switch (test.column.kind) {
    case FilterColumn::Kind::number:
      testNumbers(test.comparison, values.numbers, hits);
      break;
    case FilterColumn::Kind::word: {
      const std::size_t missing = test.verdicts.size() - 1;
      for (std::size_t i = 0; i < hits.size(); ++i) {
        hits[i] = test.verdicts[std::min<std::size_t>(values.codes[i], missing)];
      }
      break;
    }
    case FilterColumn::Kind::text:
      for (std::size_t i = 0; i < hits.size(); ++i) {
        hits[i] = passesAny(test.comparison, values.texts[i], values.texts[i].empty()) ? 1 : 0;
      }
      break;
  }
  return {};
}

}  // namespace masu::table
