// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/recording.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <span>

#include "core/tasks/data/sample_rows.h"
#include "ui/pages/browse/scroll.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

constexpr double kOverviewColumns = 2000;
constexpr double kOverviewValues = 1 << 18;  ///< columns × channels
constexpr std::uint64_t kSlices = 16;        ///< an overview without a pyramid comes in so many
constexpr std::size_t kWindowsDrawn = 512;
constexpr double kContext = 4;  ///< windows that are shown around a sample

double overviewPerColumn(const store::StoredRecordings& recordings, std::uint64_t recording) {
  const auto frames = static_cast<double>(recordings.frames(recording));
  return std::max(
      {1.0, frames / kOverviewColumns, frames * static_cast<double>(recordings.channels()) / kOverviewValues});
}

std::shared_ptr<SignalBlocks> blocksOf(store::RecordingSpan read) {
  auto blocks = std::make_shared<SignalBlocks>();
  blocks->first = static_cast<double>(read.first);
  blocks->block = static_cast<double>(read.block);
  blocks->firstChannel = read.firstChannel;
  blocks->low = std::move(read.low);
  blocks->high = std::move(read.high);
  return blocks;
}

QColor groundOf(int split) {
  const Tokens& t = tokens();
  return split == 0 ? t.trainBg : split == 1 ? t.validationBg : split == 2 ? t.testBg : t.lineSoft;
}

}  // namespace

BrowseRecording::BrowseRecording(JobRunner& runner, QWidget* parent)
    : BrowseRecording(new RecordingView, runner, parent) {}

BrowseRecording::BrowseRecording(RecordingView* view, JobRunner& runner, QWidget* parent)
    : BrowseSignalPane(view, parent), m_overviewJob(runner), m_spanJob(runner), m_sampleJob(runner), m_view(view) {
  foot().addWidget(makeLabel(tr("Height is the range of each channel"), "caption"));
  foot().addStretch();
  for (const QString& hint : {tr("wheel + − zoom"), tr("drag ← → scroll"), tr("F fit"), tr("Page ↑ ↓ recording")}) {
    foot().addWidget(makeLabel(hint, "caption"));
  }
  connect(&bar(), &PositionBar::topChanged, this, &BrowseRecording::turnTo);
  connect(m_view, &RecordingView::turned, this, [this](int by) { bar().step(by); });
  connect(m_view, &RecordingView::spanChanged, this, &BrowseRecording::readSpan);
  connect(m_view, &RecordingView::sampleChosen, this, [this](std::uint64_t sample) { choose(sample, false); });
  connect(&Theme::current(), &Theme::changed, this, &BrowseRecording::showWindows);
}

void BrowseRecording::setDataset(std::shared_ptr<const store::Dataset> dataset) {
  for (JobSlot* job : {&m_overviewJob, &m_spanJob, &m_sampleJob}) job->drop();
  auto recordings = store::StoredRecordings::of(std::move(dataset));
  m_recordings = recordings ? std::make_shared<const store::StoredRecordings>(std::move(*recordings)) : nullptr;
  m_overview.reset();
  m_splits.reset();
  m_chosen.clear();
  m_recording.reset();
  m_lens = {};
  m_view->setCurrentSample({});
  if (m_recordings) showReadings();
  if (m_recordings && isVisible()) turnTo(0);
}

void BrowseRecording::setSplits(std::shared_ptr<const SplitIndex> splits) {
  m_splits = std::move(splits);
  showWindows();
}

void BrowseRecording::setLens(NetworkLens lens) {
  m_lens = std::move(lens);
  if (!m_recordings) return;
  showReadings();
  m_view->setSeen(nullptr);
  if (!m_chosen.empty()) choose(m_chosen.front().sample, false);
}

void BrowseRecording::showReadings() {
  std::vector<RecordingView::Reading> readings(m_recordings->channels());
  const auto& columns = m_recordings->dataset()->meta().schema.columns;
  for (std::size_t channel = 0; channel < readings.size(); ++channel) {
    if (!m_lens.active()) {
      if (channel < columns.size()) readings[channel].unit = formatUnit(toQt(columns[channel].unit));
      continue;
    }
    const auto& moments = m_lens.view->moments();
    if (channel >= moments.size()) break;
    const double deviation = moments[channel].deviation();
    readings[channel] = {moments[channel].mean, deviation > 0 ? 1 / deviation : 0, {}};
  }
  m_view->setReadings(std::move(readings));
}

