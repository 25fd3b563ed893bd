#include "ui/pages/browse_page_samples.h"

#include <algorithm>

#include "ui/models/sample_table_model.h"
#include "ui/pages/browse_page_scroll.h"
#include "ui/theme/split_colours.h"

namespace masu::ui {

BrowseSamples::BrowseSamples(QWidget* view, store::SampleKind kind, SampleTableModel& rows, JobRunner& runner,
                             QWidget* parent)
    : BrowsePane(view, parent), m_kind(kind), m_rows(rows), m_job(runner) {
  connect(&bar(), &PositionBar::topChanged, this, &BrowseSamples::scrollTo);
}

void BrowseSamples::setDataset(std::shared_ptr<const store::Dataset> dataset) {
  m_job.drop();
  m_dataset = dataset && dataset->meta().kind == m_kind ? std::move(dataset) : nullptr;
  m_splits.reset();
  m_lens = {};
  m_samples.clear();
  m_top = 0;
  m_position.reset();
  redraw();
  if (!m_dataset) return;
  prepare(*m_dataset);
  if (isVisible()) scrollTo(0);
}

void BrowseSamples::setSplits(std::shared_ptr<const SplitIndex> splits) {
  m_splits = std::move(splits);
  redraw();
}

void BrowseSamples::setLens(NetworkLens lens) {
  m_lens = std::move(lens);
  m_samples.clear();
  m_tell = m_position.has_value();
  scrollTo(m_top);
}

int BrowseSamples::splitOf(std::uint64_t sample) const {
  return m_splits && sample < m_splits->samples() ? shownSplit(static_cast<int>(m_splits->at(sample))) : -1;
}

void BrowseSamples::filterChanged() {
  m_position.reset();
  scrollTo(0);
}

void BrowseSamples::showEvent(QShowEvent* event) {
  BrowsePane::showEvent(event);
  scrollTo(m_position.value_or(m_top));
}

void BrowseSamples::capacityChanged() {
  scrollTo(m_top);
}

void BrowseSamples::scrollTo(std::uint64_t top) {
  if (!m_dataset) return;
  const std::uint64_t all = m_rows.positions();
  const auto page = static_cast<std::uint64_t>(std::max(1, capacity()));
  const auto row = static_cast<std::uint64_t>(std::max(1, across()));
  const std::uint64_t last = all > page ? (all - page + row - 1) / row * row : 0;
  m_top = std::min(top / row * row, last);
  bar().setExtent(all, page, m_top);
  if (isVisible()) read();
}

void BrowseSamples::read() {
  std::vector<std::uint64_t> wanted;
  std::vector<SampleSignals> kept;
  const auto last = std::min(m_rows.positions(), m_top + static_cast<std::uint64_t>(std::max(1, capacity())));
  for (std::uint64_t position = m_top; position < last; ++position) {
    const std::uint64_t sample = m_rows.sampleOf(position);
    if (const SampleSignals* there = signalsOf(sample)) {
      kept.push_back(*there);
    } else {
      wanted.push_back(sample);
    }
  }
  if (wanted.empty()) {
    m_job.drop();
    return take(m_top, std::move(kept));
  }
  m_job.run<std::vector<SampleSignals>>(
      {.title = tr("Read samples"), .icon = QStringLiteral("browse"), .kind = Job::Kind::quiet},
      [dataset = m_dataset, wanted, lens = m_lens](const JobContext&) { return readSignals(*dataset, wanted, lens); },
      [this, top = m_top, kept = std::move(kept)](Result<std::vector<SampleSignals>> read) mutable {
        if (!read) {
          if (read.error().code != Errc::cancelled) Q_EMIT failed(read.error());
          return;
        }
        std::ranges::move(*read, std::back_inserter(kept));
        take(top, std::move(kept));
      });
}

void BrowseSamples::take(std::uint64_t top, std::vector<SampleSignals> samples) {
  // Positions are in ascending order of their samples, whatever is shown.
  std::ranges::sort(samples, {}, &SampleSignals::sample);
  m_samples = std::move(samples);
  m_shownTop = top;
  redraw();
}

void BrowseSamples::redraw() {
  const bool inView = m_position && *m_position >= m_shownTop && *m_position - m_shownTop < m_samples.size();
  draw(m_samples, inView ? static_cast<int>(*m_position - m_shownTop) : -1);
  if (!inView || !m_tell) return;
  m_tell = false;
  Q_EMIT sampleSelected(m_samples[*m_position - m_shownTop].sample);
}

void BrowseSamples::chosen(int at) {
  const auto index = static_cast<std::size_t>(at);
  if (at < 0 || index >= m_samples.size()) return;
  m_position = m_shownTop + index;
  Q_EMIT sampleSelected(m_samples[index].sample);
}

void BrowseSamples::moveBy(int samples, bool page) {
  const auto all = static_cast<std::int64_t>(m_rows.positions());
  if (all == 0) return;
  if (page || !m_position) return bar().step(samples);
  reveal(static_cast<std::uint64_t>(
      std::clamp<std::int64_t>(static_cast<std::int64_t>(*m_position) + samples, 0, all - 1)));
}

void BrowseSamples::reveal(std::uint64_t position) {
  if (position >= m_rows.positions()) return;
  m_position = position;
  m_tell = true;
  const auto page = static_cast<std::uint64_t>(std::max(1, capacity()));
  if (position >= m_top && position < m_top + page && m_top == m_shownTop && !m_samples.empty()) return redraw();
  const auto row = static_cast<std::uint64_t>(std::max(1, across()));
  scrollTo(position < m_top ? position : position - std::min(position, page - std::min(page, row)));
}

const SampleSignals* BrowseSamples::signalsOf(std::uint64_t sample) const {
  const auto found = std::ranges::find(m_samples, sample, &SampleSignals::sample);
  return found == m_samples.end() ? nullptr : &*found;
}

}  // namespace masu::ui
