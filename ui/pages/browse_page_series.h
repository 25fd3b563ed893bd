#pragma once

#include <optional>

#include "ui/jobs/job_slot.h"
#include "ui/models/split_index.h"
#include "ui/pages/browse_page_pane.h"
#include "ui/pages/browse_page_signals.h"

namespace masu::ui {

class SampleTableModel;

/// A page of samples that a view draws whole, as signals or as images: which ones are in view, which one is current,
/// and reading them. What was in view before is not read again. A class that inherits says how many there is room for
/// and draws them.
/// Threads: the GUI thread; a quiet job reads. Lifetime: borrows rows and runner.
class BrowseSamples : public BrowsePane {
  Q_OBJECT

 public:
  /// Shows nothing of a dataset of another kind.
  void setDataset(std::shared_ptr<const store::Dataset> dataset);
  void setSplits(std::shared_ptr<const SplitIndex> splits);
  /// How their values are shown.
  void setLens(NetworkLens lens);
  /// Which samples are shown changed.
  void filterChanged();
  /// Brings a position into view and selects its sample.
  void reveal(std::uint64_t position);
  /// Null while the sample is not in view, or being read.
  const SampleSignals* signalsOf(std::uint64_t sample) const;

 Q_SIGNALS:
  void sampleSelected(std::uint64_t sample);
  void failed(const masu::Error& error);

 protected:
  /// Takes ownership of the view.
  BrowseSamples(QWidget* view, store::SampleKind kind, SampleTableModel& rows, JobRunner& runner, QWidget* parent);
  void showEvent(QShowEvent* event) override;

  virtual int capacity() const = 0;
  /// Samples side by side: the first in view is a multiple of it.
  virtual int across() const = 0;
  virtual void prepare(const store::Dataset& dataset) = 0;
  /// Draws the samples, of which `current` is chosen; −1 for none.
  virtual void draw(const std::vector<SampleSignals>& samples, int current) = 0;

  /// Null while there is no dataset of this pane's kind.
  const store::Dataset* dataset() const { return m_dataset.get(); }
  const NetworkLens& lens() const { return m_lens; }
  /// The split of a sample as it is shown; −1 while there is none.
  int splitOf(std::uint64_t sample) const;
  /// There is room for another number of samples now.
  void capacityChanged();
  /// The view's at-th sample was chosen in it.
  void chosen(int at);
  /// Moves what is current by so many samples, or the page where none is current or `page` says so.
  void moveBy(int samples, bool page);

 private:
  void scrollTo(std::uint64_t top);
  void read();
  void take(std::uint64_t top, std::vector<SampleSignals> samples);
  void redraw();

  store::SampleKind m_kind;
  SampleTableModel& m_rows;
  JobSlot m_job;
  std::shared_ptr<const store::Dataset> m_dataset;
  std::shared_ptr<const SplitIndex> m_splits;
  NetworkLens m_lens;
  std::vector<SampleSignals> m_samples;
  std::uint64_t m_shownTop = 0;  ///< position of m_samples.front()
  std::uint64_t m_top = 0;       ///< what is, or will be once it is read, in view first
  std::optional<std::uint64_t> m_position;
  bool m_tell = false;  ///< announce the selection once its sample is there
};

}  // namespace masu::ui
