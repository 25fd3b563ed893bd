// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/classes.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>

#include "ui/pages/browse/images.h"
#include "ui/pages/browse/scroll.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

BrowseClasses::BrowseClasses(JobRunner& runner, QWidget* parent) : BrowseClasses(new ClassGrid, runner, parent) {}

BrowseClasses::BrowseClasses(ClassGrid* grid, JobRunner& runner, QWidget* parent)
    : BrowseSamples(grid, runner, parent), m_grid(grid), m_spreadNote(makeLabel({}, "caption")), m_findJob(runner) {
  foot().addWidget(m_spreadNote);
  foot().addStretch();
  for (const QString& hint : {tr("← ↑ ↓ → sample"), tr("Enter shows the whole class")})
    foot().addWidget(makeLabel(hint, "caption"));
  connect(&bar(), &PositionBar::topChanged, this, &BrowseClasses::scrollTo);
  connect(m_grid, &ClassGrid::capacityChanged, this, [this] {
    turnTo(static_cast<std::int64_t>(m_turn));
    scrollTo(m_top);
  });
  connect(m_grid, &ClassGrid::scrollRequested, this, [this](int rows) { bar().step(rows); });
  connect(m_grid, &ClassGrid::turnRequested, this,
          [this](int columns) { turnTo(static_cast<std::int64_t>(m_turn) + columns); });
  connect(m_grid, &ClassGrid::moveRequested, this, &BrowseClasses::moveBy);
  connect(m_grid, &ClassGrid::currentChanged, this, [this](int row, int column) {
    choosePlace(
        {static_cast<std::size_t>(m_top) + static_cast<std::size_t>(row), m_turn + static_cast<std::size_t>(column)});
  });
  connect(m_grid, &ClassGrid::opened, this, [this](int row) {
    const auto at = static_cast<std::size_t>(m_top) + static_cast<std::size_t>(row);
    if (m_classes && at < m_classes->size()) Q_EMIT classOpened(static_cast<int>((*m_classes)[at].code));
  });
}

bool BrowseClasses::shows(const store::Dataset& dataset) const {
  return dataset.meta().target == store::Target::classes && dataset.find("labels") != nullptr &&
         dataset.meta().kind != store::SampleKind::table && dataset.find("features") != nullptr;
}

void BrowseClasses::begin() {
  m_split.reset();
  m_filter.reset();
  if (dataset()) {
    const auto shape = dataset()->sampleShape();
    const bool image = shape.size() == 3;
    m_grid->setShape(image ? QSize(static_cast<int>(shape[2]), static_cast<int>(shape[1])) : QSize(),
                     shape.empty() ? 1 : static_cast<double>(shape.back()));
  }
  forget();
}

void BrowseClasses::setFilter(std::optional<store::Split> split, std::shared_ptr<const SplitIndex> members) {
  m_split = split;
  m_filter = std::move(members);
  forget();
}

/// What the classes hold has to be found again, as soon as somebody looks.
void BrowseClasses::forget() {
  m_findJob.drop();
  forgetSamples();
  m_classes.reset();
  m_top = 0;
  m_turn = 0;
  redraw();
  if (isVisible()) find();
}

void BrowseClasses::showEvent(QShowEvent* event) {
  BrowseSamples::showEvent(event);
  m_classes ? look() : find();
}

void BrowseClasses::find() {
  if (!dataset()) return;
  const auto shown = m_filter ? m_filter : m_split ? splits() : nullptr;
  const store::Split code = m_filter ? store::Split::train : m_split.value_or(store::Split::train);
  m_findJob.run<std::vector<ClassMembers>>(
      {.title = tr("Find the samples of each class"), .icon = QStringLiteral("filter"), .kind = Job::Kind::quiet},
      [dataset = dataset(), shown, code](const JobContext& job) {
        return classMembersOf(
            *dataset, [&](std::uint64_t sample) { return !shown || shown->at(sample) == code; }, job);
      },
      [this](Result<std::vector<ClassMembers>> classes) {
        if (classes) return found(std::move(*classes));
        if (classes.error().code != Errc::cancelled) Q_EMIT failed(classes.error());
      });
}

void BrowseClasses::found(std::vector<ClassMembers> classes) {
  m_classes = std::move(classes);
  const bool spread = std::ranges::any_of(*m_classes, [](const auto& one) { return one.samples.size() < one.count; });
  m_spreadNote->setText(spread ? tr("Samples spread evenly over each class") : QString());
  scrollTo(m_top);
  if (chosen()) reveal(*chosen());  // The sample may not be among those shown of its class.
}

std::size_t BrowseClasses::longest() const {
  std::size_t most = 0;
  if (m_classes)
    for (const ClassMembers& one : *m_classes) most = std::max(most, one.samples.size());
  return most;
}

void BrowseClasses::scrollTo(std::uint64_t top) {
  if (!m_classes) return;
  const auto page = static_cast<std::uint64_t>(m_grid->capacity());
  const std::uint64_t all = m_classes->size();
  m_top = std::min(top, all > page ? all - page : 0);
  bar().setExtent(all, page, m_top);
  look();
}

