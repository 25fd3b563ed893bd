// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "core/store/read/stored_recordings.h"
#include "ui/charts/signal/recording_view.h"
#include "ui/jobs/job_slot.h"
#include "ui/models/split_index.h"
#include "ui/pages/browse/signal_pane.h"
#include "ui/pages/browse/signals.h"

namespace masu::ui {

/// One whole recording of a dataset that stores them, with the samples that are cut from it; the bar at the right
/// switches between recordings. Everything is read by quiet jobs: first the whole, coarsely, then what is in view.
/// Through a lens values are shown as the network gets them, and so is the chosen sample.
/// Threads: the GUI thread. Lifetime: borrows the runner.
class BrowseRecording : public BrowseSignalPane {
  Q_OBJECT

 public:
  explicit BrowseRecording(JobRunner& runner, QWidget* parent = nullptr);

  /// Shows nothing of a dataset that stores samples.
  void setDataset(std::shared_ptr<const store::Dataset> dataset) override;
  void setSplits(std::shared_ptr<const SplitIndex> splits) override;
  /// How values and the chosen sample are shown.
  void setLens(NetworkLens lens) override;
  /// True where there are recordings to show.
  bool offers() const { return m_recordings != nullptr; }
  /// Brings a sample's window into view and selects it.
  void reveal(std::uint64_t sample) override;
  const SampleSignals* signalsOf(std::uint64_t sample) const override;
  RecordingView& view() { return *m_view; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Span {
    store::RecordingSpan values;  ///< empty where the overview draws well enough
    std::vector<store::PlacedWindow> windows;
    std::vector<std::string> labels;  ///< one a window
    bool thinned = false;
  };

  struct Chosen {
    store::StoredWindow placed;
    std::vector<SampleSignals> read;  ///< one, or none where the dataset has no features
  };

  BrowseRecording(RecordingView* view, JobRunner& runner, QWidget* parent);
  static Result<Span> read(const store::StoredRecordings& recordings, const store::StoredRecordings::Request& request,
                           const JobContext& job);
  void turnTo(std::uint64_t recording);
  void readOverview(std::uint64_t done);
  void takeOverview(store::RecordingSpan read, std::uint64_t done);
  void readSpan();
  void takeSpan(Span span);
  void showWindows();
  void showReadings();
  void choose(std::uint64_t sample, bool bringIntoView);
  void takeChosen(std::uint64_t sample, Chosen chosen, bool bringIntoView);
  void showError(const Error& error);

  std::shared_ptr<const store::StoredRecordings> m_recordings;  ///< null where the dataset has none
  std::shared_ptr<const SplitIndex> m_splits;
  JobSlot m_overviewJob;
  JobSlot m_spanJob;
  JobSlot m_sampleJob;
  std::optional<std::uint64_t> m_recording;  ///< that is shown; unset until one is
  std::shared_ptr<SignalBlocks> m_overview;
  store::StoredRecordings::Request m_asked;  ///< of the span that was read last
  Span m_span;
  bool m_moved = false;  ///< since that span was asked for
  NetworkLens m_lens;
  std::vector<SampleSignals> m_chosen;  ///< at most one
  RecordingView* m_view;
};

}  // namespace masu::ui
