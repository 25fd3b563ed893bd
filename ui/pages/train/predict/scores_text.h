// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "core/metrics/predict_spec.h"

namespace masu::ui {

/// How good predictions of one model are, a line for the samples and one for whole recordings, with the threshold that
/// would have been the best of two classes; before them the threshold and the temperature that it predicted with, where
/// there are such.
QString scoresText(const metrics::ModelFigures& model, const std::vector<std::string>& classes);

}  // namespace masu::ui
