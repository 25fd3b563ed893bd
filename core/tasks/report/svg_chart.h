// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/tasks/report/markup.h"

namespace masu::tasks {

struct ChartPoint {
  double x = 0;
  double y = 0;  ///< NaN or infinite: the line has a gap there
};
struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;  ///< by x
  bool isDots = false;             ///< not joined by lines
};

/// Lines over one axis, such as epochs.
struct LineChart {
  std::string title;        ///< a screen reader says it, and then the description
  std::string description;  ///< what the chart shows, in a sentence
  std::string xName;
  std::string yName;
  std::vector<ChartSeries> series;  ///< up to two, which differ by colour and by dashes
  bool counts = true;               ///< x is a number of something, so that its ticks are whole
};

/// A chart with axes, ticks and a legend below it, as inline SVG. Nothing where no point is finite. `id` makes the
/// names of the title and the description those of this chart alone: another for each in a page.
Markup lineChart(const LineChart& chart, int id);

/// A bar for a cell of a table whose figure is written beside it, so that screen readers pass over it. `share`: of the
/// whole length, from 0 to 1.
Markup shareBar(double share);

}  // namespace masu::tasks
