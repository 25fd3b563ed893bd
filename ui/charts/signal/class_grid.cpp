// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/class_grid.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>

#include "ui/charts/paint/paint.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kGutter = 148;
constexpr int kTop = 8;
constexpr int kGap = 8;
constexpr int kPadding = 4;
constexpr int kSplitWidth = 3;
constexpr int kWantedSide = 56;
constexpr int kLargestSide = 112;
constexpr QSize kSignal{132, 56};
constexpr std::size_t kMostLanes = 8;  ///< of a sample: more would be lower than what they show
constexpr int kNotch = 120;

}  // namespace

ClassGrid::ClassGrid(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Classes"));
}

void ClassGrid::setShape(QSize image, double frames) {
  if (image == m_image && frames == m_frames) return;
  m_image = image;
  m_frames = std::max(1.0, frames);
  update();
  Q_EMIT capacityChanged();
}

/// Small images grow by a whole factor, so that their pixels stay square and even.
QSize ClassGrid::cellSize() const {
  QSize shown = kSignal;
  if (!m_image.isEmpty()) {
    shown = m_image * std::max(1, kWantedSide / std::max(m_image.width(), m_image.height()));
    if (shown.width() > kLargestSide || shown.height() > kLargestSide)
      shown.scale(kLargestSide, kLargestSide, Qt::KeepAspectRatio);
  }
  return shown + QSize(2 * kPadding + kSplitWidth, 2 * kPadding);
}

int ClassGrid::columns() const {
  return std::max(1, (width() - kGutter - size::kRight + kGap) / (cellSize().width() + kGap));
}

int ClassGrid::capacity() const {
  return std::max(1, (height() - kTop) / rowHeight());
}

void ClassGrid::setRows(std::vector<ClassSamples> rows) {
  m_rows = std::move(rows);
  if (cellAt(m_row, m_column) == nullptr) m_row = m_column = -1;
  update();
}

void ClassGrid::setCurrent(int row, int column) {
  const Cell* cell = cellAt(row, column);
  m_row = cell != nullptr ? row : -1;
  m_column = cell != nullptr ? column : -1;
  if (cell != nullptr) setAccessibleDescription(m_rows[static_cast<std::size_t>(row)].name + ' ' + cell->title);
  update();
}

QRect ClassGrid::headRect(int row) const {
  return {0, kTop + row * rowHeight(), kGutter - kGap, cellSize().height()};
}

QRect ClassGrid::cellRect(int row, int column) const {
  return {QPoint(kGutter + column * (cellSize().width() + kGap), kTop + row * rowHeight()), cellSize()};
}

const ClassGrid::Cell* ClassGrid::cellAt(int row, int column) const {
  if (row < 0 || row >= static_cast<int>(m_rows.size()) || column < 0) return nullptr;
  const auto& cells = m_rows[static_cast<std::size_t>(row)].cells;
  return column < static_cast<int>(cells.size()) ? &cells[static_cast<std::size_t>(column)] : nullptr;
}

const ClassGrid::Cell* ClassGrid::cellAt(QPoint place) const {
  const int row = (place.y() - kTop) / rowHeight();
  const int column = (place.x() - kGutter) / (cellSize().width() + kGap);
  const bool inside = place.y() >= kTop && place.x() >= kGutter && cellRect(row, column).contains(place);
  return inside ? cellAt(row, column) : nullptr;
}

int ClassGrid::headAt(QPoint place) const {
  const int row = place.y() >= kTop ? (place.y() - kTop) / rowHeight() : -1;
  return row >= 0 && row < static_cast<int>(m_rows.size()) && headRect(row).contains(place) ? row : -1;
}

void ClassGrid::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
    paintHead(painter, row);
    for (int column = 0; cellAt(row, column) != nullptr; ++column) paintCell(painter, row, column);
  }
}

void ClassGrid::paintHead(QPainter& painter, int row) const {
  const ClassSamples& shown = m_rows[static_cast<std::size_t>(row)];
  const QRect rect = headRect(row).adjusted(size::kLeft, 0, -8, 0);
  const int middle = rect.center().y();
  painter.setFont(uiFont(Type::body, QFont::DemiBold));
  painter.setPen(row == m_row ? tokens().accent : tokens().text);
  drawElided(painter, QRectF(rect.left(), middle - 19, rect.width(), 20), Qt::AlignLeft | Qt::AlignVCenter, shown.name);
  painter.setFont(uiFont(Type::hint));
  painter.setPen(tokens().text3);
  drawElided(painter, QRectF(rect.left(), middle + 2, rect.width(), 16), Qt::AlignLeft | Qt::AlignVCenter, shown.count);
}

