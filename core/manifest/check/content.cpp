// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <tuple>

#include "core/manifest/check/check_context.h"
#include "core/manifest/samples/fingerprint_buckets.h"

namespace masu::manifest {

namespace {

/// Findings on this share of the samples, or more, are serious.
constexpr double kMany = 0.01;
/// Of labels that are values, what equal samples may differ by as a share of the variance.
constexpr double kNegligible = 0.1;

/// The squared distances of values from their mean, as far as they are numbers.
struct Squares {
  void add(double value) {
    if (!std::isfinite(value)) return;
    ++count;
    const double off = value - mean;
    mean += off / count;
    sum += off * (value - mean);
  }
  double count = 0;
  double mean = 0;
  double sum = 0;
};

double valueOf(const Fingerprint& fingerprint) {
  return std::bit_cast<float>(fingerprint.label);
}

/// What runs of equal content add up to.
struct Tally {
  Tally(std::uint64_t samples, bool labelsAreValues) : leaked(samples), torn(samples), valued(labelsAreValues) {}

  std::uint64_t leaks = 0;      ///< contents that are in several splits
  SampleBitmap leaked;          ///< samples whose content an earlier split holds: train, then validation, then test
  std::uint64_t copies = 0;     ///< samples beyond the first of their content
  std::uint64_t conflicts = 0;  ///< contents with several labels
  SampleBitmap torn;            ///< samples with such a content
  std::uint64_t example[2] = {};
  std::uint64_t tornExample[2] = {};
  bool valued = false;
  Squares values;     ///< of labels that are values, all that are used
  double within = 0;  ///< their squared distances from the mean of their content
};

void tallyLeak(const CheckContext& context, std::span<const Fingerprint> run, Tally& tally) {
  const Fingerprint* used = nullptr;
  const Fingerprint* leaked = nullptr;
  store::Split keeps = store::Split::test;
  for (const Fingerprint& fingerprint : run) {
    const store::Split split = context.splitOf(fingerprint.sample);
    if (split == store::Split::unused) continue;
    if (used == nullptr) used = &fingerprint;
    if (context.splitOf(used->sample) != split && leaked == nullptr) leaked = &fingerprint;
    keeps = std::min(keeps, split);
  }
  if (leaked == nullptr) return;
  if (tally.leaks++ == 0) {
    tally.example[0] = used->sample;
    tally.example[1] = leaked->sample;
  }
  for (const Fingerprint& fingerprint : run) {
    const store::Split split = context.splitOf(fingerprint.sample);
    if (split != store::Split::unused && split != keeps) tally.leaked.add(fingerprint.sample);
  }
}

void tallyConflict(const CheckContext& context, std::span<const Fingerprint> run, Tally& tally) {
  const Fingerprint* used = nullptr;
  const Fingerprint* other = nullptr;
  for (const Fingerprint& fingerprint : run) {
    if (context.splitOf(fingerprint.sample) == store::Split::unused) continue;
    if (used == nullptr) used = &fingerprint;
    if (fingerprint.label != used->label && other == nullptr) other = &fingerprint;
  }
  if (other == nullptr) return;
  if (tally.conflicts++ == 0) {
    tally.tornExample[0] = used->sample;
    tally.tornExample[1] = other->sample;
  }
  Squares values;
  for (const Fingerprint& fingerprint : run) {
    if (context.splitOf(fingerprint.sample) == store::Split::unused) continue;
    tally.torn.add(fingerprint.sample);
    if (tally.valued) values.add(valueOf(fingerprint));
  }
  tally.within += values.sum;
}

void tallyRun(const CheckContext& context, std::span<const Fingerprint> run, Tally& tally) {
  tally.copies += run.size() - 1;
  tallyLeak(context, run, tally);
  tallyConflict(context, run, tally);
}

void tallyFingerprints(const CheckContext& context, std::vector<Fingerprint>& fingerprints, Tally& tally) {
  std::ranges::sort(fingerprints, [](const Fingerprint& a, const Fingerprint& b) {
    return std::tie(a.content, a.more, a.sample) < std::tie(b.content, b.more, b.sample);
  });
  for (std::size_t begin = 0; begin < fingerprints.size();) {
    std::size_t end = begin + 1;
    while (end < fingerprints.size() && fingerprints[end].sameContent(fingerprints[begin])) ++end;
    if (end - begin > 1) tallyRun(context, std::span(fingerprints).subspan(begin, end - begin), tally);
    begin = end;
  }
}

/// Where the manifest was drawn sample by sample, it can be drawn so that equal ones stay together.
bool mayKeepEqual(const CheckContext& context) {
  return context.plan && !context.plan->keepEqual && !context.plan->byGroup && !context.plan->byHash &&
         context.plan->order.empty() && (context.plan->ratios[0] > 0 || context.plan->ratios[1] > 0);
}

Check duplicatesOf(const CheckContext& context, const Tally& tally) {
  Check check;
  check.name = "duplicates";
  if (tally.leaks == 0) {
    check.detail = {
        MASU_TEXT("core",
                  "No two splits share a sample. Samples that repeat another inside their split or unused: {0}."),
        {std::to_string(tally.copies)}};
    return check;
  }
  check.remedy.setAside = tally.leaked.set();
  if (mayKeepEqual(context)) check.remedy = {{}, Redraw{.keepEqual = true}};
  std::uint64_t scored = 0;
  for (const store::Split split : context.assignment) scored += split > store::Split::train ? 1 : 0;
  const std::uint64_t leaked = tally.leaked.set().size();
  markFailed(check,
             static_cast<double>(leaked) >= kMany * static_cast<double>(scored) ? Severity::serious : Severity::warning,
             {MASU_TEXT("core",
                        "Sets of equal samples that are in more than one split: {0}. Samples that are tested or "
                        "validated on what was seen elsewhere: {1}; e.g. samples {2} and {3} are equal."),
              {std::to_string(tally.leaks), std::to_string(leaked), std::to_string(tally.example[0]),
               std::to_string(tally.example[1])}},
             {MASU_TEXT("core",
                        "Keep equal samples together when you split, set those samples aside, or drop repeated records "
                        "before the import."),
              {}});
  return check;
}

/// Values vary, so that equal samples with different ones are not wrong: they bound what a model can predict.
Check unpredictableOf(const Tally& tally) {
  Check check;
  check.name = "conflicting_labels";
  const double share = tally.values.sum > 0 ? std::clamp(tally.within / tally.values.sum, 0.0, 1.0) : 0;
  std::array<char, 32> percent{};
  std::snprintf(percent.data(), percent.size(), "%.3g", 100 * share);
  const Message detail = {
      MASU_TEXT("core",
                "Sets of equal samples with different values: {0}, on {1} samples; e.g. {2} and {3}. No model can "
                "distinguish them; they hold {4} % of the variance of the labels."),
      {std::to_string(tally.conflicts), std::to_string(tally.torn.set().size()), std::to_string(tally.tornExample[0]),
       std::to_string(tally.tornExample[1]), percent.data()}};
  if (share < kNegligible) {
    check.detail = detail;
    return check;
  }
  markFailed(
      check, Severity::warning, detail,
      {MASU_TEXT("core", "Import more columns that distinguish them; otherwise no model explains more than the rest."),
       {}});
  return check;
}

Check conflictsOf(const CheckContext& context, const Tally& tally, bool labelled) {
  Check check;
  check.name = "conflicting_labels";
  if (!labelled) {
    check.detail = {MASU_TEXT("core", "The dataset has no labels."), {}};
    return check;
  }
  if (context.dataset.meta().target == store::Target::values && !tally.valued) {
    check.detail = {MASU_TEXT("core", "Labels of several values are not compared."), {}};
    return check;
  }
  if (tally.conflicts > 0 && tally.valued) return unpredictableOf(tally);
  if (tally.conflicts == 0) {
    check.detail = {MASU_TEXT("core", "Equal samples have equal labels."), {}};
    return check;
  }
  check.remedy.setAside = tally.torn.set();
  const auto torn = static_cast<double>(check.remedy.setAside.size());
  markFailed(check,
             torn >= kMany * static_cast<double>(context.assignment.size()) ? Severity::serious : Severity::warning,
             {MASU_TEXT("core", "Sets of equal samples with different labels: {0}, on {1} samples; e.g. {2} and {3}."),
              {std::to_string(tally.conflicts), std::to_string(check.remedy.setAside.size()),
               std::to_string(tally.tornExample[0]), std::to_string(tally.tornExample[1])}},
             {MASU_TEXT("core",
                        "Look at them with 'masu head', and correct the labels, import more columns that distinguish "
                        "them, or set them aside."),
              {}});
  return check;
}

}  // namespace

Result<ContentChecks> checkContent(const CheckContext& context) {
  FingerprintReader reader(context.dataset);
  Tally tally(context.dataset.samples(), reader.valued());
  if (reader.any()) {
    MASU_TRY(auto buckets, FingerprintBuckets::begin(context.dataset.samples(), context.memoryBytes, context.scratch));
    MASU_CHECK(
        forEachBlock(context, reader.blockSamples(), [&](std::uint64_t first, std::uint64_t count) -> Result<void> {
          MASU_TRY(const auto block, reader.read(first, count));
          for (const Fingerprint& fingerprint : block) {
            const bool used = tally.valued && context.splitOf(fingerprint.sample) != store::Split::unused;
            if (used) tally.values.add(valueOf(fingerprint));
          }
          return buckets.add(block);
        }));
    MASU_CHECK(buckets.forEachBucket([&](std::vector<Fingerprint>& fingerprints) -> Result<void> {
      if (context.job.stopRequested()) return fail(Error::cancelled());
      tallyFingerprints(context, fingerprints, tally);
      return {};
    }));
  }
  return ContentChecks{duplicatesOf(context, tally), conflictsOf(context, tally, reader.labelled())};
}

}  // namespace masu::manifest
