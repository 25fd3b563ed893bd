// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// IDX files come in pairs, which their names show: train-images-idx3-ubyte and train-labels-idx1-ubyte, each packed or
/// not. True of the second of a pair.
bool holdsIdxLabels(const std::filesystem::path& path);

/// The second of a pair, where it is beside the first.
std::optional<std::filesystem::path> idxLabelsBeside(const std::filesystem::path& images);

/// Takes the lists of labels whose samples are among the sources, too, out of them: they are not samples of their own.
/// Returns whether there were any.
bool takeOutLabels(std::vector<std::filesystem::path>& sources);

/// The rule `idx:A;B` that gives every usable file of a plan the labels that are beside it; empty where one has none.
/// To be offered, as names alone were looked at.
std::string idxRuleBeside(const ImportPlan& plan);

/// Notes labels that are beside the samples and were not asked for.
void noteIdxLabels(ImportPlan& plan);

}  // namespace masu::ingest
