// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <filesystem>

#include "core/ingest/plan/import_plan.h"
#include "ui/text/command_line.h"

namespace masu::ui {

/// The command of masu that imports what a plan says into `target`: a shell makes the dataset that the page would.
/// Only what was asked for is part of it; what was found in the sources is found again.
///
/// What no option says, such as a column of groups, is said by the plan's recipe: the line before the command, which a
/// shell passes over, names the file that the recipe is to be saved to first. How much memory the import may take, and
/// whether it resumes one that was interrupted, is not part of a plan.
QString importCommand(const ingest::ImportPlan& plan, const std::filesystem::path& target, std::uint64_t partBytes);
/// The same with its words.
CommandLine importLine(const ingest::ImportPlan& plan, const std::filesystem::path& target, std::uint64_t partBytes);

}  // namespace masu::ui
