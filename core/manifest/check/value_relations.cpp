// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/check/value_relations.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/manifest/check/linear_fit.h"

namespace masu::manifest {

namespace {

constexpr double kDeterminedByOne = 0.99;
/// Two columns fit more than one, also what only depends on them.
constexpr double kDeterminedByTwo = 0.999;
/// And more columns fit more than two.
constexpr double kDeterminedBySum = 0.999999;

constexpr std::uint64_t kMostRows = 20'000;
constexpr std::uint64_t kMostValues = std::uint64_t{8} << 20U;
constexpr std::uint64_t kPlaces = 64;
constexpr std::size_t kLeastRows = 30;
constexpr std::size_t kMostPaired = 256;
constexpr std::size_t kPairedRows = 4096;
/// In so many rows products and quotients are tried first, which nearly all fail: this takes a part of the time of a
/// pair.
constexpr std::size_t kTriedRows = 64;
constexpr double kWorthTrying = 0.99;
constexpr std::size_t kFew = 5;
/// Of the rows that have a label, the share in which all columns that a sum is made from have values.
constexpr double kLeastComplete = 0.25;
constexpr std::uint64_t kReadValues = std::uint64_t{1} << 18U;

using Values = std::vector<double>;

/// A column's values in the rows that were read, NaN where they are missing.
struct Sampled {
  const table::Column* column = nullptr;
  Values values;
};

struct Rows {
  std::vector<Sampled> numbers;
  std::vector<Sampled> words;  ///< codes of categories; 0 is missing
  std::vector<Values> targets;
};

/// A column that may be part of a sum.
struct Part {
  std::size_t column = 0;
  double near = 0;  ///< correlation with the label, without its sign
  std::ptrdiff_t gaps = 0;
  Values values;  ///< of the rows that sums are looked for in
};

/// Pearson's correlation over the rows that have both; 0 where these are few or do not vary.
double correlation(std::span<const double> a, std::span<const double> b) {
  double count = 0, meanA = 0, meanB = 0, squaresA = 0, squaresB = 0, products = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!std::isfinite(a[i]) || !std::isfinite(b[i])) continue;
    ++count;
    const double offA = a[i] - meanA;
    const double offB = b[i] - meanB;
    meanA += offA / count;
    meanB += offB / count;
    squaresA += offA * (a[i] - meanA);
    squaresB += offB * (b[i] - meanB);
    products += offA * (b[i] - meanB);
  }
  const double scale = std::sqrt(squaresA) * std::sqrt(squaresB);
  if (count < kLeastRows || !(scale > 0) || !std::isfinite(scale)) return 0;
  return std::clamp(products / scale, -1.0, 1.0);
}

/// Places in ascending order, equal values at their middle; NaN stays.
Values ranksOf(const Values& values) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) order.push_back(i);
  }
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  Values ranks(values.size(), std::nan(""));
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = static_cast<double>(begin + end - 1) / 2;
    begin = end;
  }
  return ranks;
}

/// The share of the variance that the means of the words take away. A word of very few rows says nothing.
double shareByWords(const Values& codes, const Values& target) {
  struct Word {
    double count = 0, mean = 0, squares = 0;
    void add(double value) {
      ++count;
      const double off = value - mean;
      mean += off / count;
      squares += off * (value - mean);
    }
  };
  std::vector<Word> words;
  Word all;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto code = static_cast<std::size_t>(codes[i]);
    if (!std::isfinite(target[i])) continue;
    if (code >= words.size()) words.resize(code + 1);
    words[code].add(target[i]);
    all.add(target[i]);
  }
  if (all.count < kLeastRows || !(all.squares > 0)) return 0;
  double within = 0;
  for (const Word& word : words) {
    const double off = word.mean - all.mean;
    within += word.squares + (word.count < kFew ? word.count * off * off : 0);
  }
  return std::max(0.0, 1 - within / all.squares);
}

/// R² of the best plane through two columns, from the correlations of each with the label and with each other.
double planeShare(double one, double other, double between) {
  const double rest = 1 - between * between;
  if (rest < 1e-9) return 0;
  return std::clamp((one * one + other * other - 2 * one * other * between) / rest, 0.0, 1.0);
}

/// So many of the rows, spread evenly: the front of a dataset may be of one day, in which a column that matters does
/// not vary.
Values spreadRows(const Values& values, std::size_t rows) {
  if (values.size() <= rows) return values;
  Values some(rows);
  for (std::size_t i = 0; i < some.size(); ++i) some[i] = values[i * values.size() / rows];
  return some;
}

