// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/signal/image_grid.h"
#include "ui/pages/browse/series.h"

namespace masu::ui {

/// The images of a page of samples, as a grid, or one of them as large as there is room; scrolls by rows.
class BrowseImages : public BrowseSeries {
  Q_OBJECT

 public:
  BrowseImages(SampleTableModel& rows, JobRunner& runner, QWidget* parent = nullptr);

  ImageGrid& grid() { return *m_grid; }

 protected:
  int capacity() const override { return m_grid->capacity(); }
  int across() const override { return m_grid->columns(); }
  void prepare(const store::Dataset& dataset) override;
  void draw(const std::vector<SampleSignals>& samples, int current) override;

 private:
  BrowseImages(ImageGrid* grid, SampleTableModel& rows, JobRunner& runner, QWidget* parent);
  void enlarge(bool enlarged);
  ImageGrid::Cell cellOf(const SampleSignals& read) const;

  ImageGrid* m_grid;
};

/// An image from its channels: one is grey, three are colours, of others the first is shown. `low` and `high` are drawn
/// black and white. Requires: every channel has width × height values.
QImage imageOf(const SampleSignals& read, QSize size, double low, double high);
/// The same of a sample of a dataset of images: bytes span their type, other numbers what there is of them.
/// `normalised`: as a network sees it, some deviations around the mean.
QImage imageOf(const store::Dataset& dataset, const SampleSignals& read, bool normalised);

}  // namespace masu::ui