void BrowseClasses::turnTo(std::int64_t column) {
  const auto across = static_cast<std::int64_t>(m_grid->columns());
  const auto last = std::max<std::int64_t>(0, static_cast<std::int64_t>(longest()) - 1);
  m_turn = static_cast<std::size_t>(std::clamp<std::int64_t>(column, 0, last) / across * across);
  look();
}

void BrowseClasses::moveBy(int rows, int columns) {
  const auto from = chosen() ? placeOf(*chosen()) : std::nullopt;
  if (!from) return;
  const auto row = static_cast<std::int64_t>(from->row) + rows;
  const auto column = static_cast<std::int64_t>(from->column) + columns;
  if (row < 0 || row >= static_cast<std::int64_t>(m_classes->size()) || column < 0) return;
  const auto last = static_cast<std::int64_t>((*m_classes)[static_cast<std::size_t>(row)].samples.size()) - 1;
  if (columns != 0 && column > last) return;
  choosePlace({static_cast<std::size_t>(row), static_cast<std::size_t>(std::min(column, last))});
}

void BrowseClasses::choosePlace(Place place) {
  if (!m_classes || place.row >= m_classes->size()) return;
  const auto& samples = (*m_classes)[place.row].samples;
  if (place.column >= samples.size()) return;
  choose(samples[place.column]);
  const auto page = static_cast<std::uint64_t>(m_grid->capacity());
  const auto across = static_cast<std::size_t>(m_grid->columns());
  if (place.row < m_top) m_top = place.row;
  if (place.row >= m_top + page) m_top = place.row - page + 1;
  m_turn = place.column / across * across;
  scrollTo(m_top);
  announce();
}

void BrowseClasses::reveal(std::uint64_t sample) {
  choose(sample);
  if (const auto place = placeOf(sample)) choosePlace(*place);
}

std::optional<BrowseClasses::Place> BrowseClasses::placeOf(std::uint64_t sample) const {
  if (!m_classes) return std::nullopt;
  for (std::size_t row = 0; row < m_classes->size(); ++row) {
    const auto& samples = (*m_classes)[row].samples;
    const auto found = std::ranges::lower_bound(samples, sample);
    if (found != samples.end() && *found == sample)
      return Place{row, static_cast<std::size_t>(found - samples.begin())};
  }
  return std::nullopt;
}

void BrowseClasses::look() {
  if (!isVisible() || !m_classes) return;
  std::vector<std::uint64_t> wanted;
  const std::size_t last =
      std::min<std::size_t>(m_classes->size(), m_top + static_cast<std::size_t>(m_grid->capacity()));
  for (std::size_t row = m_top; row < last; ++row) {
    const auto& samples = (*m_classes)[row].samples;
    const std::size_t end = std::min(samples.size(), m_turn + static_cast<std::size_t>(m_grid->columns()));
    for (std::size_t column = m_turn; column < end; ++column) wanted.push_back(samples[column]);
  }
  redraw();  // Names and places at once.
  read(wanted);
}

ClassGrid::Cell BrowseClasses::cellOf(std::uint64_t sample) const {
  ClassGrid::Cell cell;
  const int split = splitOf(sample);
  if (split >= 0) cell.splitColour = splitColour(split);
  const SampleSignals* read = signalsOf(sample);
  if (read == nullptr) return cell;
  cell.title = read->row.source;
  if (split >= 0) cell.title += QStringLiteral(" · ") + splitTitle(split);
  if (dataset()->meta().kind == store::SampleKind::image) {
    cell.image = imageOf(*dataset(), *read, lens().active());
    return cell;
  }
  for (const auto& values : read->channels) {
    SignalLane& lane = cell.lanes.emplace_back();
    lane.values = values;
    lane.frames = read->frames;
  }
  return cell;
}

void BrowseClasses::redraw() {
  std::vector<ClassGrid::ClassSamples> rows;
  const std::size_t all = m_classes ? m_classes->size() : 0;
  const std::size_t last = std::min<std::size_t>(all, m_top + static_cast<std::size_t>(m_grid->capacity()));
  for (std::size_t i = m_top; i < last; ++i) {
    const ClassMembers& shown = (*m_classes)[i];
    ClassGrid::ClassSamples& row = rows.emplace_back();
    row.name = ui::shownText(dataset()->meta().classes[shown.code]);
    row.count = formatCount(shown.count);
    const std::size_t end = std::min(shown.samples.size(), m_turn + static_cast<std::size_t>(m_grid->columns()));
    for (std::size_t column = m_turn; column < end; ++column) row.cells.push_back(cellOf(shown.samples[column]));
  }
  m_grid->setRows(std::move(rows));
  const auto place = chosen() ? placeOf(*chosen()) : std::nullopt;
  const bool inView = place && place->row >= m_top && place->row < last && place->column >= m_turn;
  m_grid->setCurrent(inView ? static_cast<int>(place->row - m_top) : -1,
                     inView ? static_cast<int>(place->column - m_turn) : -1);
}

}  // namespace masu::ui
