#pragma once

#include <optional>

#include "ui/charts/image_grid.h"
#include "ui/pages/browse_page_waves.h"

namespace masu::ui {

/// The images of a page of samples, as a grid; scrolls by rows.
class BrowseImages : public BrowsePane {
  Q_OBJECT

 public:
  BrowseImages(SampleTableModel& rows, JobRunner& runner, QWidget* parent = nullptr);

  /// Shows nothing of a dataset that holds no images.
  void setDataset(std::shared_ptr<const store::Dataset> dataset);
  void setSplits(std::shared_ptr<const SplitIndex> splits);
  /// Which samples are shown changed.
  void filterChanged();
  void reveal(std::uint64_t position);
  const SampleSignals* signalsOf(std::uint64_t sample) const;
  ImageGrid& grid() { return *m_grid; }

 Q_SIGNALS:
  void sampleSelected(std::uint64_t sample);
  void failed(const masu::Error& error);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  BrowseImages(ImageGrid* grid, SampleTableModel& rows, JobRunner& runner, QWidget* parent);
  void scrollTo(std::uint64_t top);
  void read();
  void showImages();
  ImageGrid::Cell cellOf(const SampleSignals& read) const;

  SampleTableModel& m_rows;
  JobSlot m_job;
  std::shared_ptr<const store::Dataset> m_dataset;
  std::shared_ptr<const SplitIndex> m_splits;
  std::vector<SampleSignals> m_images;
  std::uint64_t m_top = 0;
  std::optional<std::uint64_t> m_position;
  bool m_tell = false;  ///< announce the selection once its image is there
  ImageGrid* m_grid;
};

/// An image from its channels: one is grey, three are colours, of others the first is shown. `low` and `high` are drawn
/// black and white. Requires: every channel has width × height values.
QImage imageOf(const SampleSignals& read, QSize size, double low, double high);

}  // namespace masu::ui
