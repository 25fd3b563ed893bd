#include "ui/pages/browse_page_waves.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <cmath>
#include <span>

#include "core/tasks/dataset_task.h"
#include "ui/models/sample_table_model.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

Result<std::size_t> framesOf(const store::Dataset& dataset, std::uint64_t sample, std::size_t window) {
  const store::ObjectInfo* object = dataset.find("origin");
  if (object == nullptr) return window;
  store::Origin origin;
  MASU_CHECK(dataset.read(*object, sample, 1, std::as_writable_bytes(std::span(&origin, 1))));
  const auto& sources = dataset.meta().sources;
  if (origin.source >= sources.size()) return window;
  const std::uint64_t all = sources[origin.source].records;
  return std::min<std::uint64_t>(window, all > origin.position ? all - origin.position : 0);
}

Result<SampleSignals> readSignal(const store::Dataset& dataset, const store::ObjectInfo& object, std::uint64_t sample) {
  SampleSignals signal;
  signal.sample = sample;
  MASU_TRY(const tasks::HeadOutcome head, tasks::rows(dataset, sample, 1, 1));
  if (!head.rows.empty()) {
    signal.row.label = toQt(head.rows.front().label);
    signal.row.source = toQt(head.rows.front().source);
    signal.row.position = head.rows.front().position;
  }
  MASU_TRY(const std::vector<double> values, dataset.readValues(object, sample, 1));
  const std::size_t channels = object.sampleShape.size() > 1 ? object.sampleShape.front() : 1;
  const std::size_t frames = values.size() / std::max<std::size_t>(1, channels);
  for (std::size_t channel = 0; channel < channels; ++channel) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(channel * frames);
    auto copy = std::make_shared<std::vector<float>>(frames);
    std::transform(first, first + static_cast<std::ptrdiff_t>(frames), copy->begin(),
                   [](double value) { return static_cast<float>(value); });
    signal.channels.push_back(std::move(copy));
  }
  MASU_TRY(signal.frames, framesOf(dataset, sample, frames));
  return signal;
}

}  // namespace

Result<std::vector<SampleSignals>> readSignals(const store::Dataset& dataset,
                                               const std::vector<std::uint64_t>& samples) {
  std::vector<SampleSignals> read;
  const store::ObjectInfo* object = dataset.find("features");
  if (object == nullptr) return read;
  for (const std::uint64_t sample : samples) {
    MASU_TRY(SampleSignals signal, readSignal(dataset, *object, sample));
    read.push_back(std::move(signal));
  }
  return read;
}

BrowseWaves::BrowseWaves(SampleTableModel& rows, JobRunner& runner, QWidget* parent)
    : BrowseWaves(new WaveformView, rows, runner, parent) {}

BrowseWaves::BrowseWaves(WaveformView* view, SampleTableModel& rows, JobRunner& runner, QWidget* parent)
    : BrowsePane(view, parent), m_rows(rows), m_job(runner), m_view(view) {
  foot().addWidget(makeLabel(tr("Height is the largest value of each lane"), "caption"));
  foot().addStretch();
  for (const QString& hint : {tr("↑ ↓ sample"), tr("+ − zoom"), tr("← → scroll"), tr("F fit")}) {
    foot().addWidget(makeLabel(hint, "caption"));
  }

  connect(&bar(), &PositionBar::topChanged, this, &BrowseWaves::scrollTo);
  connect(m_view, &WaveformView::capacityChanged, this, [this] { scrollTo(m_top); });
  connect(m_view, &WaveformView::currentChanged, this, [this](int lane) {
    const auto at = static_cast<std::size_t>(lane / channels());
    if (at >= m_signals.size()) return;
    m_position = m_top + at;
    Q_EMIT sampleSelected(m_signals[at].sample);
  });
  connect(m_view, &WaveformView::scrollRequested, this, [this](int lanes) {
    const auto all = static_cast<std::int64_t>(m_rows.positions());
    if (all == 0) return;
    const int by = lanes / channels() != 0 ? lanes / channels() : lanes;
    if (!m_view->hasFocus() || !m_position) return bar().step(by);
    reveal(
        static_cast<std::uint64_t>(std::clamp<std::int64_t>(static_cast<std::int64_t>(*m_position) + by, 0, all - 1)));
  });
}

int BrowseWaves::channels() const {
  const auto shape = m_dataset ? m_dataset->sampleShape() : std::vector<std::uint64_t>{};
  return shape.size() > 1 ? std::max(1, static_cast<int>(shape.front())) : 1;
}

int BrowseWaves::samplesInView() const {
  return std::max(1, m_view->capacity() / channels());
}