/// The rows that pairs and sums are looked for in.
Values pairedRows(const Values& values) {
  return spreadRows(values, kPairedRows);
}

/// One column times or by another beside a target, in the rows that have all three; no rows where such a row has no
/// quotient.
struct Joined {
  Values values;
  Values target;

  Joined(ValueRelation::Kind kind, const Values& one, const Values& other, const Values& label) {
    for (std::size_t i = 0; i < label.size(); ++i) {
      if (!std::isfinite(one[i]) || !std::isfinite(other[i]) || !std::isfinite(label[i])) continue;
      const double joined = kind == ValueRelation::Kind::product ? one[i] * other[i] : one[i] / other[i];
      if (!std::isfinite(joined)) {
        values.clear();
        target.clear();
        return;
      }
      values.push_back(joined);
      target.push_back(label[i]);
    }
  }

  double share() const {
    const double linear = correlation(values, target);
    return linear * linear;
  }
  /// By their order, in which a few values far from all others do not count for more.
  double rankedShare() const {
    const double ranked = correlation(ranksOf(values), ranksOf(target));
    return ranked * ranked;
  }
};

class Search {
 public:
  explicit Search(const Rows& rows) : m_rows(rows) {}

  ValueRelation run(const std::stop_token& stop) {
    for (const Values& target : m_rows.targets) {
      lookAtNumbers(target, stop);
      for (const Sampled& words : m_rows.words) {
        take(ValueRelation::Kind::category, shareByWords(words.values, target), {words.column->name});
      }
      if (!m_best.givesAway()) lookAtPairs(target, stop);
    }
    return m_best;
  }

  /// More than two columns that add up to a target.
  LinearFit sumFor(const Values& target) const {
    const Values label = pairedRows(target);
    const std::vector<Part> parts = partsFor(label);
    std::vector<std::span<const double>> values;
    for (const Part& part : parts) values.emplace_back(part.values);
    LinearFit fit = fitLinearly(values, label, kMostSummed, 1 - kDeterminedBySum);
    for (std::size_t& column : fit.columns) column = parts[column].column;
    return fit;
  }

 private:
  void lookAtNumbers(const Values& target, const std::stop_token& stop) {
    const Values targetRanks = ranksOf(target);
    m_near.clear();
    for (std::size_t i = 0; i < m_rows.numbers.size() && !stop.stop_requested(); ++i) {
      const Sampled& numbers = m_rows.numbers[i];
      const double linear = correlation(numbers.values, target);
      const double ranked = correlation(ranksOf(numbers.values), targetRanks);
      take(ValueRelation::Kind::linear, linear * linear, {numbers.column->name});
      // Said only where a straight line does not say it: of one whose numbers are rounded, the ranks may say more.
      if (linear * linear <= kDeterminedByOne && ranked * ranked > kDeterminedByOne) {
        take(ValueRelation::Kind::monotone, ranked * ranked, {numbers.column->name});
      }
      m_near.emplace_back(linear, i);
    }
  }

  /// Only a pair that determines the value is of interest: any two fit better than one.
  void lookAtPairs(const Values& target, const std::stop_token& stop) {
    std::ranges::sort(m_near, std::ranges::greater(), [](const auto& one) { return std::abs(one.first); });
    if (m_near.size() > kMostPaired) m_near.resize(kMostPaired);
    const Values label = pairedRows(target);
    const Values fewLabels = spreadRows(label, kTriedRows);
    std::vector<Values> values;
    std::vector<Values> few;
    for (auto& [near, i] : m_near) {
      values.push_back(pairedRows(m_rows.numbers[i].values));
      few.push_back(spreadRows(values.back(), kTriedRows));
      near = correlation(values.back(), label);
    }
    for (std::size_t a = 0; a < m_near.size() && !stop.stop_requested(); ++a) {
      for (std::size_t b = a + 1; b < m_near.size(); ++b) {
        // Named in the order of the columns.
        const Sampled& one = m_rows.numbers[std::min(m_near[a].second, m_near[b].second)];
        const Sampled& other = m_rows.numbers[std::max(m_near[a].second, m_near[b].second)];
        const double share = planeShare(m_near[a].first, m_near[b].first, correlation(values[a], values[b]));
        if (share >= kDeterminedByTwo) take(ValueRelation::Kind::pair, share, {one.column->name, other.column->name});
        const bool inOrder = m_near[a].second < m_near[b].second;
        const auto [first, second] = inOrder ? std::pair(a, b) : std::pair(b, a);
        const auto join = [&](ValueRelation::Kind kind, std::size_t left, std::size_t right) {
          if (!isWorthTrying({kind, few[left], few[right], fewLabels})) return;
          lookAtJoined(kind, {kind, values[left], values[right], label}, m_near[left].second, m_near[right].second);
        };
        join(ValueRelation::Kind::product, first, second);
        join(ValueRelation::Kind::quotient, first, second);
        join(ValueRelation::Kind::quotient, second, first);
      }
    }
  }

