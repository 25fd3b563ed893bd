// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/images.h"

#include <algorithm>
#include <cmath>

#include "ui/charts/signal/signal_blocks.h"

namespace masu::ui {

std::vector<ImageGrid::Cell> firstImages(std::span<const float> values, QSize size, std::size_t most,
                                         const QStringList& labels) {
  const std::size_t pixels = static_cast<std::size_t>(size.width()) * static_cast<std::size_t>(size.height());
  if (pixels == 0) return {};
  const std::size_t count = std::min(most, values.size() / pixels);
  const std::span<const float> shown = values.first(count * pixels);
  const Extent extent = range({0, 1, shown, shown});
  const float reach = std::max(1e-9F, extent.high - extent.low);
  std::vector<ImageGrid::Cell> cells(count);
  for (std::size_t i = 0; i < count; ++i) {
    QImage image(size, QImage::Format_Grayscale8);
    for (int y = 0; y < size.height(); ++y) {
      const auto line =
          shown.subspan(i * pixels + static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width()));
      for (int x = 0; x < size.width(); ++x) {
        const float share = (line[static_cast<std::size_t>(x)] - extent.low) / reach;
        image.scanLine(y)[x] = static_cast<uchar>(std::isfinite(share) ? std::lround(255 * share) : 0);
      }
    }
    cells[i].image = std::move(image);
    cells[i].label = labels.value(static_cast<qsizetype>(i));
  }
  return cells;
}

}  // namespace masu::ui
