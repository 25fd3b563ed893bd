// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QStringList>
#include <span>
#include <vector>

#include "ui/charts/signal/image_grid.h"

namespace masu::ui {

/// The first images of a file, at most `most`, as a grid shows them: from the min, black, to the max, white.
/// `values`: images one after the other, of one channel; `labels` are beside them, or are empty.
std::vector<ImageGrid::Cell> firstImages(std::span<const float> values, QSize size, std::size_t most,
                                         const QStringList& labels);

}  // namespace masu::ui