void ClassGrid::paintCell(QPainter& painter, int row, int column) const {
  const Cell& cell = *cellAt(row, column);
  const QRect rect = cellRect(row, column);
  const bool current = row == m_row && column == m_column;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(current ? tokens().accent : tokens().line, current ? 2 : 1));
  painter.setBrush(current ? tokens().tint : tokens().surface);
  painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 4, 4);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const QRect room = rect.adjusted(kPadding + kSplitWidth, kPadding, -kPadding, -kPadding);
  if (cell.splitColour.isValid())
    painter.fillRect(QRect(rect.left() + 3, room.top() + 2, kSplitWidth, room.height() - 4), cell.splitColour);
  if (!cell.lanes.empty()) return paintSignal(painter, room, cell);
  if (cell.image.isNull()) {
    painter.fillRect(room.adjusted(4, 4, -4, -4), tokens().lineSoft);
  } else {
    painter.drawImage(room, cell.image);
  }
}

void ClassGrid::paintSignal(QPainter& painter, const QRectF& room, const Cell& cell) const {
  const std::size_t lanes = std::min(cell.lanes.size(), kMostLanes);
  const qreal height = room.height() / static_cast<qreal>(lanes);
  const FrameSpan span{0, m_frames};
  for (std::size_t i = 0; i < lanes; ++i) {
    const qreal top = std::floor(room.top() + static_cast<qreal>(i) * height);
    SignalLanePainter(painter, cell.lanes[i], span).paintPlot({room.left(), top, room.width(), std::floor(height)});
  }
}

void ClassGrid::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  Q_EMIT capacityChanged();
}

void ClassGrid::choose(int row, int column) {
  setCurrent(row, column);
  Q_EMIT currentChanged(row, column);
}

void ClassGrid::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const QPoint place = event->position().toPoint();
  if (const int head = headAt(place); head >= 0) return Q_EMIT opened(head);
  if (cellAt(place) == nullptr) return;
  choose((place.y() - kTop) / rowHeight(), (place.x() - kGutter) / (cellSize().width() + kGap));
}

void ClassGrid::mouseMoveEvent(QMouseEvent* event) {
  setCursor(headAt(event->position().toPoint()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void ClassGrid::wheelEvent(QWheelEvent* event) {
  m_turned += event->angleDelta().y();
  const int rows = m_turned / kNotch;
  m_turned -= rows * kNotch;
  const bool across = event->modifiers().testFlag(Qt::ShiftModifier);
  if (rows != 0 && across) Q_EMIT turnRequested(-rows * columns());
  if (rows != 0 && !across) Q_EMIT scrollRequested(-rows);
  event->accept();
}

void ClassGrid::move(int rows, int columns) {
  if (m_row < 0) return choose(0, 0);
  const int row = m_row + rows;
  const int column = m_column + columns;
  const bool inView = row >= 0 && row < static_cast<int>(m_rows.size()) && column >= 0 && column < this->columns();
  if (!inView) return Q_EMIT moveRequested(rows, columns);
  const auto last = static_cast<int>(m_rows[static_cast<std::size_t>(row)].cells.size()) - 1;
  if (last >= 0 && (rows != 0 || column <= last)) choose(row, std::min(column, last));
}

void ClassGrid::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return move(0, -1);
    case Qt::Key_Right:
      return move(0, 1);
    case Qt::Key_Up:
      return move(-1, 0);
    case Qt::Key_Down:
      return move(1, 0);
    case Qt::Key_PageUp:
      return Q_EMIT scrollRequested(-capacity());
    case Qt::Key_PageDown:
      return Q_EMIT scrollRequested(capacity());
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_row >= 0) Q_EMIT opened(m_row);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

bool ClassGrid::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const Cell* cell = cellAt(help->pos());
  const int head = headAt(help->pos());
  const QString text = cell != nullptr ? cell->title
                       : head >= 0     ? tr("Show all samples of %1").arg(m_rows[static_cast<std::size_t>(head)].name)
                                       : QString();
  text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), text, this);
  return true;
}

}  // namespace masu::ui
