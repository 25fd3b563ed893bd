#include "ui/pages/browse_page_images.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <cmath>

#include "ui/models/sample_table_model.h"
#include "ui/theme/split_colours.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

QSize sizeOf(const store::Dataset& dataset) {
  const auto shape = dataset.sampleShape();
  return shape.size() == 3 ? QSize(static_cast<int>(shape[2]), static_cast<int>(shape[1])) : QSize();
}

/// What is black and what is white: bytes span their type, other numbers their own range.
std::pair<double, double> rangeOf(const store::Dataset& dataset) {
  const store::ObjectInfo* features = dataset.find("features");
  if (features != nullptr && features->dtype == table::DType::u8) return {0, 255};
  double low = INFINITY;
  double high = -INFINITY;
  for (const table::Column& channel : dataset.meta().schema.columns) {
    low = std::min(low, channel.stats.min);
    high = std::max(high, channel.stats.max);
  }
  return low < high ? std::pair{low, high} : std::pair{0.0, 1.0};
}

}  // namespace

QImage imageOf(const SampleSignals& read, QSize size, double low, double high) {
  QImage image(size, QImage::Format_RGB32);
  const bool colours = read.channels.size() == 3;
  const auto level = [&](std::size_t channel, std::size_t at) {
    const double value = static_cast<double>((*read.channels[channel])[at]);
    const double share = std::isfinite(value) ? (value - low) / (high - low) : 0;
    return static_cast<int>(std::lround(255 * std::clamp(share, 0.0, 1.0)));
  };
  for (int y = 0; y < size.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < size.width(); ++x) {
      const auto at =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width()) + static_cast<std::size_t>(x);
      const int first = level(0, at);
      line[x] = colours ? qRgb(first, level(1, at), level(2, at)) : qRgb(first, first, first);
    }
  }
  return image;
}

BrowseImages::BrowseImages(SampleTableModel& rows, JobRunner& runner, QWidget* parent)
    : BrowseImages(new ImageGrid, rows, runner, parent) {}

BrowseImages::BrowseImages(ImageGrid* grid, SampleTableModel& rows, JobRunner& runner, QWidget* parent)
    : BrowsePane(grid, parent), m_rows(rows), m_job(runner), m_grid(grid) {
  foot().addStretch();
  foot().addWidget(makeLabel(tr("← ↑ ↓ → sample"), "caption"));
  connect(&bar(), &PositionBar::topChanged, this, &BrowseImages::scrollTo);
  connect(m_grid, &ImageGrid::capacityChanged, this, [this] { scrollTo(m_top); });
  connect(m_grid, &ImageGrid::currentChanged, this, [this](int cell) {
    const auto at = static_cast<std::size_t>(cell);
    if (at >= m_images.size()) return;
    m_position = m_top + at;
    Q_EMIT sampleSelected(m_images[at].sample);
  });
  connect(m_grid, &ImageGrid::scrollRequested, this, [this](int images) {
    const auto all = static_cast<std::int64_t>(m_rows.positions());
    if (all == 0) return;
    if (!m_position) return bar().step(images);
    reveal(static_cast<std::uint64_t>(
        std::clamp<std::int64_t>(static_cast<std::int64_t>(*m_position) + images, 0, all - 1)));
  });
}

void BrowseImages::setDataset(std::shared_ptr<const store::Dataset> dataset) {
  m_job.drop();
  m_dataset = dataset && dataset->meta().kind == store::SampleKind::image ? std::move(dataset) : nullptr;
  m_splits.reset();
  m_images.clear();
  m_grid->setCells({});
  m_top = 0;
  m_position.reset();
  if (!m_dataset) return;
  m_grid->setImageSize(sizeOf(*m_dataset));
  if (isVisible()) scrollTo(0);
}

void BrowseImages::setSplits(std::shared_ptr<const SplitIndex> splits) {
  m_splits = std::move(splits);
  showImages();
}

void BrowseImages::filterChanged() {
  m_position.reset();
  m_grid->setCurrent(-1);
  scrollTo(0);
}

void BrowseImages::showEvent(QShowEvent* event) {
  BrowsePane::showEvent(event);
  scrollTo(m_position.value_or(m_top));
}

void BrowseImages::scrollTo(std::uint64_t top) {
  if (!m_dataset) return;
  const std::uint64_t all = m_rows.positions();
  const auto page = static_cast<std::uint64_t>(m_grid->capacity());
  const auto across = static_cast<std::uint64_t>(m_grid->columns());
  const std::uint64_t last = all > page ? (all - page + across - 1) / across * across : 0;
  m_top = std::min(top / across * across, last);
  bar().setExtent(all, page, m_top);
  if (isVisible()) read();
}

void BrowseImages::read() {
  std::vector<std::uint64_t> samples;
  const auto last = std::min(m_rows.positions(), m_top + static_cast<std::uint64_t>(m_grid->capacity()));
  for (std::uint64_t position = m_top; position < last; ++position) samples.push_back(m_rows.sampleOf(position));
  m_job.run<std::vector<SampleSignals>>(
      {.title = tr("Read images"), .icon = QStringLiteral("browse"), .kind = Job::Kind::quiet},
      [dataset = m_dataset, samples](const JobContext&) { return readSignals(*dataset, samples); },
      [this](Result<std::vector<SampleSignals>> read) {
        if (!read) {
          if (read.error().code != Errc::cancelled) Q_EMIT failed(read.error());
          return;
        }
        m_images = std::move(*read);
        showImages();
      });
}

ImageGrid::Cell BrowseImages::cellOf(const SampleSignals& read) const {
  const auto [low, high] = rangeOf(*m_dataset);
  ImageGrid::Cell cell;
  cell.image = imageOf(read, sizeOf(*m_dataset), low, high);
  cell.label = read.row.label;
  if (m_splits && read.sample < m_splits->samples()) {
    const int split = shownSplit(static_cast<int>(m_splits->at(read.sample)));
    cell.splitName = splitTitle(split);
    cell.splitColour = splitColour(split);
  }
  return cell;
}

void BrowseImages::showImages() {
  if (!m_dataset) return;
  std::vector<ImageGrid::Cell> cells;
  cells.reserve(m_images.size());
  for (const SampleSignals& read : m_images) cells.push_back(cellOf(read));
  m_grid->setCells(std::move(cells));
  const bool inView = m_position && *m_position >= m_top && *m_position < m_top + m_images.size();
  m_grid->setCurrent(inView ? static_cast<int>(*m_position - m_top) : -1);
  if (inView && m_tell) Q_EMIT sampleSelected(m_images[*m_position - m_top].sample);
  m_tell = false;
}

void BrowseImages::reveal(std::uint64_t position) {
  if (position >= m_rows.positions()) return;
  m_position = position;
  m_tell = true;
  const auto page = static_cast<std::uint64_t>(m_grid->capacity());
  if (position < m_top || position >= m_top + page || m_images.empty()) {
    const auto across = static_cast<std::uint64_t>(m_grid->columns());
    scrollTo(position < m_top ? position : position - std::min(position, page - across));
  } else {
    showImages();
  }
}

const SampleSignals* BrowseImages::signalsOf(std::uint64_t sample) const {
  const auto found = std::ranges::find(m_images, sample, &SampleSignals::sample);
  return found == m_images.end() ? nullptr : &*found;
}

}  // namespace masu::ui
