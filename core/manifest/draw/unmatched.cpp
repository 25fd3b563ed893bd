// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/draw/unmatched.h"

#include <algorithm>

#include "core/base/pattern.h"
#include "core/manifest/samples/dataset_rows.h"

namespace masu::manifest {

Result<Unmatched> unmatchedIn(const store::Dataset& dataset, const SplitPlan& plan, const std::stop_token& stop) {
  Unmatched unmatched{.exclude = !plan.exclude.empty(), .rules = {}};
  if (unmatched.exclude)
    MASU_CHECK(select(dataset, plan.exclude, nullptr, stop, [&](std::uint64_t) { unmatched.exclude = false; }));
  for (std::size_t rule = 0; rule < plan.rules.size(); ++rule) {
    MASU_TRY(const Pattern expression, Pattern::compile(plan.rules[rule].expression));
    const auto matches = [&](const store::SourceFile& source) { return expression.matches(source.path); };
    if (std::ranges::none_of(dataset.meta().sources, matches)) unmatched.rules.push_back(rule);
  }
  return unmatched;
}

}  // namespace masu::manifest
