// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/series.h"

#include <algorithm>

#include "ui/models/sample_table_model.h"
#include "ui/pages/browse/scroll.h"

namespace masu::ui {

BrowseSeries::BrowseSeries(QWidget* view, store::SampleKind kind, SampleTableModel& rows, JobRunner& runner,
                           QWidget* parent)
    : BrowseSamples(view, runner, parent), m_kind(kind), m_rows(rows) {
  connect(&bar(), &PositionBar::topChanged, this, &BrowseSeries::followBar);
}

void BrowseSeries::begin() {
  m_top = 0;
  redraw();
  if (!dataset()) return;
  prepare(*dataset());
  if (isVisible()) scrollTo(0);
}

void BrowseSeries::look() {
  scrollTo(m_top);
}

void BrowseSeries::filterChanged() {
  choose(std::nullopt);
  scrollTo(0);
}

void BrowseSeries::showEvent(QShowEvent* event) {
  BrowseSamples::showEvent(event);
  scrollTo(chosen() ? m_rows.positionOf(*chosen()) : m_top);
}

void BrowseSeries::followBar(std::uint64_t top) {
  // The bar steps by samples: a step that is shorter than a row still moves by one, down as well as up.
  const auto row = static_cast<std::uint64_t>(std::max(1, across()));
  scrollTo(top > m_top ? (top + row - 1) / row * row : top);
}

void BrowseSeries::scrollTo(std::uint64_t top) {
  if (!dataset()) return;
  const std::uint64_t all = m_rows.positions();
  const auto page = static_cast<std::uint64_t>(std::max(1, capacity()));
  const auto row = static_cast<std::uint64_t>(std::max(1, across()));
  const std::uint64_t last = all > page ? (all - page + row - 1) / row * row : 0;
  m_top = std::min(top / row * row, last);
  // A last row that is not full is as high as the others: the end of the bar is below it.
  bar().setExtent(last + page, page, m_top);
  if (!isVisible()) return;
  std::vector<std::uint64_t> wanted;
  for (std::uint64_t position = m_top; position < std::min(all, m_top + page); ++position)
    wanted.push_back(m_rows.sampleOf(position));
  read(wanted);
}

void BrowseSeries::redraw() {
  const SampleSignals* current = chosen() ? signalsOf(*chosen()) : nullptr;
  draw(samples(), current == nullptr ? -1 : static_cast<int>(current - samples().data()));
}

void BrowseSeries::choseAt(int at) {
  if (at < 0 || static_cast<std::size_t>(at) >= samples().size()) return;
  choose(samples()[static_cast<std::size_t>(at)].sample);
  announce();
}

void BrowseSeries::moveBy(int samples, bool page) {
  const auto all = static_cast<std::int64_t>(m_rows.positions());
  if (all == 0) return;
  if (page || !chosen()) return bar().step(samples);
  const auto from = static_cast<std::int64_t>(m_rows.positionOf(*chosen()));
  reveal(m_rows.sampleOf(static_cast<std::uint64_t>(std::clamp<std::int64_t>(from + samples, 0, all - 1))));
}

void BrowseSeries::reveal(std::uint64_t sample) {
  const std::uint64_t position = m_rows.positionOf(sample);
  if (position >= m_rows.positions()) return;
  choose(m_rows.sampleOf(position));
  const auto page = static_cast<std::uint64_t>(std::max(1, capacity()));
  if (position >= m_top && position < m_top + page) {
    // What is in view stays where it is.
    if (signalsOf(*chosen()) == nullptr) return scrollTo(m_top);
    redraw();
    return announce();
  }
  const auto row = static_cast<std::uint64_t>(std::max(1, across()));
  scrollTo(position < m_top ? position : position - std::min(position, page - std::min(page, row)));
}

}  // namespace masu::ui
