// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <cstdio>

#include "core/manifest/check/check_context.h"

namespace masu::manifest {

namespace {

constexpr std::size_t kNamed = 8;
/// Shares may differ by this much, or by what chance explains.
constexpr double kTolerated = 0.01;
constexpr double kDeviations = 4;
/// Beyond this, a score is one of another mix of classes.
constexpr double kFar = 0.1;

using Counts = std::vector<SplitTally>;

/// The labels that are classes, or null.
const store::ObjectInfo* classLabels(const store::Dataset& dataset) {
  return dataset.meta().target == store::Target::classes ? dataset.find("labels") : nullptr;
}

std::string percent(double share) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", 100 * share);
  return text.data();
}

Check checkShares(const CheckContext& context, const Counts& counts) {
  Check check;
  check.name = "class_shares";
  std::array<double, store::kSplitCount> sizes{};
  for (const auto& row : counts) {
    for (std::size_t s = 1; s < row.size(); ++s) sizes[s] += static_cast<double>(row[s]);
  }
  const double all = sizes[1] + sizes[2] + sizes[3];
  double most = 0;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    const auto& row = counts[code];
    const double share = all > 0 ? static_cast<double>(row[1] + row[2] + row[3]) / all : 0;
    for (std::size_t s = 1; s < row.size(); ++s) {
      if (sizes[s] == 0) continue;
      const double here = static_cast<double>(row[s]) / sizes[s];
      const double off = std::abs(here - share);
      if (off <= most || off <= std::max(kTolerated, kDeviations * std::sqrt(share * (1 - share) / sizes[s]))) continue;
      most = off;
      markFailed(check, off > kFar ? Severity::serious : Severity::warning,
                 {MASU_TEXT("core", "Class {0} makes up {1} % of {2}, but {3} % of all that is used."),
                  {context.dataset.meta().classes[code], percent(here),
                   Message::marked(store::name(static_cast<store::Split>(s))), percent(share)}},
                 {MASU_TEXT("core", "Split with class shares kept (stratified)."), {}});
    }
  }
  if (check.passed) {
    check.detail = {MASU_TEXT("core", "The splits have the same class shares, as far as chance allows."), {}};
  } else {
    check.remedy.redraw = Redraw{.stratify = true};
  }
  return check;
}

Check checkMissing(const CheckContext& context, const Counts& counts) {
  Check check;
  check.name = "missing_classes";
  std::array<std::uint64_t, store::kSplitCount> sizes{};
  for (const auto& row : counts) {
    for (std::size_t s = 1; s < row.size(); ++s) sizes[s] += row[s];
  }
  std::size_t missing = 0;
  bool unlearnt = false;  // tested, but not in train
  std::vector<Message> named;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    for (std::size_t s = 1; s < sizes.size(); ++s) {
      const bool used = counts[code][1] + counts[code][2] + counts[code][3] > 0;
      if (!used || sizes[s] == 0 || counts[code][s] > 0) continue;
      unlearnt = unlearnt || s == static_cast<std::size_t>(store::Split::train);
      if (missing++ >= kNamed) continue;
      named.push_back(
          {MASU_TEXT("core", "{0} ({1})"),
           {context.dataset.meta().classes[code], Message::marked(store::name(static_cast<store::Split>(s)))}});
    }
  }
  if (missing == 0) {
    check.detail = {MASU_TEXT("core", "Every split that has samples has some of every class."), {}};
    return check;
  }
  check.remedy.redraw = Redraw{.stratify = true};
  markFailed(
      check, unlearnt ? Severity::serious : Severity::warning,
      {MASU_TEXT("core", "Classes that splits lack altogether: {0} in all, such as {1}."),
       {std::to_string(missing), Message::listed(std::move(named))}},
      {MASU_TEXT("core",
                 "Keep class shares when you split, or split by other groups; a class of very few samples needs more "
                 "data, or to be left out."),
       {}});
  return check;
}

}  // namespace

Result<Counts> countClasses(const CheckContext& context) {
  const store::ObjectInfo* labels = classLabels(context.dataset);
  if (labels == nullptr) return Counts();
  Counts counts(context.dataset.meta().classes.size());
  CodeReader reader(context.dataset, *labels);
  MASU_CHECK(forEachBlock(context, kBlockSamples, [&](std::uint64_t first, std::uint64_t count) -> Result<void> {
    MASU_TRY(const auto codes, reader.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      ++counts[static_cast<std::size_t>(codes[i])][static_cast<std::size_t>(context.splitOf(first + i))];
    }
    return {};
  }));
  return counts;
}

ClassChecks checkClasses(const CheckContext& context, const Counts& counts) {
  if (classLabels(context.dataset) == nullptr) {
    const Message none = {MASU_TEXT("core", "The dataset has no classes."), {}};
    ClassChecks checks;
    checks.shares.name = "class_shares";
    checks.missing.name = "missing_classes";
    checks.shares.detail = checks.missing.detail = none;
    return checks;
  }
  return {checkShares(context, counts), checkMissing(context, counts)};
}

}  // namespace masu::manifest
