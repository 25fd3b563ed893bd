// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/base/error.h"
#include "core/store/read/dataset.h"
#include "ui/models/network_lens.h"
#include "ui/models/split_index.h"
#include "ui/pages/browse/pane.h"

namespace masu::ui {

struct SampleSignals;

/// A pane of Browse that shows samples as what they are, signals or images, and not as rows of numbers.
/// Threads: the GUI thread.
class BrowseSignalPane : public BrowsePane {
  Q_OBJECT

 public:
  /// Shows nothing of a dataset of another kind.
  virtual void setDataset(std::shared_ptr<const store::Dataset> dataset) = 0;
  virtual void setSplits(std::shared_ptr<const SplitIndex> splits) = 0;
  /// How their values are shown.
  virtual void setLens(NetworkLens lens) = 0;
  /// Brings a sample into view, or the nearest that is shown, and selects it.
  virtual void reveal(std::uint64_t sample) = 0;
  /// Null while the sample is not in view, or being read.
  virtual const SampleSignals* signalsOf(std::uint64_t sample) const = 0;

 Q_SIGNALS:
  void sampleSelected(std::uint64_t sample);
  void failed(const masu::Error& error);

 protected:
  using BrowsePane::BrowsePane;
};

}  // namespace masu::ui
