// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ingest/plan/import_options.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// Takes a rule for labels as people write it into the options: `idx:A;B` names IDX files, one a source; anything else
/// is a rule for recordings or their annotations, as RecordingOptions::labelFrom describes. Replaces what was there.
void setLabelRule(RecordingOptions& options, std::string_view rule);

/// The array that holds one label for each sample, in the file of the samples, where the rule is `array:NAME`; else
/// empty.
std::string labelArrayOf(const RecordingOptions& options);

/// The column of a recording's table that holds labels or groups, where the rule is `column:NAME`; else empty.
std::string columnInRule(std::string_view rule);

/// The rules for labels and groups that read a list elsewhere than below the sources: by an absolute path, or through
/// "..". A recipe or a dataset may come from strangers, so these are read only where people asked for them themselves.
std::vector<std::string> listsOutside(const RecordingOptions& options);
/// Errors: such a rule of a recipe that is not among what people `stated`.
Result<void> checkListsStated(const RecordingOptions& recipe, const RecordingOptions& stated);

/// The rule as setLabelRule takes it.
std::string labelRuleText(const RecordingOptions& options);

/// The lists of labels that are beside IDX files of samples. Else a rule that gives every usable recording of a plan a
/// label and makes at least two classes, each of several recordings: their folders, else what comes before the first
/// separator of their names. Empty where neither does. To be offered, not to be applied unseen.
std::string proposedLabelRule(const ImportPlan& plan);

/// A column that may be the label of a table, and what speaks for it.
struct LabelGuess {
  enum class By { name, place };

  std::string column;
  By by = By::name;
};

/// Of a table without a label: the column that is called label, target, class or y, whatever the case; else the last.
/// Nothing where that column is not in use, has a single value, or is a time, nor for recordings. To be offered or
/// shown, never applied unseen.
std::optional<LabelGuess> guessLabel(const ImportPlan& plan);

}  // namespace masu::ingest
