#include "ui/pages/browse_page_filter.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>
#include <algorithm>

#include "core/store/dataset.h"
#include "ui/pages/browse_page_header.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/theme/theme.h"
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

constexpr std::uint64_t kLabelsAtOnce = std::uint64_t{1} << 16U;

using Members = std::shared_ptr<const SplitIndex>;

/// Segment 0 is all; then train, validation, test, unused.
std::optional<store::Split> splitOf(int segment) {
  if (segment < 1) return std::nullopt;
  return static_cast<store::Split>(storedSplit(segment - 1));
}

/// The samples of a class, and of a split where there is one, as `train`.
Result<Members> membersOf(const store::Dataset& dataset, double code, const SplitIndex* splits,
                          std::optional<store::Split> split, const JobContext& job) {
  store::Assignment members(dataset.samples(), store::Split::unused);
  const store::ObjectInfo* labels = dataset.find("labels");
  for (std::uint64_t first = 0; labels != nullptr && first < members.size(); first += kLabelsAtOnce) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min<std::uint64_t>(kLabelsAtOnce, members.size() - first);
    MASU_TRY(const std::vector<double> codes, dataset.readValues(*labels, first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      const bool inSplit = !split || splits == nullptr || splits->at(first + i) == *split;
      if (codes[i] == code && inSplit) members[first + i] = store::Split::train;
    }
  }
  return std::make_shared<const SplitIndex>(std::move(members));
}

}  // namespace

BrowseFilter::BrowseFilter(JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_job(runner),
      m_class(new QComboBox),
      m_split(new Segments({tr("All"), splitTitle(0), splitTitle(1), splitTitle(2), splitTitle(3)})) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  m_class->setAccessibleName(tr("Class"));
  m_class->setMinimumWidth(112);
  m_class->hide();
  row->addWidget(m_class);
  row->addWidget(m_split);
  const auto paint = [this] {
    for (int split = 0; split < store::kSplitCount; ++split) m_split->button(split + 1)->setIcon(swatchIcon(split));
  };
  for (int split = 0; split < store::kSplitCount; ++split) {
    auto* button = static_cast<QToolButton*>(m_split->button(split + 1));
    button->setIconSize({14, 8});
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  }
  paint();
  m_split->setEnabled(false);
  connect(&Theme::current(), &Theme::changed, m_split, paint);
  connect(m_split, &Segments::currentChanged, this, &BrowseFilter::find);
  connect(m_class, &QComboBox::currentIndexChanged, this, &BrowseFilter::find);
}

void BrowseFilter::setDataset(std::shared_ptr<const store::Dataset> dataset) {
  m_job.drop();
  m_dataset = std::move(dataset);
  m_splits.reset();
  m_members.reset();
  m_split->setCurrent(0);
  m_split->setEnabled(false);
  const QSignalBlocker quiet(m_class);
  m_class->clear();
  m_class->addItem(tr("All classes"));
  const bool classes = m_dataset && m_dataset->meta().target == store::Target::classes;
  for (std::size_t i = 0; classes && i < m_dataset->meta().classes.size(); ++i)
    m_class->addItem(toQt(m_dataset->meta().classes[i]));
  m_class->setVisible(m_class->count() > 1);
}

void BrowseFilter::setSplits(std::shared_ptr<const SplitIndex> splits) {
  m_splits = std::move(splits);
  m_split->setEnabled(m_splits != nullptr);
  if (!m_splits) m_split->setCurrent(0);
  if (m_class->currentIndex() > 0) find();
}

std::optional<store::Split> BrowseFilter::split() const {
  return splitOf(m_split->current());
}

void BrowseFilter::clear() {
  const QSignalBlocker quiet(m_class);
  m_class->setCurrentIndex(0);
  m_split->setCurrent(0);
  find();
}

void BrowseFilter::chooseClass(int code) {
  m_class->setCurrentIndex(code + 1);
}

void BrowseFilter::find() {
  m_job.drop();
  if (m_class->currentIndex() < 1 || !m_dataset) {
    m_members.reset();
    Q_EMIT changed();
    return;
  }
  m_job.run<Members>(
      {.title = tr("Find the samples of a class"), .icon = QStringLiteral("filter"), .kind = Job::Kind::quiet},
      [dataset = m_dataset, code = m_class->currentIndex() - 1, splits = m_splits,
       split = split()](const JobContext& job) { return membersOf(*dataset, code, splits.get(), split, job); },
      [this](Result<Members> members) {
        if (!members) {
          if (members.error().code != Errc::cancelled) Q_EMIT failed(members.error());
          return;
        }
        m_members = std::move(*members);
        Q_EMIT changed();
      });
}

}  // namespace masu::ui
