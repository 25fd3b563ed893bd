// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

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

}  // namespace masu::ui
