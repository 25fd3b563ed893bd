// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "ui/jobs/job_slot.h"
#include "ui/models/split_index.h"
#include "ui/pages/browse/signal_pane.h"
#include "ui/pages/browse/signals.h"

namespace masu::ui {

/// Samples that a view draws whole, as signals or as images: reading those in view, and which one is chosen. What was
/// in view before is not read again. A class that inherits says which are in view and draws them.
/// Threads: the GUI thread; a quiet job reads. Lifetime: borrows the runner.
class BrowseSamples : public BrowseSignalPane {
  Q_OBJECT

 public:
  void setDataset(std::shared_ptr<const store::Dataset> dataset) final;
  void setSplits(std::shared_ptr<const SplitIndex> splits) final;
  void setLens(NetworkLens lens) final;
  const SampleSignals* signalsOf(std::uint64_t sample) const final;

 protected:
  /// Takes ownership of the view.
  BrowseSamples(QWidget* view, JobRunner& runner, QWidget* parent);

  virtual bool shows(const store::Dataset& dataset) const = 0;
  /// There is another dataset, or none.
  virtual void begin() = 0;
  /// Asks by read() for what is in view.
  virtual void look() = 0;
  /// Draws what is in view as far as it has been read.
  virtual void redraw() = 0;

  /// Null while there is no dataset that this pane shows.
  const std::shared_ptr<const store::Dataset>& dataset() const { return m_dataset; }
  const std::shared_ptr<const SplitIndex>& splits() const { return m_splits; }
  const NetworkLens& lens() const { return m_lens; }
  /// Those in view that have been read, in ascending order; until all are there, those that were in view before.
  const std::vector<SampleSignals>& samples() const { return m_samples; }
  std::optional<std::uint64_t> chosen() const { return m_chosen; }
  /// The split of a sample as it is shown; −1 while there is none.
  int splitOf(std::uint64_t sample) const;

  /// Replaces samples() by these once all have been read.
  void read(const std::vector<std::uint64_t>& wanted);
  void forgetSamples();
  /// Announces the choice by announce() as soon as the sample has been read.
  void choose(std::optional<std::uint64_t> sample);
  void announce();

 private:
  void take(std::vector<SampleSignals> samples);

  JobSlot m_job;
  std::shared_ptr<const store::Dataset> m_dataset;
  std::shared_ptr<const SplitIndex> m_splits;
  NetworkLens m_lens;
  std::vector<SampleSignals> m_samples;
  std::optional<std::uint64_t> m_chosen;
  bool m_unannounced = false;  ///< the choice is to be announced once it is read
};

}  // namespace masu::ui
