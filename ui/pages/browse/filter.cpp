// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/filter.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "core/store/read/dataset.h"
#include "core/table/filter_expression.h"
#include "core/tasks/split/edit_task.h"
#include "ui/session/settings.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

using Members = std::shared_ptr<const SplitIndex>;

/// Segment 0 is all; then train, validation, test, unused.
std::optional<store::Split> splitOf(int segment) {
  if (segment < 1) return std::nullopt;
  return static_cast<store::Split>(storedSplit(segment - 1));
}

}  // namespace

BrowseFilter::BrowseFilter(JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_job(runner),
      m_where(new QLineEdit),
      m_class(new QComboBox),
      m_split(new Segments({tr("All"), splitTitle(0), splitTitle(1), splitTitle(2), splitTitle(3)})) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  m_where->setAccessibleName(tr("Samples where"));
  m_where->setObjectName(QStringLiteral("where"));
  m_where->setProperty("mono", true);
  m_where->setPlaceholderText(QStringLiteral("source contains \"a\""));
  m_where->setClearButtonEnabled(true);
  m_where->setMinimumWidth(152);
  row->addWidget(m_where);
  m_class->setAccessibleName(tr("Class"));
  m_class->setMinimumWidth(112);
  m_class->hide();
  row->addWidget(m_class);
  row->addWidget(m_split);
  const auto paint = [this] {
    for (int split = 0; split < store::kSplitCount; ++split) m_split->button(split + 1)->setIcon(splitIcon(split));
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
  connect(m_where, &QLineEdit::textChanged, this, &BrowseFilter::whereTyped);
  connect(m_where, &QLineEdit::editingFinished, this, &BrowseFilter::whereEntered);
  markWhere({});
}

void BrowseFilter::markWhere(const QString& problem) {
  setStyleProperty(m_where, "invalid", !problem.isEmpty());
  m_where->setToolTip(!problem.isEmpty()
                          ? problem
                          : tr("Shows the samples for which this is true. It may ask for columns, and for "
                               "sample, source, position, label, group and split."));
}

void BrowseFilter::whereTyped(const QString& text) {
  const auto parsed = table::parseFilter(fromQt(text));
  markWhere(text.isEmpty() || parsed ? QString() : translated(parsed.error()));
  // What the button in the field takes away is gone at once.
  if (text.isEmpty()) whereEntered();
}

void BrowseFilter::forgetWhere() {
  m_applied.clear();  // so that nothing is looked for
  m_refused = false;
  // Not silently: the field takes its clear button away when it hears of it.
  m_where->clear();
  markWhere({});
}

void BrowseFilter::whereEntered() {
  const QString text = m_where->text().trimmed();
  const bool refused = std::exchange(m_refused, false);
  if (text == m_applied) {
    if (refused) Q_EMIT changed();  // to what is shown already, but nothing is wrong any more
    return;
  }
  // What is shown is not what was asked for: people see why, not only a red frame.
  if (const auto parsed = table::parseFilter(fromQt(text)); !text.isEmpty() && !parsed) {
    m_refused = true;
    return Q_EMIT failed(parsed.error());
  }
  m_applied = text;
  find();
}

void BrowseFilter::setDataset(std::shared_ptr<const store::Dataset> dataset) {
  m_job.drop();
  m_dataset = std::move(dataset);
  m_splits.reset();
  m_members.reset();
  m_split->setCurrent(0);
  m_split->setEnabled(false);
  forgetWhere();
  const QSignalBlocker quiet(m_class);
  m_class->clear();
  m_class->addItem(tr("All classes"));
  const bool classes = m_dataset && m_dataset->meta().target == store::Target::classes;
  for (std::size_t i = 0; classes && i < m_dataset->meta().classes.size(); ++i)
    m_class->addItem(shownText(m_dataset->meta().classes[i]));
  m_class->setVisible(m_class->count() > 1);
}

void BrowseFilter::setSplits(std::shared_ptr<const SplitIndex> splits) {
  m_splits = std::move(splits);
  m_split->setEnabled(m_splits != nullptr);
  if (!m_splits) m_split->setCurrent(0);
  if (m_class->currentIndex() > 0 || !m_applied.isEmpty()) find();
}

std::optional<store::Split> BrowseFilter::split() const {
  return splitOf(m_split->current());
}

void BrowseFilter::focusWhere() {
  m_where->setFocus(Qt::ShortcutFocusReason);
  m_where->selectAll();
}

void BrowseFilter::clear() {
  forgetWhere();
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
  const bool ofClass = m_class->currentIndex() > 0;
  if ((!ofClass && m_applied.isEmpty()) || !m_dataset) {
    m_members.reset();
    Q_EMIT changed();
    return;
  }
  const tasks::SampleFilter wanted{
      fromQt(m_applied), ofClass ? std::optional<double>(m_class->currentIndex() - 1) : std::nullopt, split()};
  m_job.run<Members>(
      {.title = tr("Find the samples to show"), .icon = QStringLiteral("filter"), .kind = Job::Kind::quiet},
      [dataset = m_dataset, wanted, splits = m_splits,
       resources = chosenResources()](const JobContext& job) -> Result<Members> {
        const store::Assignment* assignment = splits ? &splits->assignment() : nullptr;
        MASU_TRY(store::Assignment members, tasks::filterSamples(*dataset, wanted, assignment, job, resources));
        return std::make_shared<const SplitIndex>(std::move(members));
      },
      [this](Result<Members> members) {
        if (!members) {
          if (members.error().code == Errc::cancelled) return;
          if (!m_applied.isEmpty()) markWhere(translated(members.error()));
          return Q_EMIT failed(members.error());
        }
        m_members = std::move(*members);
        Q_EMIT changed();
      });
}

}  // namespace masu::ui
