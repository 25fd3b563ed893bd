// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <vector>

#include "core/table/round_ticks.h"

namespace masu::ui {

/// The most points a series of a chart is drawn with.
inline constexpr std::size_t kPointsDrawn = 2'000;

/// At most `limit` points that look like all of them: of each span of the series its smallest and largest, in order.
/// Requires: points are ordered by x; limit >= 4. The first and the last point are kept. Points that are NaN are left
/// out.
std::vector<QPointF> decimated(const std::vector<QPointF>& points, std::size_t limit = kPointsDrawn);

/// Exponential smoothing as training charts do it, corrected for its start. strength 0 leaves the points as they are.
/// Requires: 0 <= strength < 1.
std::vector<QPointF> smoothed(const std::vector<QPointF>& points, double strength);

// Reports that core writes have the same grid lines.
using table::roundTicks;
/// roundTicks() for a logarithmic axis: 1, 2 and 5 of each decade, thinned to decades where these are too many.
std::vector<double> logTicks(double low, double high, int limit);

}  // namespace masu::ui