  /// Where the rows are too few to say, too.
  static bool isWorthTrying(const Joined& few) {
    return few.values.size() < kLeastRows || few.share() >= kWorthTrying;
  }

  void lookAtJoined(ValueRelation::Kind kind, const Joined& joined, std::size_t left, std::size_t right) {
    const double share = joined.share();
    if (share < kDeterminedByTwo || joined.rankedShare() < kDeterminedByTwo) return;
    take(kind, share, {m_rows.numbers[left].column->name, m_rows.numbers[right].column->name});
  }

  /// What may be part of a sum: the columns nearest to the label, in their order. A sum is looked for in the rows in
  /// which all have values: those with most gaps are left out until enough are left.
  std::vector<Part> partsFor(const Values& label) const {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < m_rows.numbers.size(); ++i) {
      Part part{.column = i, .near = 0, .gaps = 0, .values = pairedRows(m_rows.numbers[i].values)};
      part.gaps = std::ranges::count_if(part.values, [](double value) { return !std::isfinite(value); });
      part.near = std::abs(correlation(part.values, label));
      parts.push_back(std::move(part));
    }
    std::ranges::sort(parts, std::ranges::greater(), &Part::near);
    if (parts.size() > kMostPaired) parts.resize(kMostPaired);
    std::ranges::stable_sort(parts, {}, &Part::gaps);
    std::vector<std::size_t> complete;  // rows
    for (std::size_t row = 0; row < label.size(); ++row) {
      if (std::isfinite(label[row])) complete.push_back(row);
    }
    const auto least = static_cast<std::size_t>(kLeastComplete * static_cast<double>(complete.size()));
    std::erase_if(parts, [&](const Part& part) {
      std::vector<std::size_t> left;
      std::ranges::copy_if(complete, std::back_inserter(left),
                           [&](std::size_t row) { return std::isfinite(part.values[row]); });
      if (left.size() < least) return true;
      complete = std::move(left);
      return false;
    });
    std::ranges::sort(parts, {}, &Part::column);
    return parts;
  }

  void take(ValueRelation::Kind kind, double strength, std::vector<std::string> columns) {
    if (strength <= m_best.strength) return;
    m_best = {kind, strength, std::move(columns), m_rows.targets.front().size()};
  }

  const Rows& m_rows;
  std::vector<std::pair<double, std::size_t>> m_near;  ///< correlation with the label, of each column of numbers
  ValueRelation m_best;
};

void spread(std::span<const double> read, std::uint64_t width, std::uint64_t count, const std::vector<bool>& used,
            std::vector<Values*>& columns) {
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!used[i]) continue;
    for (std::uint64_t v = 0; v < width; ++v) columns[v]->push_back(read[i * width + v]);
  }
}

