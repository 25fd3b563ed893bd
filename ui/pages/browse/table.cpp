// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/table.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTableView>
#include <QTimer>
#include <QWheelEvent>
#include <algorithm>

#include "ui/delegates/table_delegate.h"
#include "ui/models/sample_table_model.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
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
    m_selection.clear();
    countSelection();
  });
  connect(m_header, &HistogramHeader::currentChanged, this, [this](int column) {
    m_delegate->setCurrentColumn(column);
    m_view->viewport()->update();
    Q_EMIT columnChosen(column);
  });
  connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
    if (m_moving || !current.isValid()) return;
    m_position = m_rows.top() + static_cast<std::uint64_t>(current.row());
    m_selection.choose(*m_position);
    countSelection();
    selectionChanged();
  });
  // The view selects by itself, too, as with Left and Right, which go from column to column.
  connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (!m_moving) QTimer::singleShot(0, this, &BrowseTable::selectShown);
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
  m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_view->setTabKeyNavigation(false);
  m_view->setAccessibleName(tr("Samples"));
  m_view->installEventFilter(this);
  m_view->viewport()->installEventFilter(this);

  buildFoot();
}

void BrowseTable::buildFoot() {
  m_note = makeLabel({}, "caption");
  m_columns = makeLabel({}, "caption");
  m_count = makeLabel({}, "caption");
  m_count->setObjectName("selectedCount");
  m_copy = new QAction(themeIcon(QStringLiteral("copy")), tr("Copy the selected samples as CSV"), this);
  m_copy->setShortcut(QKeySequence::Copy);
  m_copy->setShortcutContext(Qt::WidgetShortcut);
  m_view->addAction(m_copy);
  m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
  connect(m_copy, &QAction::triggered, this, &BrowseTable::copyWanted);
  m_copyButton = makeButton(tr("Copy as CSV"), QStringLiteral("copy"), ButtonKind::ghost, ButtonSize::small);
  m_copyButton->setToolTip(m_copy->text());
  connect(m_copyButton, &QPushButton::clicked, this, &BrowseTable::copyWanted);
  foot().addWidget(m_note);
  foot().addStretch();
  foot().addWidget(m_count);
  foot().addWidget(m_copyButton);
  foot().addWidget(m_columns);
  countSelection();
}

/// One is what the side panel describes; several are counted.
void BrowseTable::countSelection() {
  const std::uint64_t count = m_selection.count();
  m_copy->setEnabled(count > 0);
  m_count->setVisible(count > 1);
  m_copyButton->setVisible(count > 1);
  m_count->setText(counted(tr("%n sample(s) selected", nullptr, pluralOf(count)), count));
}

std::vector<int> BrowseTable::shownColumns() const {
  std::vector<int> shown;
  for (int column = 0; column < m_rows.columnCount(); ++column)
    if (isColumnShown(column)) shown.push_back(column);
  return shown;
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
  showSelection();
  const auto all = static_cast<std::uint64_t>(m_rows.columnCount());
  m_columns->setText(tr("%1 of %2 columns").arg(formatCount(shownColumns().size()), formatCount(all)));
}

/// Of what is selected, the view knows the rows that it holds.
void BrowseTable::selectShown() {
  const QScopedValueRollback moving(m_moving, true);
  QItemSelection rows;
  for (int row = 0; row < m_rows.rowCount(); ++row) {
    if (m_selection.contains(m_rows.top() + static_cast<std::uint64_t>(row)))
      rows.select(m_rows.index(row, 0), m_rows.index(row, m_rows.columnCount() - 1));
  }
  m_view->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
}

void BrowseTable::showSelection() {
  selectShown();
  const QScopedValueRollback moving(m_moving, true);
  const bool inView = m_position && *m_position >= m_rows.top() &&
                      *m_position < m_rows.top() + static_cast<std::uint64_t>(m_rows.rowCount());
  if (!inView) return;
  // The column at the left, so that nothing scrolls.
  const int column = std::max(0, m_header->logicalIndexAt(0));
  m_view->selectionModel()->setCurrentIndex(m_rows.index(static_cast<int>(*m_position - m_rows.top()), column),
                                            QItemSelectionModel::NoUpdate);
}

