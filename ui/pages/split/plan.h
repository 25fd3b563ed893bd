// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <filesystem>
#include <string>

#include "core/manifest/draw/split_plan.h"
#include "core/manifest/edit/draft.h"
#include "core/tasks/split/split_task.h"

namespace masu::ui {

/// Counts of a draft, in the order they are shown.
tasks::SplitOutcome outcomeOf(const manifest::Draft& draft);

/// What a plan without rules and groups would give, by arithmetic alone: for a handle that is being dragged.
/// Sums are exact; a class may differ by one sample from what the draw gives.
tasks::SplitOutcome sharesOf(const tasks::SplitOutcome& drawn, const std::array<double, 3>& ratios);

/// The class whose samples are furthest from the manifest's own shares, and by how much; −1 without classes.
struct FurthestClass {
  int index = -1;
  double by = 0;
};
FurthestClass furthestClass(const tasks::SplitOutcome& outcome);

/// The ratios that counts amount to; of nothing 80, 10 and 10 %.
std::array<double, 3> sharesFromCounts(const manifest::SplitCounts& counts);

std::array<std::uint64_t, 4> shownCounts(const manifest::SplitCounts& counts);

/// The command of masu that draws so.
QString splitCommand(const std::filesystem::path& file, const std::string& manifest, const manifest::SplitPlan& plan);

}  // namespace masu::ui
