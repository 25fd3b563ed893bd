// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/table.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QScopedValueRollback>
#include <QTableView>
#include <QWheelEvent>
#include <algorithm>

#include "ui/delegates/table_delegate.h"
#include "ui/models/sample_table_model.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

constexpr int kNarrowest = 64;
constexpr int kWidest = 220;

}  // namespace

BrowseTable::BrowseTable(SampleTableModel& rows, QWidget* parent) : BrowseTable(new QTableView, rows, parent) {}

BrowseTable::BrowseTable(QTableView* view, SampleTableModel& rows, QWidget* parent)
    : BrowsePane(view, parent), m_rows(rows), m_view(view) {
  build();
  connect(&bar(), &PositionBar::topChanged, this, &BrowseTable::scrollTo);
  connect(&m_rows, &SampleTableModel::windowChanged, this, &BrowseTable::windowChanged);
  connect(&m_rows, &SampleTableModel::rowsArrived, this, [this] {
    if (!m_fitted) fitColumns();
    selectionChanged();
  });
  connect(&m_rows, &QAbstractItemModel::modelReset, this, [this] {
    m_fitted = false;
    m_position.reset();
  });
  connect(m_header, &HistogramHeader::currentChanged, this, [this](int column) {
    m_delegate->setCurrentColumn(column);
    m_view->viewport()->update();
    Q_EMIT columnChosen(column);
  });
  connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
    if (m_moving || !current.isValid()) return;
    m_position = m_rows.top() + static_cast<std::uint64_t>(current.row());
    selectionChanged();
  });
}

void BrowseTable::build() {
  m_view->setModel(&m_rows);
  m_header = new HistogramHeader;
  m_view->setHorizontalHeader(m_header);
  m_delegate = new TableDelegate(size::kRowBrowse, this);
  m_view->setItemDelegate(m_delegate);
  m_view->verticalHeader()->hide();
  m_view->verticalHeader()->setDefaultSectionSize(size::kRowBrowse);
  m_view->verticalHeader()->setMinimumSectionSize(size::kRowBrowse);
  m_view->setShowGrid(false);
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_view->setSelectionMode(QAbstractItemView::SingleSelection);
  m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_view->setTabKeyNavigation(false);
  m_view->setAccessibleName(tr("Samples"));
  m_view->installEventFilter(this);
  m_view->viewport()->installEventFilter(this);

  m_note = makeLabel({}, "caption");
  m_columns = makeLabel({}, "caption");
  foot().addWidget(m_note);
  foot().addStretch();
  foot().addWidget(m_columns);
}

void BrowseTable::setNote(const QString& text) {
  m_note->setText(text);
}

void BrowseTable::forgetColumns() {
  for (int column = 0; column < m_rows.columnCount(); ++column) m_view->setColumnHidden(column, false);
  m_header->setCurrent(-1);
  m_delegate->setCurrentColumn(-1);
  m_note->clear();
}

void BrowseTable::setColumnShown(int column, bool shown) {
  m_view->setColumnHidden(column, !shown);
  windowChanged();
}

bool BrowseTable::isColumnShown(int column) const {
  return !m_view->isColumnHidden(column);
}

void BrowseTable::fitColumns() {
  m_fitted = true;
  const QAbstractItemView& view = *m_view;  // QTableView hides the hint
  for (int column = 0; column < m_rows.columnCount(); ++column) {
    const int content = std::max(view.sizeHintForColumn(column), m_header->sectionSizeHint(column));
    const int extra = column == 0 ? size::kLeft + 18 : 4;
    m_view->setColumnWidth(column, std::clamp(content + extra, column == 0 ? 112 : kNarrowest, kWidest));
  }
}

void BrowseTable::resizeWindow() {
  const int room = m_view->viewport()->height();
  const auto before = static_cast<std::uint64_t>(m_rows.rowCount());
  m_fit = std::max(1, room / size::kRowBrowse);
  const auto fit = static_cast<std::uint64_t>(m_fit);
  const std::uint64_t top = m_rows.top();
  // A row that was in view stays in view when the last lines go.
  const bool falls = m_position && *m_position < top + before && *m_position >= top + fit;
  scrollTo(falls ? *m_position - fit + 1 : top);
}

