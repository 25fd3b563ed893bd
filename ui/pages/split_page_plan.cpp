#include "ui/pages/split_page_plan.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/text/to_qt.h"

namespace masu::ui {
namespace {

using Counts = std::array<std::uint64_t, 4>;

std::optional<store::Split> splitNamed(const QString& name) {
  for (const auto split : {store::Split::unused, store::Split::train, store::Split::validation, store::Split::test}) {
    if (name == toQt(store::name(split))) return split;
  }
  return std::nullopt;
}

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

std::optional<manifest::SplitPlan> planFrom(const QString& originJson) {
  const QJsonObject json = QJsonDocument::fromJson(originJson.toUtf8()).object();
  const QJsonArray ratios = json[QLatin1String("ratios")].toArray();
  if (ratios.size() != 3) return std::nullopt;
  manifest::SplitPlan plan;
  for (int i = 0; i < 3; ++i) plan.ratios[static_cast<std::size_t>(i)] = ratios[i].toDouble();
  plan.stratify = json[QLatin1String("stratify")].toBool();
  plan.byGroup = json[QLatin1String("by_group")].toBool();
  plan.seed = json[QLatin1String("seed")].toVariant().toULongLong();
  for (const QJsonValue& value : json[QLatin1String("rules")].toArray()) {
    const QJsonObject rule = value.toObject();
    const auto split = splitNamed(rule[QLatin1String("split")].toString());
    if (split) plan.rules.push_back({*split, fromQt(rule[QLatin1String("expression")].toString())});
  }
  return plan;
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

std::array<double, 3> sharesFromCounts(const manifest::SplitCounts& counts) {
  const double all = static_cast<double>(counts.train + counts.validation + counts.test);
  if (all <= 0) return {0.8, 0.1, 0.1};
  return {static_cast<double>(counts.train) / all, static_cast<double>(counts.validation) / all,
          static_cast<double>(counts.test) / all};
}

std::array<std::uint64_t, 4> shownCounts(const manifest::SplitCounts& counts) {
  return {counts.train, counts.validation, counts.test, counts.unused};
}

}  // namespace masu::ui
