#include "ui/pages/browse_page_classes.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>

#include "ui/pages/browse_page_images.h"
#include "ui/pages/browse_page_scroll.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

BrowseClasses::BrowseClasses(JobRunner& runner, QWidget* parent) : BrowseClasses(new ClassGrid, runner, parent) {}

BrowseClasses::BrowseClasses(ClassGrid* grid, JobRunner& runner, QWidget* parent)
    : BrowsePane(grid, parent), m_grid(grid), m_told(makeLabel({}, "caption")), m_findJob(runner), m_readJob(runner) {
  foot().addWidget(m_told);
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
    choose(
        {static_cast<std::size_t>(m_top) + static_cast<std::size_t>(row), m_turn + static_cast<std::size_t>(column)});
  });
  connect(m_grid, &ClassGrid::opened, this, [this](int row) {
    const auto at = static_cast<std::size_t>(m_top) + static_cast<std::size_t>(row);
    if (m_classes && at < m_classes->size()) Q_EMIT classOpened(static_cast<int>((*m_classes)[at].code));
  });
}

void BrowseClasses::setDataset(std::shared_ptr<const store::Dataset> dataset) {
  const bool shows = dataset && dataset->meta().target == store::Target::classes &&
                     dataset->find("labels") != nullptr && dataset->meta().kind != store::SampleKind::table &&
                     dataset->find("features") != nullptr;
  m_dataset = shows ? std::move(dataset) : nullptr;
  m_splits.reset();
  m_split.reset();
  m_filter.reset();
  m_lens = {};
  m_chosen.reset();
  if (m_dataset) {
    const auto shape = m_dataset->sampleShape();
    const bool image = shape.size() == 3;
    m_grid->setShape(image ? QSize(static_cast<int>(shape[2]), static_cast<int>(shape[1])) : QSize(),
                     shape.empty() ? 1 : static_cast<double>(shape.back()));
  }
  forget();
}

void BrowseClasses::setSplits(std::shared_ptr<const SplitIndex> splits) {
  m_splits = std::move(splits);
  draw();
}

void BrowseClasses::setFilter(std::optional<store::Split> split, std::shared_ptr<const SplitIndex> members) {
  m_split = split;
  m_filter = std::move(members);
  forget();
}

void BrowseClasses::setLens(NetworkLens lens) {
  m_lens = std::move(lens);
  m_samples.clear();
  read();
}

/// What the classes hold has to be found anew, as soon as somebody looks.
void BrowseClasses::forget() {
  m_findJob.drop();
  m_readJob.drop();
  m_classes.reset();
  m_samples.clear();
  m_top = 0;
  m_turn = 0;
  draw();
  if (isVisible()) find();
}

void BrowseClasses::showEvent(QShowEvent* event) {
  BrowsePane::showEvent(event);
  m_classes ? read() : find();
}

