// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/images.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <cmath>

#include "ui/theme/split_colours.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

QSize sizeOf(const store::Dataset& dataset) {
  const auto shape = dataset.sampleShape();
  return shape.size() == 3 ? QSize(static_cast<int>(shape[2]), static_cast<int>(shape[1])) : QSize();
}

/// What is black and what is white: bytes span their type, other numbers their own range; normalised ones some
/// deviations around their mean.
std::pair<double, double> rangeOf(const store::Dataset& dataset, bool normalised) {
  constexpr double kDeviations = 2.5;
  if (normalised) return {-kDeviations, kDeviations};
  const store::ObjectInfo* features = dataset.find("features");
  if (features != nullptr && features->dtype == table::DType::u8) return {0, 255};
  double low = INFINITY;
  double high = -INFINITY;
  for (const table::Column& channel : dataset.meta().schema.columns) {
    low = std::min(low, channel.stats.min);
    high = std::max(high, channel.stats.max);
  }
  return low < high ? std::pair{low, high} : std::pair{0.0, 1.0};
}

}  // namespace

QImage imageOf(const SampleSignals& read, QSize size, double low, double high) {
  QImage image(size, QImage::Format_RGB32);
  const bool colours = read.channels.size() == 3;
  const auto level = [&](std::size_t channel, std::size_t at) {
    const double value = static_cast<double>((*read.channels[channel])[at]);
    const double share = std::isfinite(value) ? (value - low) / (high - low) : 0;
    return static_cast<int>(std::lround(255 * std::clamp(share, 0.0, 1.0)));
  };
  for (int y = 0; y < size.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < size.width(); ++x) {
      const auto at =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width()) + static_cast<std::size_t>(x);
      const int first = level(0, at);
      line[x] = colours ? qRgb(first, level(1, at), level(2, at)) : qRgb(first, first, first);
    }
  }
  return image;
}

QImage imageOf(const store::Dataset& dataset, const SampleSignals& read, bool normalised) {
  const auto [low, high] = rangeOf(dataset, normalised);
  return imageOf(read, sizeOf(dataset), low, high);
}

BrowseImages::BrowseImages(SampleTableModel& rows, JobRunner& runner, QWidget* parent)
    : BrowseImages(new ImageGrid, rows, runner, parent) {}

BrowseImages::BrowseImages(ImageGrid* grid, SampleTableModel& rows, JobRunner& runner, QWidget* parent)
    : BrowseSeries(grid, store::SampleKind::image, rows, runner, parent), m_grid(grid) {
  foot().addStretch();
  foot().addWidget(makeLabel(tr("← ↑ ↓ → sample · Enter larger · Esc all"), "caption"));
  connect(m_grid, &ImageGrid::capacityChanged, this, [this] { look(); });
  connect(m_grid, &ImageGrid::currentChanged, this, [this](int cell) { choseAt(cell); });
  connect(m_grid, &ImageGrid::enlargingAsked, this, &BrowseImages::enlarge);
  connect(m_grid, &ImageGrid::scrollRequested, this, [this](int images) { moveBy(images, false); });
}

/// The chosen one alone, or the page that it is on.
void BrowseImages::enlarge(bool enlarged) {
  if (enlarged == m_grid->isEnlarged() || (enlarged && !chosen())) return;
  m_grid->setEnlarged(enlarged);
  if (enlarged) reveal(*chosen());
  look();
}

void BrowseImages::prepare(const store::Dataset& dataset) {
  m_grid->setEnlarged(false);
  m_grid->setImageSize(sizeOf(dataset));
}

ImageGrid::Cell BrowseImages::cellOf(const SampleSignals& read) const {
  ImageGrid::Cell cell;
  cell.image = imageOf(*dataset(), read, lens().active());
  cell.label = read.row.label;
  if (const int split = splitOf(read.sample); split >= 0) {
    cell.splitName = splitTitle(split);
    cell.splitColour = splitColour(split);
  }
  return cell;
}

void BrowseImages::draw(const std::vector<SampleSignals>& samples, int current) {
  std::vector<ImageGrid::Cell> cells;
  cells.reserve(samples.size());
  for (const SampleSignals& read : samples) cells.push_back(cellOf(read));
  m_grid->setCells(std::move(cells));
  m_grid->setCurrent(current);
}

}  // namespace masu::ui