void BrowseTable::scrollTo(std::uint64_t top) {
  const QScopedValueRollback moving(m_moving, true);
  m_rows.setWindow(top, m_fit);
}

void BrowseTable::windowChanged() {
  const QScopedValueRollback moving(m_moving, true);
  bar().setExtent(m_rows.positions(), static_cast<std::uint64_t>(std::max(1, m_rows.rowCount())), m_rows.top());
  const bool inView = m_position && *m_position >= m_rows.top() &&
                      *m_position < m_rows.top() + static_cast<std::uint64_t>(m_rows.rowCount());
  if (inView) {
    m_view->selectRow(static_cast<int>(*m_position - m_rows.top()));
  } else {
    m_view->clearSelection();
  }
  std::uint64_t shown = 0;
  for (int column = 0; column < m_rows.columnCount(); ++column) shown += isColumnShown(column) ? 1 : 0;
  const auto all = static_cast<std::uint64_t>(m_rows.columnCount());
  m_columns->setText(tr("%1 of %2 columns").arg(formatCount(shown), formatCount(all)));
}

void BrowseTable::selectionChanged() {
  if (m_position && *m_position < m_rows.positions()) Q_EMIT sampleSelected(m_rows.sampleOf(*m_position));
}

void BrowseTable::reveal(std::uint64_t position) {
  if (position >= m_rows.positions()) return;
  const auto shown = static_cast<std::uint64_t>(std::max(1, m_rows.rowCount()));
  m_position = position;
  if (position < m_rows.top() || position >= m_rows.top() + shown) {
    scrollTo(position > shown / 3 ? position - shown / 3 : 0);
  }
  windowChanged();
  selectionChanged();
}

bool BrowseTable::move(int rows) {
  const std::uint64_t all = m_rows.positions();
  if (all == 0) return true;
  const std::uint64_t at = m_position.value_or(m_rows.top());
  const std::uint64_t to = rows < 0 ? at - std::min<std::uint64_t>(at, static_cast<std::uint64_t>(-rows))
                                    : std::min<std::uint64_t>(all - 1, at + static_cast<std::uint64_t>(rows));
  const auto shown = static_cast<std::uint64_t>(std::max(1, m_rows.rowCount()));
  if (to < m_rows.top()) {
    scrollTo(to);
  } else if (to >= m_rows.top() + shown) {
    scrollTo(to - shown + 1);
  }
  reveal(to);
  return true;
}

bool BrowseTable::handleKey(QKeyEvent* event) {
  const int page = std::max(1, m_rows.rowCount() - 1);
  switch (event->key()) {
    case Qt::Key_Up:
      return move(-1);
    case Qt::Key_Down:
      return move(1);
    case Qt::Key_PageUp:
      return move(-page);
    case Qt::Key_PageDown:
      return move(page);
    case Qt::Key_Home:
      if (!event->modifiers().testFlag(Qt::ControlModifier)) return false;
      reveal(0);
      return true;
    case Qt::Key_End:
      if (!event->modifiers().testFlag(Qt::ControlModifier) || m_rows.positions() == 0) return false;
      reveal(m_rows.positions() - 1);
      return true;
    default:
      return false;
  }
}

bool BrowseTable::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && watched == m_view->viewport()) resizeWindow();
  if (event->type() == QEvent::KeyPress && watched == m_view) return handleKey(static_cast<QKeyEvent*>(event));
  if (event->type() == QEvent::Wheel && watched == m_view->viewport()) {
    auto* wheel = static_cast<QWheelEvent*>(event);
    const bool across = wheel->modifiers().testFlag(Qt::ShiftModifier) || wheel->angleDelta().y() == 0;
    if (across) return false;
    bar().step(m_wheel.take(wheel->angleDelta().y()));
    return true;
  }
  return BrowsePane::eventFilter(watched, event);
}

}  // namespace masu::ui
