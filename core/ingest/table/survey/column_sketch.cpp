// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/column_sketch.h"

#include <algorithm>
#include <cmath>

#include "core/csv/numbers/whole_number.h"
#include "core/ingest/plan/column_rules.h"
#include "core/table/moment.h"

namespace masu::ingest {

namespace {

constexpr std::size_t kHistogramBins = 24;
constexpr std::size_t kValuesShown = 1000;
constexpr std::size_t kSampledNumbers = 1024;

std::vector<std::uint64_t> histogramOf(const std::vector<double>& sorted) {
  std::vector<std::uint64_t> bins(kHistogramBins, 0);
  const double low = sorted.front();
  const double span = sorted.back() - low;
  for (const double value : sorted) {
    const double place = span > 0 ? (value - low) / span * static_cast<double>(kHistogramBins) : 0;
    ++bins[std::min(kHistogramBins - 1, static_cast<std::size_t>(place))];
  }
  return bins;
}

/// Evenly spaced order statistics: the smallest and the largest are among them.
std::vector<double> sampleOf(const std::vector<double>& sorted) {
  if (sorted.size() <= kSampledNumbers) return sorted;
  std::vector<double> sample(kSampledNumbers);
  for (std::size_t i = 0; i < kSampledNumbers; ++i) sample[i] = sorted[i * (sorted.size() - 1) / (kSampledNumbers - 1)];
  return sample;
}

}  // namespace

void ColumnSketch::countWord(std::string_view text, std::uint64_t limit) {
  if (const auto found = m_words.find(text); found != m_words.end()) {
    ++found->second;
  } else if (m_words.size() < limit) {
    m_words.emplace(text, 1);
  } else {
    m_wordsLeftOut = true;
  }
}

void ColumnSketch::addMissing(std::string_view text, bool blanks) {
  ++m_missing;
  if (text.empty() && !blanks) {
    ++m_empty;
  } else if (const auto found = m_markers.find(text); found != m_markers.end()) {
    ++found->second;
  } else {
    m_markers.emplace(text, 1);  // no more than there are markers
  }
}

void ColumnSketch::add(std::string_view text, const csv::CellParser& parser, bool blanks) {
  if (parser.isMissing(text)) return addMissing(text, blanks);
  double value = 0;
  const csv::NumberStatus status = parser.number(text, value);
  if (status == csv::NumberStatus::number && std::isnan(value)) {
    ++m_nans;
    const bool known = m_nanWords.contains(text);
    if (known || m_nanWords.size() <= kMostIntegerClasses) ++m_nanWords[std::string(text)];
  } else if (status == csv::NumberStatus::notANumber) {
    ++m_texts;
    m_forms.addText(text, addTime(text));
    if (booleanFrom(text) >= 0) ++m_booleans;
    countWord(text, kMostCategories + 1);
  } else {
    // However many digits there are.
    csv::Whole whole;
    const bool integer = csv::parseWhole(text, '\0', whole);
    ++(integer ? m_integers : m_decimals);
    const bool wide = integer && !csv::holdsWhole(whole);
    m_tooWide = m_tooWide || wide;
    m_beyond = m_beyond || (wide && !csv::isMissingMark(whole));
    // What is beyond all doubles is rejected as too large.
    const bool large = std::fabs(value) >= csv::kWholeDoubles && std::isfinite(value);
    const bool isFirst = integer && large && m_inexact.empty();
    if (isFirst && csv::roundingOf(whole, value) > 0) m_inexact = text;
    if (m_zeroLed.empty() && isZeroLed(text)) m_zeroLed = text;
    m_numbers.push_back(value);
    // 20240301 is a date only where someone says so.
    if (m_kind == table::Kind::time) addTime(text);
    m_forms.addNumber(text, value);
    // Numbers with more values than classes may have are not shown by value.
    const std::size_t known = m_words.size();
    if (!m_wordsLeftOut) countWord(text, kMostIntegerClasses + 1);
    m_numberWords += m_words.size() - known;
  }
}

bool ColumnSketch::addTime(std::string_view text) {
  if (double second = 0; table::parseTime(text, table::DateOrder::dayFirst, table::TimeKind::ofDay, second)) {
    m_times.ofDay.push_back(second);
    m_forms.addTime(text);
    return true;
  }
  double day = 0;
  double month = 0;
  const bool dayFirst = table::parseTime(text, table::DateOrder::dayFirst, day);
  const bool monthFirst = table::parseTime(text, table::DateOrder::monthFirst, month);
  if (dayFirst) m_times.dayFirst.push_back(day);
  if (monthFirst) m_times.monthFirst.push_back(month);
  if (dayFirst || monthFirst) m_forms.addTime(text);
  if (double year = 0; table::parseTime(text, table::DateOrder::yearFirst, year)) m_times.yearFirst.push_back(year);
  m_times.differ = m_times.differ || dayFirst != monthFirst || day != month;
  return dayFirst || monthFirst;
}

table::DateOrder ColumnSketch::dateOrder() const {
  if (m_order) return *m_order;
  const std::size_t day = m_times.dayFirst.size();
  const std::size_t month = m_times.monthFirst.size();
  if (day != month) return day > month ? table::DateOrder::dayFirst : table::DateOrder::monthFirst;
  return m_delimiter == ';' ? table::DateOrder::dayFirst : table::DateOrder::monthFirst;
}

/// In the order that reads most of them.
std::size_t ColumnSketch::dates() const {
  const std::size_t found = std::max(m_times.dayFirst.size(), m_times.monthFirst.size());
  return m_order ? std::max(found, datesBy(*m_order).size()) : found;
}

table::TimeKind ColumnSketch::timeKind() const {
  if (m_times.ofDay.empty() && dates() == 0) return table::TimeKind::any;
  return m_times.ofDay.size() > dates() ? table::TimeKind::ofDay : table::TimeKind::dated;
}

/// The times of the column's kind.
const std::vector<double>& ColumnSketch::timesBy(table::DateOrder order) const {
  return timeKind() == table::TimeKind::ofDay ? m_times.ofDay : datesBy(order);
}

const std::vector<double>& ColumnSketch::datesBy(table::DateOrder order) const {
  switch (order) {
    case table::DateOrder::dayFirst:
      return m_times.dayFirst;
    case table::DateOrder::monthFirst:
      return m_times.monthFirst;
    case table::DateOrder::yearFirst:
      break;
  }
  return m_times.yearFirst;
}

bool ColumnSketch::isTime(std::uint64_t present) const {
  const std::size_t times = std::max(dates(), m_times.ofDay.size());
  return times > 0 && (present - times) * 50 <= present;
}

/// Different cells. Of numbers that are too many to be counted by their texts: different values, so that 1 and 1.0 are
/// one; of words that are too many for a category: one more than it may have.
std::uint64_t ColumnSketch::distinct() const {
  if (!m_wordsLeftOut) return m_words.size();
  std::vector<double> values = m_numbers;
  std::ranges::sort(values);
  const auto numbers = static_cast<std::uint64_t>(std::unique(values.begin(), values.end()) - values.begin());
  return std::max(numbers, m_numberWords) + m_words.size() - m_numberWords;
}

table::Kind ColumnSketch::kind() const {
  const std::uint64_t present = m_integers + m_decimals + m_texts;
  if (present == 0) return m_kind.value_or(table::Kind::empty);
  if (m_kind == table::Kind::decimal) return m_decimals == 0 ? table::Kind::integer : table::Kind::decimal;
  if (m_kind) return *m_kind;
  if (m_booleans == present) return table::Kind::boolean;
  if (isTime(present)) return table::Kind::time;
  // A few words among numbers are faults of the data; the import rejects their records and says so.
  if (m_texts * 50 <= present) return m_decimals == 0 ? table::Kind::integer : table::Kind::decimal;
  const std::uint64_t different = distinct();
  const bool mostlyDifferent = different > kMostIntegerClasses && different * 2 > present;
  return different > kMostCategories || mostlyDifferent ? table::Kind::text : table::Kind::category;
}

/// Range, histogram and a sample of values that count from the plan's origin.
void ColumnSketch::fillRange(ColumnPlan& plan, std::vector<double> values) const {
  for (const double value : values) plan.stats.add(value);
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) return;
  std::sort(values.begin(), values.end());
  plan.histogram = histogramOf(values);
  plan.sampled = sampleOf(values);
  for (double& value : plan.sampled) value -= plan.origin;
  plan.distinct = static_cast<std::uint64_t>(std::unique(values.begin(), values.end()) - values.begin());
}