void BrowseWaves::setDataset(std::shared_ptr<const store::Dataset> dataset) {
  m_job.drop();
  m_dataset = std::move(dataset);
  m_splits.reset();
  m_signals.clear();
  m_view->setLanes({});
  m_top = 0;
  m_position.reset();
  if (!m_dataset || m_dataset->meta().kind != store::SampleKind::waveform) {
    m_dataset.reset();
    return;
  }
  const auto shape = m_dataset->sampleShape();
  const auto& sources = m_dataset->meta().sources;
  m_view->setAxis(sources.empty() ? 0 : sources.front().rate, shape.empty() ? 1 : static_cast<double>(shape.back()));
  if (isVisible()) scrollTo(0);
}

void BrowseWaves::setSplits(std::shared_ptr<const SplitIndex> splits) {
  m_splits = std::move(splits);
  if (!m_signals.empty()) showSignals(std::move(m_signals));
}

void BrowseWaves::setArrangement(WaveformView::Arrangement arrangement) {
  m_view->setArrangement(arrangement);
}

void BrowseWaves::filterChanged() {
  m_position.reset();
  m_view->setCurrent(-1);
  scrollTo(0);
}

void BrowseWaves::showEvent(QShowEvent* event) {
  BrowsePane::showEvent(event);
  scrollTo(m_position.value_or(m_top));
}

void BrowseWaves::scrollTo(std::uint64_t top) {
  if (!m_dataset) return;
  const std::uint64_t all = m_rows.positions();
  const auto page = static_cast<std::uint64_t>(samplesInView());
  m_top = std::min(top, all > page ? all - page : 0);
  bar().setExtent(all, page, m_top);
  if (isVisible()) read();
}

void BrowseWaves::read() {
  std::vector<std::uint64_t> samples;
  const auto last = std::min(m_rows.positions(), m_top + static_cast<std::uint64_t>(samplesInView()));
  for (std::uint64_t position = m_top; position < last; ++position) samples.push_back(m_rows.sampleOf(position));
  m_job.run<std::vector<SampleSignals>>(
      {.title = tr("Read signals"), .icon = QStringLiteral("wave"), .kind = Job::Kind::quiet},
      [dataset = m_dataset, samples](const JobContext&) { return readSignals(*dataset, samples); },
      [this](Result<std::vector<SampleSignals>> read) {
        if (read) return showSignals(std::move(*read));
        if (read.error().code != Errc::cancelled) Q_EMIT failed(read.error());
      });
}

void BrowseWaves::showSignals(std::vector<SampleSignals> read) {
  m_signals = std::move(read);
  std::vector<WaveformView::Lane> lanes;
  for (const SampleSignals& signal : m_signals) {
    for (int channel = 0; channel < static_cast<int>(signal.channels.size()); ++channel) {
      lanes.push_back(laneOf(signal, channel));
    }
  }
  m_view->setLanes(std::move(lanes));
  const bool inView = m_position && *m_position >= m_top && *m_position < m_top + m_signals.size();
  m_view->setCurrent(inView ? static_cast<int>(*m_position - m_top) * channels() : -1);
  if (inView && m_tell) Q_EMIT sampleSelected(m_signals[*m_position - m_top].sample);
  m_tell = false;
}

WaveformView::Lane BrowseWaves::laneOf(const SampleSignals& signal, int channel) const {
  WaveformView::Lane lane;
  const QString file = signal.row.source.section(QLatin1Char('/'), -1);
  lane.title = file.contains(QLatin1Char('.')) ? file.section(QLatin1Char('.'), 0, -2) : file;
  lane.tag = signal.row.label;
  lane.values = signal.channels[static_cast<std::size_t>(channel)];
  lane.frames = signal.frames;
  const auto& columns = m_dataset->meta().schema.columns;
  if (signal.channels.size() > 1 && static_cast<std::size_t>(channel) < columns.size()) {
    lane.title += QLatin1String(" · ") + toQt(columns[static_cast<std::size_t>(channel)].name);
  }
  if (m_splits && signal.sample < m_splits->samples()) {
    const int split = shownSplit(static_cast<int>(m_splits->at(signal.sample)));
    lane.splitName = splitTitle(split);
    lane.splitColour = splitColour(split);
  }
  if (signal.row.position > 0) lane.subtitle = tr("from %1").arg(formatCount(signal.row.position));
  return lane;
}

void BrowseWaves::reveal(std::uint64_t position) {
  if (position >= m_rows.positions()) return;
  m_position = position;
  m_tell = true;
  const auto page = static_cast<std::uint64_t>(samplesInView());
  if (position < m_top || position >= m_top + page || m_signals.empty()) {
    scrollTo(position < m_top ? position : position - std::min(position, page - 1));
  } else {
    showSignals(std::move(m_signals));
  }
}

const SampleSignals* BrowseWaves::signalsOf(std::uint64_t sample) const {
  const auto found = std::find_if(m_signals.begin(), m_signals.end(),
                                  [sample](const SampleSignals& signal) { return signal.sample == sample; });
  return found == m_signals.end() ? nullptr : &*found;
}

}  // namespace masu::ui
