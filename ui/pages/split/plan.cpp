// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <QLocale>
#include <QStringList>

#include "ui/text/command_line.h"

namespace masu::ui {
namespace {

using Counts = std::array<std::uint64_t, 4>;

/// Largest remainder.
Counts divided(std::uint64_t all, const std::array<double, 3>& ratios) {
  Counts counts = {};
  std::array<double, 3> rests = {};
  std::uint64_t given = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double exact = static_cast<double>(all) * ratios[i];
    counts[i] = static_cast<std::uint64_t>(exact);
    rests[i] = exact - std::floor(exact);
    given += counts[i];
  }
  for (; given < all; ++given) {
    const auto largest = static_cast<std::size_t>(std::max_element(rests.begin(), rests.end()) - rests.begin());
    ++counts[largest];
    rests[largest] = -1;
  }
  return counts;
}

}  // namespace

tasks::SplitOutcome outcomeOf(const manifest::Draft& draft) {
  const auto shown = [](const manifest::SplitTally& tally) { return Counts{tally[1], tally[2], tally[3], tally[0]}; };
  const Counts counts = shown(draft.counts());
  tasks::SplitOutcome outcome;
  outcome.counts = {counts[0], counts[1], counts[2], counts[3]};
  for (const manifest::SplitTally& tally : draft.perClass()) outcome.perClass.push_back(shown(tally));
  return outcome;
}

tasks::SplitOutcome sharesOf(const tasks::SplitOutcome& drawn, const std::array<double, 3>& ratios) {
  tasks::SplitOutcome outcome;
  const Counts before = shownCounts(drawn.counts);
  const Counts all = divided(before[0] + before[1] + before[2], ratios);
  outcome.counts = {all[0], all[1], all[2], before[3]};
  for (const Counts& row : drawn.perClass) {
    Counts shares = divided(row[0] + row[1] + row[2], ratios);
    shares[3] = row[3];
    outcome.perClass.push_back(shares);
  }
  return outcome;
}

FurthestClass furthestClass(const tasks::SplitOutcome& outcome) {
  FurthestClass furthest;
  const Counts counts = shownCounts(outcome.counts);
  const double all = static_cast<double>(counts[0] + counts[1] + counts[2]);
  for (std::size_t index = 0; index < outcome.perClass.size() && all > 0; ++index) {
    const Counts& row = outcome.perClass[index];
    const double rowAll = static_cast<double>(row[0] + row[1] + row[2]);
    if (rowAll == 0) continue;
    for (std::size_t split = 0; split < 3; ++split) {
      const double by = std::abs(static_cast<double>(row[split]) / rowAll - static_cast<double>(counts[split]) / all);
      if (furthest.index < 0 || by > furthest.by) furthest = {static_cast<int>(index), by};
    }
  }
  return furthest;
}

QString splitCommand(const std::filesystem::path& file, const std::string& manifest, const manifest::SplitPlan& plan) {
  CommandLine line(QStringLiteral("split"));
  line.argument(file);
  for (const manifest::SplitRule& rule : plan.rules)
    line.option("--rule", std::string(store::name(rule.split)) + '=' + rule.expression);
  if (!plan.exclude.empty()) line.option("--exclude", plan.exclude);
  const bool draws = plan.ratios[0] + plan.ratios[1] + plan.ratios[2] > 0;
  if (draws) {
    QStringList ratios;
    for (const double ratio : plan.ratios)
      ratios << QLocale::c().toString(ratio, 'g', QLocale::FloatingPointShortest);
    line.option("--ratios", ratios.join(QLatin1Char(',')));
    line.flag("--stratify", plan.stratify).flag("--by-hash", plan.byHash).flag("--keep-equal", plan.keepEqual);
    if (plan.byGroup) line.option("--group", plan.groupBy);
    // Else the command keeps the groups that there are together.
    line.flag("--no-group", !plan.byGroup && !plan.keepEqual && plan.order.empty());
    if (!plan.order.empty()) line.option("--order", plan.order);
    if (plan.gap > 0) line.count("--gap", plan.gap);
    if (plan.subset < 1) line.number("--subset", plan.subset);
    if (plan.seed > 0 && (plan.order.empty() || plan.subset < 1)) line.count("--seed", plan.seed);
  }
  if (manifest != "default") line.option("--name", manifest);
  return line.text();
}

std::array<double, 3> sharesFromCounts(const manifest::SplitCounts& counts) {
  const double all = static_cast<double>(counts.train + counts.validation + counts.test);
  if (all <= 0) return manifest::kDefaultRatios;
  return {static_cast<double>(counts.train) / all, static_cast<double>(counts.validation) / all,
          static_cast<double>(counts.test) / all};
}

std::array<std::uint64_t, 4> shownCounts(const manifest::SplitCounts& counts) {
  return {counts.train, counts.validation, counts.test, counts.unused};
}

}  // namespace masu::ui