void ColumnSketch::fillNumbers(ColumnPlan& plan) const {
  fillRange(plan, m_numbers);
  plan.misfits = m_texts;
  const bool beyond = std::max(plan.stats.max, -plan.stats.min) >= csv::kWholeDoubles;
  plan.tooWide = m_tooWide;
  plan.forms.missingMark = m_tooWide && !m_beyond;
  plan.forms.inexact = m_inexact;
  plan.forms.inexactAt = m_inexactAt;
  plan.zeroLed = m_zeroLed;
  plan.wide = plan.kind == table::Kind::integer && plan.stats.count > 0 && beyond && !m_tooWide;
}

void ColumnSketch::fillTimes(ColumnPlan& plan) const {
  plan.dateOrder = dateOrder();
  plan.forms.times = timeKind();
  const bool dated = plan.forms.times != table::TimeKind::ofDay;
  const bool same = m_times.dayFirst.size() == m_times.monthFirst.size();
  plan.dateOrderOpen = dated && !m_order && same && m_times.differ;
  plan.dateOrderShown = dated && !m_order && !same;
  plan.forms.orderless = !m_order && !(dated && m_times.differ);
  plan.forms.orderMatters = dated && (m_times.differ || m_times.monthFirst != m_times.yearFirst);
  const auto& times = timesBy(plan.dateOrder);
  plan.yearFirstFits = dated && !m_order && times.size() == m_times.yearFirst.size() && times != m_times.yearFirst;
  // The first record of all is among those surveyed, and comes first.
  if (!times.empty()) plan.origin = times.front();
  // Whole seconds are exact, so that what counts from them keeps its fractions.
  if (!table::isCoarse(plan.origin)) plan.origin = std::floor(plan.origin);
  fillRange(plan, times);
  plan.misfits = m_integers + m_decimals + m_texts - times.size();
}

