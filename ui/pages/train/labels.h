// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/metrics/run_spec.h"
#include "ui/text/command_line.h"

namespace masu::ui {

/// Rates with commas between; empty for the models' own. Nothing where the text is something else.
std::optional<std::vector<double>> ratesIn(const QString& text);
QString ratesText(const std::vector<double>& rates);

/// What the Train page calls the words of a metrics::RunSpec; a word that it does not know stays as it is.
QString optimizerTitle(const std::string& name);
QString scheduleTitle(const std::string& name);
/// Of values; the default is squared.
QString lossTitle(const std::string& name);
QString weightsTitle(const std::string& name);

/// What a recipe chose and why, a line each; empty without one.
QString recipeText(const std::vector<metrics::RecipeChoice>& recipe);

/// The command of masu that trains what a spec asks for, into `out`: in a shell it gives the run that the page would.
/// `stated`: what a recipe is not to choose, where it chooses.
QString trainCommand(const metrics::RunSpec& spec, const std::filesystem::path& out,
                     const std::vector<std::string>& stated = {});
/// The same with its words.
CommandLine trainLine(const metrics::RunSpec& spec, const std::filesystem::path& out,
                      const std::vector<std::string>& stated);

}  // namespace masu::ui
