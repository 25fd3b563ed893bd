#include "core/ingest/column_sketch.h"

#include <algorithm>
#include <cmath>

namespace masu::ingest {

namespace {

constexpr std::size_t kHistogramBins = 24;
constexpr std::size_t kValuesShown = 1000;
constexpr std::size_t kSampledNumbers = 1024;

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
  return text.size() == lower.size() &&
         std::equal(text.begin(), text.end(), lower.begin(), [](char a, char b) { return (a | 0x20) == b; });
}

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

/// Evenly spaced order statistics: the least and the greatest are among them.
std::vector<double> sampleOf(const std::vector<double>& sorted) {
  if (sorted.size() <= kSampledNumbers) return sorted;
  std::vector<double> sample(kSampledNumbers);
  for (std::size_t i = 0; i < kSampledNumbers; ++i) sample[i] = sorted[i * (sorted.size() - 1) / (kSampledNumbers - 1)];
  return sample;
}

}  // namespace

int booleanFrom(std::string_view text) {
  if (equalsIgnoringCase(text, "true") || equalsIgnoringCase(text, "yes")) return 1;
  if (equalsIgnoringCase(text, "false") || equalsIgnoringCase(text, "no")) return 0;
  return -1;
}

void ColumnSketch::countWord(std::string_view text, std::uint64_t limit) {
  if (const auto found = m_words.find(text); found != m_words.end()) {
    ++found->second;
  } else if (m_words.size() < limit) {
    m_words.emplace(text, 1);
  } else {
    m_wordsLeftOut = true;
  }
}

void ColumnSketch::add(std::string_view text, const csv::CellParser& parser) {
  double value = 0;
  const bool missing = parser.isMissing(text);
  const csv::NumberStatus status = missing ? csv::NumberStatus::notANumber : parser.number(text, value);
  if (missing || (status == csv::NumberStatus::number && std::isnan(value))) {
    ++m_missing;
  } else if (status == csv::NumberStatus::notANumber) {
    ++m_texts;
    if (booleanFrom(text) >= 0) ++m_booleans;
    countWord(text, kMostCategories + 1);
  } else {
    std::int64_t whole = 0;
    ++(csv::parseInteger(text, whole) ? m_integers : m_decimals);
    m_numbers.push_back(value);
    // Numbers with more values than classes may have are not shown by value.
    if (!m_wordsLeftOut) countWord(text, kMostIntegerClasses + 1);
  }
}

table::Kind ColumnSketch::kind() const {
  const std::uint64_t present = m_integers + m_decimals + m_texts;
  if (present == 0) return table::Kind::empty;
  if (m_booleans == present) return table::Kind::boolean;
  // A few words among numbers are faults of the data; the import rejects their records and says so.
  if (m_texts * 50 <= present) return m_decimals == 0 ? table::Kind::integer : table::Kind::decimal;
  const bool mostlyDifferent = m_words.size() > kMostIntegerClasses && m_words.size() * 2 > present;
  return m_words.size() > kMostCategories || mostlyDifferent ? table::Kind::text : table::Kind::category;
}

void ColumnSketch::fillNumbers(ColumnPlan& plan) const {
  std::vector<double> sorted;
  sorted.reserve(m_numbers.size());
  for (const double value : m_numbers) {
    plan.stats.add(value);
    if (std::isfinite(value)) sorted.push_back(value);
  }
  if (sorted.empty()) return;
  std::sort(sorted.begin(), sorted.end());
  plan.histogram = histogramOf(sorted);
  plan.sampled = sampleOf(sorted);
  plan.distinct = static_cast<std::uint64_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

void ColumnSketch::fillValues(ColumnPlan& plan) const {
  std::vector<std::pair<std::string, std::uint64_t>> words(m_words.begin(), m_words.end());
  std::sort(words.begin(), words.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  words.resize(std::min(words.size(), kValuesShown));
  for (auto& [word, count] : words) {
    plan.values.push_back(std::move(word));
    plan.valueCounts.push_back(count);
  }
}

ColumnPlan ColumnSketch::finish(std::string name) const {
  ColumnPlan plan;
  plan.name = std::move(name);
  plan.kind = kind();
  plan.distinct = m_words.size();
  const bool numeric = plan.kind == table::Kind::integer || plan.kind == table::Kind::decimal;
  if (numeric) {
    fillNumbers(plan);
    plan.stats.missing = m_missing;
  } else {
    plan.stats.count = m_integers + m_decimals + m_texts;
    plan.stats.missing = m_missing;
  }
  // Numbers with few values may yet be chosen as classes.
  if (!numeric || (!m_wordsLeftOut && m_words.size() <= kMostIntegerClasses)) fillValues(plan);
  return plan;
}

}  // namespace masu::ingest
