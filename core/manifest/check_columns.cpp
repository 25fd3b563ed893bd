#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>

#include "core/manifest/check_parts.h"
#include "core/table/column_stats.h"

namespace masu::manifest {

namespace {

using table::Role;

constexpr std::uint64_t kBlockValues = std::uint64_t{1} << 20U;
constexpr std::size_t kBins = 64;
/// A value that fewer samples share says nothing of their class: an identifier would tell every one.
constexpr std::uint32_t kFew = 5;
/// A column that takes away this much of the errors of guessing gives the label away.
constexpr double kTells = 0.95;
/// Means may lie this many standard deviations apart, or as far as chance explains.
constexpr double kDrift = 0.1;
constexpr double kDeviations = 4.5;
constexpr std::size_t kMostClasses = 256;

/// How often each class comes with each value of a column.
class Association {
 public:
  Association(std::size_t values, std::size_t classes) : m_classes(classes), m_counts(values * classes) {}

  void add(std::size_t value, std::size_t code) { ++m_counts[value * m_classes + code]; }

  /// The share of the errors of always guessing the largest class that knowing the value takes away.
  double tells() const {
    std::vector<std::uint64_t> totals(m_classes);
    for (std::size_t i = 0; i < m_counts.size(); ++i) totals[i % m_classes] += m_counts[i];
    const std::uint64_t all = std::accumulate(totals.begin(), totals.end(), std::uint64_t{0});
    const auto largest = static_cast<std::size_t>(std::ranges::max_element(totals) - totals.begin());
    std::uint64_t right = 0;
    for (std::size_t begin = 0; begin < m_counts.size(); begin += m_classes) {
      const auto row = std::span(m_counts).subspan(begin, m_classes);
      const auto samples = std::accumulate(row.begin(), row.end(), std::uint64_t{0});
      right += samples < kFew ? row[largest] : *std::ranges::max_element(row);
    }
    const std::uint64_t wrong = all - totals[largest];
    return wrong == 0 ? 0 : static_cast<double>(right - std::min(right, totals[largest])) / static_cast<double>(wrong);
  }

 private:
  std::size_t m_classes;
  std::vector<std::uint32_t> m_counts;
};

/// One column of a table or channel of recordings, and what is gathered of it.
struct Watched {
  const table::Column* column = nullptr;
  std::array<table::ColumnStats, store::kSplitCount> stats;
  std::optional<Association> association;
};

std::size_t binOf(const table::Column& column, double value) {
  if (std::isnan(value)) return kBins;
  const double range = column.stats.max - column.stats.min;
  if (!(range > 0)) return 0;
  const double place = std::clamp((value - column.stats.min) / range, 0.0, 1.0);
  return std::min(kBins - 1, static_cast<std::size_t>(place * kBins));
}

/// Gathers features and categories in one pass each.
class Gathering {
 public:
  explicit Gathering(const Checked& checked) : m_checked(checked) {
    const auto& meta = checked.dataset.meta();
    const bool classes = meta.target == store::Target::classes && meta.classes.size() <= kMostClasses;
    const bool table = meta.kind == store::SampleKind::table;
    if (classes && table) m_labels = checked.dataset.find("labels");
    std::uint64_t left = std::max<std::uint64_t>(checked.memoryBytes, std::uint64_t{16} << 20U) / 2;
    for (const table::Column& column : meta.schema.columns) {
      if (column.role != Role::feature && column.role != Role::category) continue;
      Watched watched;
      watched.column = &column;
      const std::size_t values = column.role == Role::feature ? kBins + 1 : column.dictionary.size() + 1;
      const std::uint64_t bytes = values * meta.classes.size() * sizeof(std::uint32_t);
      if (m_labels != nullptr && bytes <= left) {
        watched.association.emplace(values, meta.classes.size());
        left -= bytes;
      }
      (column.role == Role::feature ? m_features : m_categories).push_back(std::move(watched));
    }
  }

  Result<void> run() {
    MASU_CHECK(gather("features", m_features, true));
    return gather("categories", m_categories, false);
  }

  const std::vector<Watched>& features() const { return m_features; }
  const std::vector<Watched>& categories() const { return m_categories; }
  bool labelled() const { return m_labels != nullptr; }

