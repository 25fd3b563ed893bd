// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <cstdio>

#include "core/manifest/check/column_profiles.h"
#include "core/manifest/check/value_relations.h"

namespace masu::manifest {

namespace {

/// A column that takes away this much of the errors of guessing gives the label away.
constexpr double kPredicts = 0.95;
/// Splits may be this many standard deviations apart, or as far as chance explains.
constexpr double kDrift = 0.1;
constexpr double kDeviations = 4.5;
/// Beyond this, a model meets other data than it learnt from.
constexpr double kFarDrift = 0.5;

std::string figure(const char* format, double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

/// The column that says most about the classes: by its values, and by its gaps.
struct Giveaway {
  const table::Column* byValues = nullptr;
  double lambda = 0;
  const table::Column* byGaps = nullptr;
  ClassByGaps gaps;
  std::size_t skipped = 0;  ///< columns of which only the gaps were looked at

  bool isByGaps() const {
    return gaps.lambda >= kPredicts && (lambda < kPredicts || byValues == nullptr || byValues == byGaps);
  }
};

Giveaway giveawayOf(const ColumnProfiles& profiles) {
  Giveaway found;
  for (const auto* columns : {&profiles.features(), &profiles.categories()}) {
    for (const ColumnProfile& profile : *columns) {
      found.skipped += profile.association ? 0 : 1;
      const double lambda = profile.association ? profile.association->lambda() : 0;
      if (lambda > found.lambda) {
        found.lambda = lambda;
        found.byValues = profile.column;
      }
      const auto gaps = classByGaps(profile.missing, profiles.classes());
      if (!gaps || gaps->lambda <= found.gaps.lambda) continue;
      found.gaps = *gaps;
      found.byGaps = profile.column;
    }
  }
  return found;
}

void markGivenByGaps(Check& check, const Giveaway& found, const std::string& className) {
  const ClassByGaps& gaps = found.gaps;
  const bool lacks = gaps.lacksValue();
  const auto countOf = [&](std::uint64_t missing, std::uint64_t all) {
    return std::to_string(lacks ? missing : all - missing);
  };
  markFailed(check, Severity::serious,
             {lacks ? MASU_TEXT("core",
                                "The column {0} gives the class {1} away by its gaps: it is missing in {2} of {3} "
                                "samples of that class, and in {4} of {5} others.")
                    : MASU_TEXT("core",
                                "The column {0} gives the class {1} away by its gaps: it has a value in {2} of {3} "
                                "samples of that class, and in {4} of {5} others."),
              {found.byGaps->name, className, countOf(gaps.missing, gaps.samples), std::to_string(gaps.samples),
               countOf(gaps.othersMissing, gaps.others), std::to_string(gaps.others)}},
             {MASU_TEXT("core",
                        "If new samples would not have the same gaps, import again without it; it can be kept for "
                        "browsing alone."),
              {}});
}

Check checkGivenAway(const CheckContext& context, const ColumnProfiles& profiles) {
  Check check;
  check.name = "label_given_away";
  if (!profiles.labelled()) {
    check.detail = {MASU_TEXT("core", "No columns besides the labels could give them away."), {}};
    return check;
  }
  const Giveaway found = giveawayOf(profiles);
  if (found.isByGaps()) {
    markGivenByGaps(check, found, context.dataset.meta().classes[found.gaps.code]);
    return check;
  }
  if (found.byValues == nullptr) {
    check.detail = {found.skipped > 0 ? MASU_TEXT("core",
                                                  "No single column gives the class away. Of {0} columns, which have "
                                                  "too many values or classes, only the gaps were compared.")
                                      : MASU_TEXT("core", "No single column gives the class away."),
                    {std::to_string(found.skipped)}};
    return check;
  }
  const std::vector<Argument> arguments = {found.byValues->name, figure("%.1f", 100 * found.lambda),
                                           std::to_string(found.skipped)};
  if (found.lambda < kPredicts) {
    check.detail = {
        found.skipped > 0
            ? MASU_TEXT("core",
                        "No single column gives the class away; {0} comes nearest and avoids {1} % of the errors of "
                        "guessing. Of {2} columns, which have too many values or classes, only the gaps were compared.")
            : MASU_TEXT("core",
                        "No single column gives the class away; {0} comes nearest and avoids {1} % of the errors of "
                        "guessing."),
        arguments};
    return check;
  }
  markFailed(
      check, Severity::serious,
      {MASU_TEXT("core", "The column {0} alone gives the class away: it avoids {1} % of the errors of guessing."),
       arguments},
      {MASU_TEXT(
           "core",
           "If it would not be known when the model is used, import again without it; it can be kept for browsing "
           "alone."),
       {}});
  return check;
}

/// Looks for the largest difference between train and another split, in standard deviations.
class DriftSearch {
 public:
  explicit DriftSearch(const CheckContext& context) {
    for (const store::Split split : context.assignment) ++m_sizes[static_cast<std::size_t>(split)];
  }

  void look(const ColumnProfile& profile) {
    const table::ColumnStats& train = profile.stats[1];
    const double deviation = train.deviation();
    if (train.count > 0 && deviation > 0) lookAtMeans(profile, train, deviation);
    for (std::size_t code = 0; code < profile.words.size() && m_sizes[1] > 0; ++code) lookAtShares(profile, code);
  }

  double most() const { return m_most; }
  const Message& detail() const { return m_detail; }

 private:
  void lookAtMeans(const ColumnProfile& profile, const table::ColumnStats& train, double deviation) {
    for (std::size_t s = 2; s < m_sizes.size(); ++s) {
      if (profile.stats[s].count == 0) continue;
      if (!isMost(std::abs(profile.stats[s].mean - train.mean) / deviation, s)) continue;
      m_detail = {MASU_TEXT("core", "The mean of {0} is {1} in {2}, but {3} in train: {4} standard deviations apart."),
                  {profile.column->name, figure("%.4g", profile.stats[s].mean),
                   Message::marked(store::name(static_cast<store::Split>(s))), figure("%.4g", train.mean),
                   figure("%.2f", m_most)}};
    }
  }

  /// Shares are compared by Cohen's h, whose error of chance depends on the sizes alone (Statistical Power Analysis
  /// for the Behavioral Sciences, 1988, chapter 6).
  void lookAtShares(const ColumnProfile& profile, std::size_t code) {
    const auto share = [&](std::size_t s) { return static_cast<double>(profile.words[code][s]) / m_sizes[s]; };
    const auto angle = [](double part) { return 2 * std::asin(std::sqrt(part)); };
    for (std::size_t s = 2; s < m_sizes.size(); ++s) {
      if (m_sizes[s] == 0 || !isMost(std::abs(angle(share(s)) - angle(share(1))), s)) continue;
      // Code 0 is a missing value.
      const bool missing = code == 0 || code > profile.column->dictionary.size();
      m_detail = {missing ? MASU_TEXT("core", "{0} is missing in {2} % of {3}, but in {4} % of train.")
                          : MASU_TEXT("core", "{0} is {1} in {2} % of {3}, but in {4} % of train."),
                  {profile.column->name, missing ? std::string() : profile.column->dictionary[code - 1],
                   figure("%.1f", 100 * share(s)), Message::marked(store::name(static_cast<store::Split>(s))),
                   figure("%.1f", 100 * share(1))}};
    }
  }

  bool isMost(double off, std::size_t split) {
    // Values of one window depend on each other: it is samples that count.
    const double chance = kDeviations * std::sqrt(1 / m_sizes[1] + 1 / m_sizes[split]);
    if (off <= m_most || off <= std::max(kDrift, chance)) return false;
    m_most = off;
    return true;
  }

  std::array<double, store::kSplitCount> m_sizes{};
  double m_most = 0;
  Message m_detail;
};

Check checkDrift(const CheckContext& context, const ColumnProfiles& profiles) {
  Check check;
  check.name = "drift";
  DriftSearch search(context);
  for (const ColumnProfile& profile : profiles.features()) search.look(profile);
  for (const ColumnProfile& profile : profiles.categories()) search.look(profile);
  if (search.most() == 0) {
    check.detail = {MASU_TEXT("core",
                              "Means and category shares of all columns agree between the splits, as far as chance "
                              "allows."),
                    {}};
    return check;
  }
  check.remedy.redraw = Redraw{.stratify = context.dataset.meta().target == store::Target::classes, .another = true};
  markFailed(
      check, search.most() > kFarDrift ? Severity::serious : Severity::warning, search.detail(),
      {MASU_TEXT("core",
                 "Where the difference is not meant, as in a split by time or by group, split at random or with other "
                 "groups."),
       {}});
  return check;
}

/// Of several columns only together; of a single one, whether in its own scale or another.
const char* sentenceOf(ValueRelation::Kind kind) {
  switch (kind) {
    case ValueRelation::Kind::pair:
    case ValueRelation::Kind::sum:
      return MASU_TEXT("core", "The columns {0} together determine the value: R² is {1} on {2} samples.");
    case ValueRelation::Kind::product:
      return MASU_TEXT("core", "The product {0} of two columns determines the value: R² is {1} on {2} samples.");
    case ValueRelation::Kind::quotient:
      return MASU_TEXT("core", "The quotient {0} of two columns determines the value: R² is {1} on {2} samples.");
    case ValueRelation::Kind::monotone:
      return MASU_TEXT("core",
                       "The column {0} alone determines the value on another scale: the square of their rank "
                       "correlation is {1} on {2} samples.");
    default:
      return MASU_TEXT("core", "The column {0} alone determines the value: R² is {1} on {2} samples.");
  }
}

/// Between the names of the columns.
const char* signOf(ValueRelation::Kind kind) {
  if (kind == ValueRelation::Kind::product) return " · ";
  return kind == ValueRelation::Kind::quotient ? " / " : " + ";
}

Result<Check> checkGivenValues(const CheckContext& context) {
  MASU_TRY(const ValueRelation relation, strongestRelation(context));
  Check check;
  check.name = "label_given_away";
  std::string columns;
  for (const std::string& column : relation.columns) columns += (columns.empty() ? "" : signOf(relation.kind)) + column;
  const std::vector<Argument> arguments = {columns.empty() ? "–" : columns, figure("%.4f", relation.strength),
                                           std::to_string(relation.samples)};
  if (!relation.givesAway()) {
    check.detail = {MASU_TEXT("core",
                              "No column on a rising or falling scale, no product or quotient of two and no sum of "
                              "up to {3} columns determines the value; {0} comes closest, with an R² of {1} on {2} "
                              "samples. Other relations were not looked for."),
                    {arguments[0], arguments[1], arguments[2], std::to_string(kMostSummed)}};
    return check;
  }
  markFailed(
      check, Severity::serious, {sentenceOf(relation.kind), arguments},
      {MASU_TEXT("core",
                 "If that would not be known when the model is used, import again without it; it can be kept for "
                 "browsing alone."),
       {}});
  return check;
}

}  // namespace

Result<ColumnChecks> checkColumns(const CheckContext& context, const std::vector<SplitTally>& counts) {
  ColumnProfiles profiles(context, counts);
  MASU_CHECK(profiles.run());
  const store::DatasetMeta& meta = context.dataset.meta();
  const bool values = meta.kind == store::SampleKind::table && meta.target == store::Target::values;
  if (!values || context.dataset.find("labels") == nullptr) {
    return ColumnChecks{checkGivenAway(context, profiles), checkDrift(context, profiles)};
  }
  MASU_TRY(Check givenAway, checkGivenValues(context));
  return ColumnChecks{std::move(givenAway), checkDrift(context, profiles)};
}

}  // namespace masu::manifest