void BrowseClasses::find() {
  if (!m_dataset) return;
  const auto shown = m_filter ? m_filter : m_split ? m_splits : nullptr;
  const store::Split code = m_filter ? store::Split::train : m_split.value_or(store::Split::train);
  m_findJob.run<std::vector<ClassMembers>>(
      {.title = tr("Find the samples of each class"), .icon = QStringLiteral("filter"), .kind = Job::Kind::quiet},
      [dataset = m_dataset, shown, code](const JobContext& job) {
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
  m_told->setText(spread ? tr("Samples spread evenly over each class") : QString());
  m_chosen ? reveal(*m_chosen) : scrollTo(m_top);
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
  read();
}

void BrowseClasses::turnTo(std::int64_t column) {
  const auto across = static_cast<std::int64_t>(m_grid->columns());
  const auto last = std::max<std::int64_t>(0, static_cast<std::int64_t>(longest()) - 1);
  m_turn = static_cast<std::size_t>(std::clamp<std::int64_t>(column, 0, last) / across * across);
  read();
}

void BrowseClasses::moveBy(int rows, int columns) {
  const auto from = m_chosen ? placeOf(*m_chosen) : std::nullopt;
  if (!from) return;
  const auto row = static_cast<std::int64_t>(from->row) + rows;
  const auto column = static_cast<std::int64_t>(from->column) + columns;
  if (row < 0 || row >= static_cast<std::int64_t>(m_classes->size()) || column < 0) return;
  const auto last = static_cast<std::int64_t>((*m_classes)[static_cast<std::size_t>(row)].samples.size()) - 1;
  if (columns != 0 && column > last) return;
  choose({static_cast<std::size_t>(row), static_cast<std::size_t>(std::min(column, last))});
}

void BrowseClasses::choose(Place place) {
  if (!m_classes || place.row >= m_classes->size()) return;
  const auto& samples = (*m_classes)[place.row].samples;
  if (place.column >= samples.size()) return;
  m_chosen = samples[place.column];
  const auto page = static_cast<std::uint64_t>(m_grid->capacity());
  const auto across = static_cast<std::size_t>(m_grid->columns());
  if (place.row < m_top) m_top = place.row;
  if (place.row >= m_top + page) m_top = place.row - page + 1;
  m_turn = place.column / across * across;
  scrollTo(m_top);
  if (signalsOf(*m_chosen) != nullptr) Q_EMIT sampleSelected(*m_chosen);
}

void BrowseClasses::reveal(std::uint64_t sample) {
  m_chosen = sample;
  if (const auto place = placeOf(sample)) choose(*place);
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

void BrowseClasses::read() {
  if (!isVisible() || !m_classes) return;
  std::vector<std::uint64_t> wanted;
  std::vector<SampleSignals> kept;
  const std::size_t last =
      std::min<std::size_t>(m_classes->size(), m_top + static_cast<std::size_t>(m_grid->capacity()));
  for (std::size_t row = m_top; row < last; ++row) {
    const auto& samples = (*m_classes)[row].samples;
    const std::size_t end = std::min(samples.size(), m_turn + static_cast<std::size_t>(m_grid->columns()));
    for (std::size_t column = m_turn; column < end; ++column) {
      const SampleSignals* there = signalsOf(samples[column]);
      there != nullptr ? kept.push_back(*there) : wanted.push_back(samples[column]);
    }
  }
  m_samples = std::move(kept);
  draw();
  if (wanted.empty()) return m_readJob.drop();
  m_readJob.run<std::vector<SampleSignals>>(
      {.title = tr("Read samples"), .icon = QStringLiteral("browse"), .kind = Job::Kind::quiet},
      [dataset = m_dataset, wanted, lens = m_lens](const JobContext&) { return readSignals(*dataset, wanted, lens); },
      [this](Result<std::vector<SampleSignals>> read) {
        if (!read) {
          if (read.error().code != Errc::cancelled) Q_EMIT failed(read.error());
          return;
        }
        const bool told = m_chosen && signalsOf(*m_chosen) != nullptr;
        std::ranges::move(*read, std::back_inserter(m_samples));
        draw();
        if (m_chosen && !told && signalsOf(*m_chosen) != nullptr) Q_EMIT sampleSelected(*m_chosen);
      });
}

ClassGrid::Cell BrowseClasses::cellOf(std::uint64_t sample) const {
  ClassGrid::Cell cell;
  const int split = m_splits && sample < m_splits->samples() ? shownSplit(static_cast<int>(m_splits->at(sample))) : -1;
  if (split >= 0) cell.splitColour = splitColour(split);
  const SampleSignals* read = signalsOf(sample);
  if (read == nullptr) return cell;
  cell.title = read->row.source;
  if (split >= 0) cell.title += QStringLiteral(" · ") + splitTitle(split);
  if (m_dataset->meta().kind == store::SampleKind::image) {
    cell.image = imageOf(*m_dataset, *read, m_lens.active());
    return cell;
  }
  for (const auto& values : read->channels) {
    SignalLane& lane = cell.lanes.emplace_back();
    lane.values = values;
    lane.frames = read->frames;
  }
  return cell;
}

void BrowseClasses::draw() {
  std::vector<ClassGrid::Row> rows;
  const std::size_t all = m_classes ? m_classes->size() : 0;
  const std::size_t last = std::min<std::size_t>(all, m_top + static_cast<std::size_t>(m_grid->capacity()));
  for (std::size_t i = m_top; i < last; ++i) {
    const ClassMembers& shown = (*m_classes)[i];
    ClassGrid::Row& row = rows.emplace_back();
    row.name = toQt(m_dataset->meta().classes[shown.code]);
    row.count = formatCount(shown.count);
    const std::size_t end = std::min(shown.samples.size(), m_turn + static_cast<std::size_t>(m_grid->columns()));
    for (std::size_t column = m_turn; column < end; ++column) row.cells.push_back(cellOf(shown.samples[column]));
  }
  m_grid->setRows(std::move(rows));
  const auto place = m_chosen ? placeOf(*m_chosen) : std::nullopt;
  const bool inView = place && place->row >= m_top && place->row < last && place->column >= m_turn;
  m_grid->setCurrent(inView ? static_cast<int>(place->row - m_top) : -1,
                     inView ? static_cast<int>(place->column - m_turn) : -1);
}

const SampleSignals* BrowseClasses::signalsOf(std::uint64_t sample) const {
  const auto found = std::ranges::find(m_samples, sample, &SampleSignals::sample);
  return found == m_samples.end() ? nullptr : &*found;
}

}  // namespace masu::ui
