#pragma once

#include <optional>

#include "ui/charts/waveform_view.h"
#include "ui/jobs/job_slot.h"
#include "ui/models/row_source.h"
#include "ui/models/split_index.h"
#include "ui/pages/browse_page_pane.h"
#include "ui/pages/browse_page_scroll.h"

namespace masu::ui {

class SampleTableModel;

/// One sample's signals and what is known of it, as a worker reads them.
struct SampleSignals {
  std::uint64_t sample = 0;
  SampleRow row;
  std::vector<std::shared_ptr<const std::vector<float>>> channels;
  std::size_t frames = 0;  ///< of the recording; values beyond are padding
};
/// Errors: a chunk that cannot be read. Requires: a dataset of waveforms.
Result<std::vector<SampleSignals>> readSignals(const store::Dataset& dataset,
                                               const std::vector<std::uint64_t>& samples);

/// The signals of a page of samples, one lane a channel, stacked or as a grid; scrolls by samples.
class BrowseWaves : public BrowsePane {
  Q_OBJECT

 public:
  BrowseWaves(SampleTableModel& rows, JobRunner& runner, QWidget* parent = nullptr);

  void setDataset(std::shared_ptr<const store::Dataset> dataset);
  void setSplits(std::shared_ptr<const SplitIndex> splits);
  void setArrangement(WaveformView::Arrangement arrangement);
  /// Which samples are shown changed.
  void filterChanged();
  void reveal(std::uint64_t position);
  const SampleSignals* signalsOf(std::uint64_t sample) const;
  WaveformView& view() { return *m_view; }

 Q_SIGNALS:
  void sampleSelected(std::uint64_t sample);
  void failed(const masu::Error& error);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  BrowseWaves(WaveformView* view, SampleTableModel& rows, JobRunner& runner, QWidget* parent);
  int channels() const;
  int samplesInView() const;
  void scrollTo(std::uint64_t top);
  void read();
  void showSignals(std::vector<SampleSignals> read);
  WaveformView::Lane laneOf(const SampleSignals& signal, int channel) const;

  SampleTableModel& m_rows;
  JobSlot m_job;
  std::shared_ptr<const store::Dataset> m_dataset;
  std::shared_ptr<const SplitIndex> m_splits;
  std::vector<SampleSignals> m_signals;
  std::uint64_t m_top = 0;
  std::optional<std::uint64_t> m_position;
  bool m_tell = false;  ///< announce the selection once its signals are there
  WaveformView* m_view;
};

}  // namespace masu::ui
