// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/signal/waveform_view.h"
#include "ui/pages/browse/series.h"

namespace masu::ui {

/// The signals of a page of samples, one lane a channel, stacked or as a grid; scrolls by samples.
class BrowseWaves : public BrowseSeries {
  Q_OBJECT

 public:
  BrowseWaves(SampleTableModel& rows, JobRunner& runner, QWidget* parent = nullptr);

  void setArrangement(WaveformView::Arrangement arrangement);
  WaveformView& view() { return *m_view; }

 Q_SIGNALS:
  /// A lane was chosen, of this channel.
  void channelChosen(int channel);

 protected:
  int capacity() const override;
  int across() const override { return 1; }
  void prepare(const store::Dataset& dataset) override;
  void draw(const std::vector<SampleSignals>& samples, int current) override;

 private:
  BrowseWaves(WaveformView* view, SampleTableModel& rows, JobRunner& runner, QWidget* parent);
  int channels() const;
  WaveformView::Lane laneOf(const SampleSignals& signal, int channel) const;

  WaveformView* m_view;
};

}  // namespace masu::ui