void BrowseRecording::showEvent(QShowEvent* event) {
  BrowseSignalPane::showEvent(event);
  if (!m_recordings) return;
  if (m_recording) return readSpan();
  turnTo(0);
}

void BrowseRecording::turnTo(std::uint64_t recording) {
  if (!m_recordings || recording >= m_recordings->count()) return;
  m_overviewJob.drop();
  m_spanJob.drop();
  m_recording = recording;
  m_overview.reset();
  m_span = {};
  m_asked = {};
  bar().setExtent(m_recordings->count(), 1, recording);
  m_moved = false;
  const store::SourceFile& source = m_recordings->source(recording);
  QStringList channels;
  for (const table::Column& channel : m_recordings->dataset()->meta().schema.columns)
    channels << shownText(channel.name);
  channels.resize(static_cast<qsizetype>(m_recordings->channels()));
  m_view->setRecording(shownText(source.path).section(QLatin1Char('/'), -1), source.rate,
                       static_cast<double>(m_recordings->frames(recording)), channels);
  readOverview(0);
}

void BrowseRecording::readOverview(std::uint64_t done) {
  const std::uint64_t all = m_recordings->frames(*m_recording);
  const double perColumn = overviewPerColumn(*m_recordings, *m_recording);
  const std::uint64_t block = m_recordings->blockFor(perColumn);
  const std::uint64_t slice = m_recordings->hasPyramid() ? all : (all / kSlices / block + 1) * block;
  const store::StoredRecordings::Request request{.recording = *m_recording,
                                                 .first = done,
                                                 .frames = slice,
                                                 .channels = m_recordings->channels(),
                                                 .perColumn = perColumn};
  m_overviewJob.run<store::RecordingSpan>(
      {.title = tr("Read a recording"), .icon = QStringLiteral("wave"), .kind = Job::Kind::quiet},
      [recordings = m_recordings, request](const JobContext& job) { return recordings->read(request, job); },
      [this, done, slice](Result<store::RecordingSpan> read) {
        if (!read) return showError(read.error());
        takeOverview(std::move(*read), done + slice);
      });
}

void BrowseRecording::takeOverview(store::RecordingSpan read, std::uint64_t done) {
  auto whole = m_overview ? std::make_shared<SignalBlocks>(*m_overview) : nullptr;
  if (!whole) {
    whole = blocksOf(std::move(read));
  } else {
    for (std::size_t c = 0; c < whole->low.size(); ++c)
      whole->low[c].insert(whole->low[c].end(), read.low[c].begin(), read.low[c].end());
    for (std::size_t c = 0; c < whole->high.size(); ++c)
      whole->high[c].insert(whole->high[c].end(), read.high[c].begin(), read.high[c].end());
  }
  m_overview = whole;
  m_view->setOverview(std::move(whole));
  if (done < m_recordings->frames(*m_recording)) return readOverview(done);
  readSpan();
}

Result<BrowseRecording::Span> BrowseRecording::read(const store::StoredRecordings& recordings,
                                                    const store::StoredRecordings::Request& request,
                                                    const JobContext& job) {
  Span span;
  if (request.channels > 0) {
    MASU_TRY(span.values, recordings.read(request, job));
  }
  MASU_TRY(span.windows, recordings.windows(request.recording, request.first, request.frames, kWindowsDrawn));
  span.thinned = span.windows.size() == kWindowsDrawn;
  if (span.windows.empty() || recordings.dataset()->find("labels") == nullptr) return span;
  if (!span.thinned) {
    MASU_TRY(span.labels, tasks::labelTexts(*recordings.dataset(), span.windows.front().sample, span.windows.size()));
  }
  return span;
}

void BrowseRecording::readSpan() {
  if (!m_recordings || !m_recording || !isVisible()) return;
  // Restarted for each step of a pan or a zoom, no read would ever end.
  m_moved = m_spanJob.busy();
  if (m_moved) return;
  const TimeAxis& axis = m_view->axis();
  const auto first = static_cast<std::uint64_t>(std::max(0.0, axis.first() - axis.shown()));
  store::StoredRecordings::Request request{.recording = *m_recording,
                                           .first = first,
                                           .frames = static_cast<std::uint64_t>(3 * axis.shown()) + 2,
                                           .perColumn = m_view->framesPerColumn()};
  const bool fine = m_overview && m_view->wantsDetail();
  if (fine) {
    request.firstChannel = m_view->firstChannel();
    request.channels = static_cast<std::uint64_t>(m_view->lanesShown());
  }
  const bool covered = m_asked.frames > 0 && m_asked.perColumn == request.perColumn &&
                       static_cast<double>(m_asked.first) <= axis.first() &&
                       static_cast<double>(m_asked.first + m_asked.frames) >= axis.first() + axis.shown();
  if (covered && !fine) return;
  m_asked = request;
  m_spanJob.run<Span>(
      {.title = tr("Read a recording"), .icon = QStringLiteral("wave"), .kind = Job::Kind::quiet},
      [recordings = m_recordings, request](const JobContext& job) { return read(*recordings, request, job); },
      [this](Result<Span> span) {
        if (!span) return showError(span.error());
        takeSpan(std::move(*span));
        if (m_moved) readSpan();
      });
}