 private:
  Result<void> gather(const char* name, std::vector<Watched>& columns, bool numbers) {
    const store::ObjectInfo* object = m_checked.dataset.find(name);
    if (object == nullptr || columns.empty()) return {};
    const std::uint64_t values = object->valuesPerSample();
    const std::uint64_t run = std::max<std::uint64_t>(1, values / columns.size());
    std::optional<CodeReader> labels;
    if (m_labels != nullptr) labels.emplace(m_checked.dataset, *m_labels);
    const std::uint64_t block =
        std::clamp<std::uint64_t>(kBlockValues / std::max<std::uint64_t>(values, 1), 1, kBlockSamples);
    return forEachBlock(m_checked, block, [&](std::uint64_t first, std::uint64_t count) -> Result<void> {
      MASU_TRY(const auto stored, m_checked.dataset.readValues(*object, first, count));
      std::span<const std::int64_t> codes;
      if (labels) {
        MASU_TRY(codes, labels->read(first, count));
      }
      for (std::uint64_t i = 0; i < count; ++i) {
        const store::Split split = m_checked.splitOf(first + i);
        if (split == store::Split::unused) continue;
        const std::span<const double> sample(stored.data() + i * values, values);
        for (std::uint64_t v = 0; v < values; ++v) {
          Watched& watched = columns[v / run % columns.size()];
          if (numbers) watched.stats[static_cast<std::size_t>(split)].add(sample[v]);
          if (!watched.association) continue;
          const std::size_t value = numbers ? binOf(*watched.column, sample[v]) : static_cast<std::size_t>(sample[v]);
          watched.association->add(value, static_cast<std::size_t>(codes[i]));
        }
      }
      return {};
    });
  }

  const Checked& m_checked;
  const store::ObjectInfo* m_labels = nullptr;
  std::vector<Watched> m_features;
  std::vector<Watched> m_categories;
};

std::string figure(const char* format, double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

Check judgeGivenAway(const Gathering& gathering) {
  Check check;
  check.name = "label_given_away";
  if (!gathering.labelled()) {
    check.detail = {MASU_TEXT("core", "There are no columns beside classes that could tell them."), {}};
    return check;
  }
  double most = 0;
  std::string telling;
  for (const auto* columns : {&gathering.features(), &gathering.categories()}) {
    for (const Watched& watched : *columns) {
      const double tells = watched.association ? watched.association->tells() : 0;
      if (tells <= most) continue;
      most = tells;
      telling = watched.column->name;
    }
  }
  check.passed = most < kTells;
  check.detail = {check.passed
                      ? MASU_TEXT("core",
                                  "No single column tells the class; {0} comes nearest and takes away {1} % of "
                                  "the errors of guessing.")
                      : MASU_TEXT("core",
                                  "The column {0} alone tells the class: it takes away {1} % of the errors of "
                                  "guessing."),
                  {telling.empty() ? "–" : telling, figure("%.1f", 100 * most)}};
  if (!check.passed) {
    check.fix = {MASU_TEXT("core",
                           "If it would not be known when the model is used, import again without it (--keep "
                           "keeps it for browsing)."),
                 {}};
  }
  return check;
}

Check judgeDrift(const Checked& checked, const Gathering& gathering) {
  Check check;
  check.name = "drift";
  std::array<double, store::kSplitCount> sizes{};
  for (const store::Split split : checked.assignment) ++sizes[static_cast<std::size_t>(split)];
  double most = 0;
  for (const Watched& watched : gathering.features()) {
    const table::ColumnStats& train = watched.stats[1];
    const double deviation = train.deviation();
    if (train.count == 0 || !(deviation > 0)) continue;
    for (std::size_t s = 2; s < sizes.size(); ++s) {
      if (watched.stats[s].count == 0) continue;
      const double off = std::abs(watched.stats[s].mean - train.mean) / deviation;
      // Values of one window depend on each other: it is samples that count.
      const double chance = kDeviations * std::sqrt(1 / sizes[1] + 1 / sizes[s]);
      if (off <= most || off <= std::max(kDrift, chance)) continue;
      most = off;
      check.passed = false;
      check.detail = {
          MASU_TEXT("core", "The mean of {0} is {1} in {2}, but {3} in train: {4} standard deviations apart."),
          {watched.column->name, figure("%.4g", watched.stats[s].mean),
           std::string(store::name(static_cast<store::Split>(s))), figure("%.4g", train.mean), figure("%.2f", off)}};
    }
  }
  if (check.passed) {
    check.detail = {MASU_TEXT("core", "The means of all columns agree between the splits, as far as chance allows."),
                    {}};
  } else {
    check.fix = {MASU_TEXT("core",
                           "Where the difference is not meant, as in a split by time or by group, split at "
                           "random or with other groups."),
                 {}};
  }
  return check;
}

}  // namespace

Result<ColumnChecks> checkColumns(const Checked& checked) {
  Gathering gathering(checked);
  MASU_CHECK(gathering.run());
  return ColumnChecks{judgeGivenAway(gathering), judgeDrift(checked, gathering)};
}

}  // namespace masu::manifest