void ColumnSketch::fillValues(ColumnPlan& plan) const {
  std::vector<std::pair<std::string, std::uint64_t>> words(m_words.begin(), m_words.end());
  if (!missesNan(plan.kind)) words.insert(words.end(), m_nanWords.begin(), m_nanWords.end());
  std::sort(words.begin(), words.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  words.resize(std::min(words.size(), kValuesShown));
  for (auto& [word, count] : words) {
    plan.values.push_back(std::move(word));
    plan.valueCounts.push_back(count);
  }
}

/// Cells such as NAN are missing among numbers, no time, and words among others, as the import has them.
void ColumnSketch::fillNans(ColumnPlan& plan) const {
  plan.stats.missing = m_missing;
  plan.forms.empty = m_empty;
  plan.forms.texts = std::max<std::uint64_t>(plan.distinct, m_words.size()) + m_markers.size() + m_nanWords.size();
  if (missesNan(plan.kind) || plan.kind == table::Kind::empty) {
    plan.stats.missing += m_nans;
  } else if (plan.kind == table::Kind::time) {
    plan.misfits += m_nans;
  } else {
    plan.stats.count += m_nans;
    plan.distinct += m_nanWords.size();
  }
}

ColumnPlan ColumnSketch::finish(std::string name) const {
  ColumnPlan plan;
  plan.name = std::move(name);
  plan.kind = kind();
  plan.forms = m_forms.finish(plan.kind);
  plan.distinct = m_words.size();
  const bool numeric = plan.kind == table::Kind::integer || plan.kind == table::Kind::decimal;
  if (numeric) {
    fillNumbers(plan);
  } else if (plan.kind == table::Kind::time) {
    fillTimes(plan);
  } else {
    plan.distinct = distinct();
    plan.stats.count = m_integers + m_decimals + m_texts;
    if (plan.kind == table::Kind::boolean) {
      const auto others = std::ranges::count_if(m_numbers, [](double value) { return !isBoolean(value); });
      plan.misfits = m_texts - m_booleans + static_cast<std::uint64_t>(others);
    }
  }
  fillNans(plan);
  // Numbers with few values may yet be chosen as classes.
  const bool time = plan.kind == table::Kind::time;
  if ((!numeric && !time) || (!m_wordsLeftOut && m_words.size() <= kMostIntegerClasses)) fillValues(plan);
  return plan;
}

}  // namespace masu::ingest