void BrowseTable::selectionChanged() {
  if (m_position && *m_position < m_rows.positions()) Q_EMIT sampleSelected(m_rows.sampleOf(*m_position));
}

void BrowseTable::reveal(std::uint64_t position) {
  if (position >= m_rows.positions()) return;
  const auto shown = static_cast<std::uint64_t>(std::max(1, m_rows.rowCount()));
  m_position = position;
  m_selection.choose(position);
  if (position < m_rows.top() || position >= m_rows.top() + shown) {
    scrollTo(position > shown / 3 ? position - shown / 3 : 0);
  }
  windowChanged();
  countSelection();
  selectionChanged();
}

/// As reveal(), or with all in between where the selection extends.
void BrowseTable::jump(std::uint64_t position, bool extending) {
  if (!extending || position >= m_rows.positions()) return reveal(position);
  PositionSelection selection = m_selection;
  selection.extendTo(position, false);
  reveal(position);
  m_selection = std::move(selection);
  showSelection();
  countSelection();
}

bool BrowseTable::move(int rows, bool extending) {
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
  jump(to, extending);
  return true;
}

/// What the view itself would select are rows of its window, which is another once it scrolls.
void BrowseTable::press(const QMouseEvent& event) {
  const int row = m_view->rowAt(event.position().toPoint().y());
  if (row < 0) return;
  const std::uint64_t position = m_rows.top() + static_cast<std::uint64_t>(row);
  const bool one = event.modifiers().testFlag(Qt::ControlModifier);
  const bool range = event.modifiers().testFlag(Qt::ShiftModifier);
  // A menu is about what is selected where it is asked for there.
  if (event.button() != Qt::LeftButton && m_selection.contains(position)) return;
  m_position = position;
  if (range && event.button() == Qt::LeftButton) {
    m_selection.extendTo(position, one);
  } else if (one && event.button() == Qt::LeftButton) {
    m_selection.toggle(position);
  } else {
    m_selection.choose(position);
  }
  showSelection();
  countSelection();
  selectionChanged();
}

void BrowseTable::drag(const QMouseEvent& event) {
  const int row = m_view->rowAt(event.position().toPoint().y());
  const std::uint64_t position = m_rows.top() + static_cast<std::uint64_t>(std::max(0, row));
  if (row < 0 || m_position == position) return;
  m_position = position;
  m_selection.extendTo(position, event.modifiers().testFlag(Qt::ControlModifier));
  showSelection();
  countSelection();
  selectionChanged();
}

bool BrowseTable::handleKey(QKeyEvent* event) {
  const int page = std::max(1, m_rows.rowCount() - 1);
  const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
  const bool control = event->modifiers().testFlag(Qt::ControlModifier);
  switch (event->key()) {
    case Qt::Key_Up:
      return move(-1, shift);
    case Qt::Key_Down:
      return move(1, shift);
    case Qt::Key_PageUp:
      return move(-page, shift);
    case Qt::Key_PageDown:
      return move(page, shift);
    case Qt::Key_Home:
      if (!control) return false;
      jump(0, shift);
      return true;
    case Qt::Key_End:
      if (!control || m_rows.positions() == 0) return false;
      jump(m_rows.positions() - 1, shift);
      return true;
    case Qt::Key_A:
      if (!control) return false;
      m_selection.chooseAll(m_rows.positions());
      break;
    case Qt::Key_Escape:
      if (m_selection.count() < 2 || !m_position) return false;
      m_selection.choose(*m_position);
      break;
    default:
      return false;
  }
  showSelection();
  countSelection();
  return true;
}

bool BrowseTable::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && watched == m_view->viewport()) resizeWindow();
  const bool pressed = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
  if (pressed && watched == m_view->viewport()) {
    press(static_cast<const QMouseEvent&>(*event));
    return true;
  }
  // The view, which did not see the press, would clear what is selected where there is no row.
  if (event->type() == QEvent::MouseButtonRelease && watched == m_view->viewport()) return true;
  if (event->type() == QEvent::MouseMove && watched == m_view->viewport()) {
    const auto& moved = static_cast<const QMouseEvent&>(*event);
    if (!moved.buttons().testFlag(Qt::LeftButton)) return false;
    drag(moved);
    return true;
  }
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
