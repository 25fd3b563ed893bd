// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// How a file spells its table that is to have the inputs of an earlier import: as the sources of that import did,
/// unless what is detected gives more of the inputs, or more numbers in them. `notes` get what is other than it was.
/// A file that neither fits, or that cannot be read, is one of the earlier dialect: the survey says what is wrong.
csv::Dialect dialectLike(const ImportPlan& known, const std::filesystem::path& file, std::vector<Message>& notes);

/// The same for an import by a recipe, which reads as the recipe says wherever that finds all of its inputs, and in no
/// other encoding.
csv::Dialect dialectBy(const ImportPlan& recipe, const std::filesystem::path& file, std::vector<Message>& notes);

/// Makes sure that files can be read in an encoding that other sources have, or that was asked for (`isStated`): one
/// that is UTF-8 or UTF-16 beyond doubt would give other letters in silence. `notes`: of those that were asked to be
/// read otherwise. Errors: a file of another encoding, where none was asked for.
Result<void> checkEncodings(const std::string& encoding, bool isStated, std::span<const std::filesystem::path> files,
                            std::vector<Message>& notes);

}  // namespace masu::ingest
