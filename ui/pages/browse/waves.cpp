// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/waves.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>

#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

BrowseWaves::BrowseWaves(SampleTableModel& rows, JobRunner& runner, QWidget* parent)
    : BrowseWaves(new WaveformView, rows, runner, parent) {}

BrowseWaves::BrowseWaves(WaveformView* view, SampleTableModel& rows, JobRunner& runner, QWidget* parent)
    : BrowseSeries(view, store::SampleKind::waveform, rows, runner, parent), m_view(view) {
  foot().addWidget(makeLabel(tr("Height is the largest value of each lane"), "caption"));
  foot().addStretch();
  for (const QString& hint : {tr("↑ ↓ sample"), tr("+ − zoom"), tr("← → scroll"), tr("F fit")}) {
    foot().addWidget(makeLabel(hint, "caption"));
  }
  connect(m_view, &WaveformView::capacityChanged, this, [this] { look(); });
  connect(m_view, &WaveformView::currentChanged, this, [this](int lane) {
    Q_EMIT channelChosen(lane % channels());
    choseAt(lane / channels());
  });
  connect(m_view, &WaveformView::scrollRequested, this,
          [this](int lanes) { moveBy(lanes / channels() != 0 ? lanes / channels() : lanes, !m_view->hasFocus()); });
}

int BrowseWaves::channels() const {
  const auto shape = dataset() ? dataset()->sampleShape() : std::vector<std::uint64_t>{};
  return shape.size() > 1 ? std::max(1, static_cast<int>(shape.front())) : 1;
}

int BrowseWaves::capacity() const {
  return std::max(1, m_view->capacity() / channels());
}

void BrowseWaves::prepare(const store::Dataset& dataset) {
  m_view->setLanesTogether(channels());
  const auto shape = dataset.sampleShape();
  const auto& sources = dataset.meta().sources;
  m_view->setAxis(sources.empty() ? 0 : sources.front().rate, shape.empty() ? 1 : static_cast<double>(shape.back()));
}

void BrowseWaves::setArrangement(WaveformView::Arrangement arrangement) {
  m_view->setArrangement(arrangement);
}

void BrowseWaves::draw(const std::vector<SampleSignals>& samples, int current) {
  std::vector<WaveformView::Lane> lanes;
  for (const SampleSignals& signal : samples) {
    for (int channel = 0; channel < static_cast<int>(signal.channels.size()); ++channel) {
      lanes.push_back(laneOf(signal, channel));
    }
  }
  m_view->setLanes(std::move(lanes));
  m_view->setCurrent(current < 0 ? -1 : current * channels());
}

WaveformView::Lane BrowseWaves::laneOf(const SampleSignals& signal, int channel) const {
  WaveformView::Lane lane;
  const QString file = signal.row.source.section(QLatin1Char('/'), -1);
  lane.title = file.contains(QLatin1Char('.')) ? file.section(QLatin1Char('.'), 0, -2) : file;
  lane.tag = signal.row.label;
  lane.values = signal.channels[static_cast<std::size_t>(channel)];
  lane.frames = signal.frames;
  const auto& columns = dataset()->meta().schema.columns;
  const bool known = static_cast<std::size_t>(channel) < columns.size();
  if (known && !lens().active()) lane.unit = formatUnit(shownText(columns[static_cast<std::size_t>(channel)].unit));
  const QString from = signal.row.position > 0 ? tr("from %1").arg(formatCount(signal.row.position)) : QString();
  lane.subtitle = from;
  if (signal.channels.size() > 1 && known) {
    // What distinguishes the lanes of a sample comes first: there is no room for both. Of the rest both ends are kept.
    lane.subtitle = from.isEmpty() ? lane.title : from + QStringLiteral(", ") + lane.title;
    lane.title = shownText(columns[static_cast<std::size_t>(channel)].name);
  }
  if (const int split = splitOf(signal.sample); split >= 0) {
    lane.splitName = splitTitle(split);
    lane.splitColour = splitColour(split);
  }
  return lane;
}

}  // namespace masu::ui