/// Reads the rows, from places spread evenly over the dataset.
Result<Rows> sample(const CheckContext& context) {
  Rows rows;
  for (const table::Column& column : context.dataset.meta().schema.columns) {
    if (column.role == table::Role::feature) rows.numbers.push_back({&column, {}});
    if (column.role == table::Role::category) rows.words.push_back({&column, {}});
  }
  const store::ObjectInfo& labels = *context.dataset.find("labels");
  rows.targets.resize(labels.valuesPerSample());
  std::vector<std::pair<const store::ObjectInfo*, std::vector<Values*>>> objects;
  const auto add = [&](const char* name, auto& sampled) {
    const store::ObjectInfo* object = context.dataset.find(name);
    if (object == nullptr || object->valuesPerSample() != sampled.size()) return;
    std::vector<Values*> values;
    for (Sampled& one : sampled) values.push_back(&one.values);
    objects.emplace_back(object, std::move(values));
  };
  add("features", rows.numbers);
  add("categories", rows.words);
  std::vector<Values*> targets;
  for (Values& target : rows.targets) targets.push_back(&target);
  objects.emplace_back(&labels, std::move(targets));

  const std::uint64_t samples = context.dataset.samples();
  const std::uint64_t width = rows.numbers.size() + rows.words.size() + rows.targets.size();
  const std::uint64_t wanted = std::clamp<std::uint64_t>(kMostValues / width, kLeastRows, kMostRows);
  const std::uint64_t places = std::min(kPlaces, samples);
  const std::uint64_t perPlace = std::min(samples / places, std::max<std::uint64_t>(1, wanted / places));
  for (std::uint64_t place = 0; place < places; ++place) {
    if (context.job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t first = samples / places * place;
    std::vector<bool> used(perPlace);
    for (std::uint64_t i = 0; i < perPlace; ++i) used[i] = context.splitOf(first + i) != store::Split::unused;
    for (auto& [object, columns] : objects) {
      MASU_TRY(const auto read, context.dataset.readValues(*object, first, perPlace));
      spread(read, columns.size(), perPlace, used, columns);
    }
  }
  // Columns that are not stored as one value each are not distinguished.
  const std::size_t taken = rows.targets.front().size();
  std::erase_if(rows.numbers, [&](const Sampled& one) { return one.values.size() != taken; });
  std::erase_if(rows.words, [&](const Sampled& one) { return one.values.size() != taken; });
  return rows;
}

/// How much of the variance of a label a sum explains on all samples that are used.
class SumCheck {
 public:
  SumCheck(const LinearFit& fit, std::size_t target) : m_fit(fit), m_target(target) {}

  Result<void> run(const CheckContext& context) {
    const store::ObjectInfo& features = *context.dataset.find("features");
    const store::ObjectInfo& labels = *context.dataset.find("labels");
    const std::uint64_t width = features.valuesPerSample();
    const std::uint64_t rows = std::max<std::uint64_t>(1, kReadValues / (width + labels.valuesPerSample()));
    Values values(m_fit.columns.size());
    for (std::uint64_t first = 0; first < context.dataset.samples(); first += rows) {
      if (context.job.stopRequested()) return fail(Error::cancelled());
      const std::uint64_t count = std::min(rows, context.dataset.samples() - first);
      MASU_TRY(const auto read, context.dataset.readValues(features, first, count));
      MASU_TRY(const auto targets, context.dataset.readValues(labels, first, count));
      for (std::uint64_t i = 0; i < count; ++i) {
        if (context.splitOf(first + i) == store::Split::unused) continue;
        for (std::size_t k = 0; k < values.size(); ++k) values[k] = read[i * width + m_fit.columns[k]];
        add(targets[i * labels.valuesPerSample() + m_target], m_fit.of(values));
      }
    }
    return {};
  }

  double strength() const { return m_squares > 0 ? std::max(0.0, 1 - m_residues / m_squares) : 0; }
  std::uint64_t samples() const { return m_samples; }

 private:
  void add(double target, double sum) {
    if (!std::isfinite(target) || !std::isfinite(sum)) return;
    const double off = target - m_mean;
    m_mean += off / static_cast<double>(++m_samples);
    m_squares += off * (target - m_mean);
    m_residues += (target - sum) * (target - sum);
  }

  const LinearFit& m_fit;
  std::size_t m_target;
  std::uint64_t m_samples = 0;
  double m_mean = 0;
  double m_squares = 0;
  double m_residues = 0;
};

/// A sum that all samples confirm; else what was found before.
Result<ValueRelation> withSums(const CheckContext& context, const Rows& rows, const Search& search,
                               ValueRelation best) {
  for (std::size_t target = 0; target < rows.targets.size(); ++target) {
    if (context.job.stopRequested()) return fail(Error::cancelled());
    const LinearFit fit = search.sumFor(rows.targets[target]);
    if (fit.columns.size() < 2) continue;
    SumCheck check(fit, target);
    MASU_CHECK(check.run(context));
    if (check.strength() < kDeterminedBySum) continue;
    best = {ValueRelation::Kind::sum, check.strength(), {}, check.samples()};
    for (const std::size_t column : fit.columns) best.columns.push_back(rows.numbers[column].column->name);
    break;
  }
  return best;
}

}  // namespace

bool ValueRelation::givesAway() const {
  const bool ofTwo = kind == Kind::pair || kind == Kind::product || kind == Kind::quotient;
  return strength >= (kind == Kind::sum ? kDeterminedBySum : ofTwo ? kDeterminedByTwo : kDeterminedByOne);
}

Result<ValueRelation> strongestRelation(const CheckContext& context) {
  if (context.dataset.samples() == 0) return ValueRelation{};
  MASU_TRY(const Rows rows, sample(context));
  Search search(rows);
  ValueRelation best = search.run(context.job.stop);
  if (context.job.stopRequested()) return fail(Error::cancelled());
  if (best.givesAway() || rows.numbers.empty()) return best;
  return withSums(context, rows, search, std::move(best));
}

}  // namespace masu::manifest
