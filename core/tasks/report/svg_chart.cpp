// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/svg_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

#include "core/base/figure_text.h"
#include "core/table/round_ticks.h"

namespace masu::tasks {

namespace {

constexpr const char* kSvg = "http://www.w3.org/2000/svg";
constexpr double kWidth = 640;
constexpr double kHeight = 280;
constexpr double kLeft = 70;
constexpr double kRight = 16;
constexpr double kTop = 28;
constexpr double kBottom = 46;
constexpr int kMostTicks = 7;
/// Above this many points a line alone is clearer.
constexpr std::size_t kMostDots = 40;

/// A place in the drawing, to a tenth of a unit.
std::string placeText(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool isEmpty() const { return low > high; }
  /// A single value gets room around it.
  void widen() {
    if (high > low) return;
    const double room = std::max(std::abs(low) / 10, 0.5);
    constexpr double kMost = std::numeric_limits<double>::max();
    low = std::max(low - room, -kMost);
    high = std::min(high + room, kMost);
  }
  /// Halves first: the difference of two large numbers may be infinite.
  double shareOf(double value) const { return (value / 2 - low / 2) / (high / 2 - low / 2); }
};

/// Where values are in the drawing.
struct Plot {
  Range x;
  Range y;

  double toX(double value) const { return kLeft + x.shareOf(value) * (kWidth - kLeft - kRight); }
  double toY(double value) const { return kHeight - kBottom - y.shareOf(value) * (kHeight - kTop - kBottom); }
};

Plot plotOf(const LineChart& chart) {
  Plot plot;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      if (!std::isfinite(point.y)) continue;
      plot.x.add(point.x);
      plot.y.add(point.y);
    }
  }
  return plot;
}

Markup line(const char* style, double x1, double y1, double x2, double y2) {
  return emptyElement("line", {{"class", style},
                               {"x1", placeText(x1)},
                               {"y1", placeText(y1)},
                               {"x2", placeText(x2)},
                               {"y2", placeText(y2)}});
}

Markup label(double x, double y, const char* anchor, const std::string& text) {
  return element("text", text,
                 {{"class", "label"}, {"x", placeText(x)}, {"y", placeText(y)}, {"text-anchor", anchor}});
}

Markup axes(const LineChart& chart, const Plot& plot) {
  Markup drawn;
  for (const double tick : table::roundTicks(plot.y.low, plot.y.high, kMostTicks)) {
    if (!std::isfinite(tick)) continue;  // beyond the largest number
    const double y = plot.toY(tick);
    drawn += line("grid", kLeft, y, kWidth - kRight, y) + label(kLeft - 8, y + 4, "end", figureText(tick, 4));
  }
  for (const double tick : table::roundTicks(plot.x.low, plot.x.high, kMostTicks)) {
    if (chart.counts && tick != std::floor(tick)) continue;
    const double x = plot.toX(tick);
    drawn += line("axis", x, kHeight - kBottom, x, kHeight - kBottom + 5) +
             label(x, kHeight - kBottom + 19, "middle", figureText(tick, 4));
  }
  return drawn + line("axis", kLeft, kTop, kLeft, kHeight - kBottom) +
         line("axis", kLeft, kHeight - kBottom, kWidth - kRight, kHeight - kBottom) +
         label((kLeft + kWidth - kRight) / 2, kHeight - 8, "middle", chart.xName) +
         label(kLeft, kTop - 12, "start", chart.yName);
}

std::string styleOf(std::size_t series) {
  return "s" + std::to_string(series % 2);
}

/// The lines between neighbours that are finite; a point without such a neighbour is a dot.
Markup drawnSeries(const ChartSeries& series, const Plot& plot, const std::string& style) {
  const std::vector<ChartPoint>& points = series.points;
  const auto isFinite = [&](std::size_t at) { return at < points.size() && std::isfinite(points[at].y); };
  Markup drawn;
  std::string path;
  bool isOpen = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool wasOpen = std::exchange(isOpen, isFinite(i));
    if (!isOpen) continue;
    const std::string x = placeText(plot.toX(points[i].x));
    const std::string y = placeText(plot.toY(points[i].y));
    if (series.isDots) {
      drawn += emptyElement("circle", {{"class", style}, {"cx", x}, {"cy", y}, {"r", "2"}});
      continue;
    }
    path += (wasOpen ? " L" : " M") + x + " " + y;
    const bool isAlone = !wasOpen && !isFinite(i + 1);
    if (isAlone || points.size() <= kMostDots)
      drawn += emptyElement("circle", {{"class", style}, {"cx", x}, {"cy", y}, {"r", "2.5"}});
  }
  if (series.isDots) return drawn;
  return emptyElement("path", {{"class", style}, {"d", path.empty() ? path : path.substr(1)}}) + drawn;
}

Markup legend(const LineChart& chart) {
  Markup items;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const Markup key = element(
        "svg", emptyElement("line", {{"class", styleOf(i)}, {"x1", "0"}, {"y1", "5"}, {"x2", "32"}, {"y2", "5"}}),
        {{"xmlns", kSvg}, {"class", "key"}, {"viewBox", "0 0 32 10"}, {"aria-hidden", "true"}});
    items += element("li", key + " " + chart.series[i].name);
  }
  return element("ul", items, {{"class", "legend"}}) + Markup::trusted("\n");
}

}  // namespace

Markup lineChart(const LineChart& chart, int id) {
  Plot plot = plotOf(chart);
  if (plot.x.isEmpty()) return {};
  plot.x.widen();
  plot.y.widen();
  const std::string title = "chart-" + std::to_string(id) + "-title";
  const std::string description = "chart-" + std::to_string(id) + "-description";
  Markup content = element("title", chart.title, {{"id", title}}) +
                   element("desc", chart.description, {{"id", description}}) + axes(chart, plot);
  for (std::size_t i = 0; i < chart.series.size(); ++i) content += drawnSeries(chart.series[i], plot, styleOf(i));
  return element("svg", content,
                 {{"xmlns", kSvg},
                  {"class", "chart"},
                  {"viewBox", "0 0 " + figureText(kWidth) + " " + figureText(kHeight)},
                  {"role", "img"},
                  {"aria-labelledby", title + " " + description}}) +
         Markup::trusted("\n") + legend(chart);
}

Markup shareBar(double share) {
  const double length = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
  const Markup bar = emptyElement("rect", {{"width", placeText(100 * length)}, {"height", "10"}});
  return element("svg", bar,
                 {{"xmlns", kSvg},
                  {"class", "bar"},
                  {"viewBox", "0 0 100 10"},
                  {"preserveAspectRatio", "none"},
                  {"aria-hidden", "true"}});
}

}  // namespace masu::tasks