void BrowseRecording::takeSpan(Span span) {
  if (span.values.blocks() > 0) m_view->setDetail(blocksOf(std::move(span.values)));
  m_span = std::move(span);
  showWindows();
}

void BrowseRecording::showWindows() {
  std::vector<RecordingView::Window> windows;
  for (std::size_t i = 0; i < m_span.windows.size(); ++i) {
    const store::PlacedWindow& placed = m_span.windows[i];
    RecordingView::Window window{.sample = placed.sample,
                                 .first = static_cast<double>(placed.start),
                                 .frames = static_cast<double>(placed.length),
                                 .text = i < m_span.labels.size() ? shownText(m_span.labels[i]) : QString(),
                                 .colour = tokens().edge,
                                 .background = tokens().lineSoft};
    // A thinned list has one window for many: it extends to the next.
    if (m_span.thinned && i + 1 < m_span.windows.size())
      window.frames = static_cast<double>(m_span.windows[i + 1].start - placed.start);
    if (m_splits && placed.sample < m_splits->samples()) {
      const int split = shownSplit(static_cast<int>(m_splits->at(placed.sample)));
      window.colour = splitColour(split);
      window.background = groundOf(split);
    }
    windows.push_back(std::move(window));
  }
  m_view->setWindows(std::move(windows), m_span.thinned);
}

void BrowseRecording::choose(std::uint64_t sample, bool bringIntoView) {
  m_sampleJob.run<Chosen>(
      {.title = tr("Read samples"), .icon = QStringLiteral("browse"), .kind = Job::Kind::quiet},
      [recordings = m_recordings, lens = m_lens, sample](const JobContext&) -> Result<Chosen> {
        Chosen chosen;
        MASU_TRY(chosen.placed, recordings->place(sample));
        MASU_TRY(chosen.read, readSignals(*recordings->dataset(), {sample}, lens));
        return chosen;
      },
      [this, sample, bringIntoView](Result<Chosen> chosen) {
        if (!chosen) return showError(chosen.error());
        takeChosen(sample, std::move(*chosen), bringIntoView);
      });
}

void BrowseRecording::takeChosen(std::uint64_t sample, Chosen chosen, bool bringIntoView) {
  const auto length = static_cast<double>(std::max<std::uint32_t>(1, chosen.placed.length));
  const auto start = static_cast<double>(chosen.placed.start);
  if (bringIntoView) {
    if (chosen.placed.recording != m_recording) turnTo(chosen.placed.recording);
    if (start < m_view->axis().first() || start + length > m_view->axis().span().last())
      m_view->show(start - length * (kContext - 1) / 2, length * kContext);
  }
  m_view->setCurrentSample(sample);
  m_chosen = std::move(chosen.read);
  std::shared_ptr<SignalBlocks> seen;
  if (m_lens.active() && !m_chosen.empty() && chosen.placed.recording == m_recording) {
    seen = std::make_shared<SignalBlocks>();
    seen->first = start;
    for (const auto& channel : m_chosen.front().channels) {
      // What is padding to the network is over other samples here.
      const auto present = static_cast<std::ptrdiff_t>(std::min<std::size_t>(channel->size(), chosen.placed.length));
      seen->low.emplace_back(channel->begin(), channel->begin() + present);
    }
  }
  m_view->setSeen(std::move(seen));
  Q_EMIT sampleSelected(sample);
}

void BrowseRecording::reveal(std::uint64_t sample) {
  if (m_recordings) choose(sample, true);
}

const SampleSignals* BrowseRecording::signalsOf(std::uint64_t sample) const {
  return !m_chosen.empty() && m_chosen.front().sample == sample ? &m_chosen.front() : nullptr;
}

void BrowseRecording::showError(const Error& error) {
  if (error.code != Errc::cancelled) Q_EMIT failed(error);
}

}  // namespace masu::ui
