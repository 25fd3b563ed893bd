// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/image_grid.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>

#include "ui/charts/paint/paint.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kWantedSide = 84;
constexpr int kLargestSide = 160;
constexpr int kPadding = 8;
constexpr int kLabelHeight = 22;
constexpr int kGap = 8;
constexpr int kNotch = 120;

}  // namespace

ImageGrid::ImageGrid(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Images"));
}

void ImageGrid::setImageSize(QSize size) {
  if (size == m_image || size.isEmpty()) return;
  m_image = size;
  update();
  Q_EMIT capacityChanged();
}

/// Small images grow by a whole factor, so that their pixels stay square and even.
int ImageGrid::factor() const {
  return std::max(1, kWantedSide / std::max(m_image.width(), m_image.height()));
}

QSize ImageGrid::cellSize() const {
  QSize shown = m_image * factor();
  if (shown.width() > kLargestSide || shown.height() > kLargestSide)
    shown.scale(kLargestSide, kLargestSide, Qt::KeepAspectRatio);
  return shown + QSize(2 * kPadding, 2 * kPadding + kLabelHeight);
}

void ImageGrid::setEnlarged(bool enlarged) {
  m_enlarged = enlarged;
  update();
}

int ImageGrid::columns() const {
  if (m_enlarged) return 1;
  return std::max(1, (width() - size::kLeft) / (cellSize().width() + kGap));
}

int ImageGrid::capacity() const {
  if (m_enlarged) return 1;
  return std::max(1, (height() - kGap) / (cellSize().height() + kGap)) * columns();
}

void ImageGrid::setCells(std::vector<Cell> cells) {
  m_cells = std::move(cells);
  m_current = std::min(m_current, static_cast<int>(m_cells.size()) - 1);
  update();
}

void ImageGrid::setCurrent(int cell) {
  if (cell == m_current) return;
  m_current = cell;
  if (cell >= 0 && cell < static_cast<int>(m_cells.size()))
    setAccessibleDescription(m_cells[static_cast<std::size_t>(cell)].label);
  update();
}

QRect ImageGrid::cellRect(int cell) const {
  if (m_enlarged) return rect().adjusted(size::kLeft, kGap, -kGap, -kGap);
  const QSize one = cellSize();
  const int across = columns();
  return {QPoint(size::kLeft + cell % across * (one.width() + kGap), kGap + cell / across * (one.height() + kGap)),
          one};
}

void ImageGrid::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int count = static_cast<int>(m_cells.size());
  if (m_enlarged) {
    // The page is still there while the image is read; of its images the chosen one is shown.
    const int shown = count == 1 ? 0 : m_current;
    if (shown >= 0 && shown < count) paintCell(painter, shown);
    return;
  }
  for (int cell = 0; cell < count; ++cell) paintCell(painter, cell);
}

/// In the middle of the room: by a whole factor, so that pixels stay square and even, or made smaller.
QRect ImageGrid::imageRect(const QRect& room, QSize image) const {
  if (!m_enlarged) return room;
  QSize shown = image;
  const int times = std::min(room.width() / std::max(1, image.width()), room.height() / std::max(1, image.height()));
  if (times > 0) {
    shown *= times;
  } else {
    shown.scale(room.size(), Qt::KeepAspectRatio);
  }
  QRect rect(QPoint(), shown);
  rect.moveCenter(room.center());
  return rect;
}

void ImageGrid::paintCell(QPainter& painter, int cell) const {
  const Cell& shown = m_cells[static_cast<std::size_t>(cell)];
  const QRect rect = cellRect(cell);
  const bool current = cell == m_current;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(current ? tokens().accent : tokens().line, current ? 2 : 1));
  painter.setBrush(current ? tokens().tint : tokens().surface);
  painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 4, 4);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const QRect room = rect.adjusted(kPadding, kPadding, -kPadding, -kPadding - kLabelHeight);
  if (shown.image.isNull()) {
    painter.fillRect(room, tokens().lineSoft);
  } else {
    const QRect place = imageRect(room, shown.image.size());
    painter.setRenderHint(QPainter::SmoothPixmapTransform, place.width() < shown.image.width());
    painter.drawImage(place, shown.image);
  }
  QRectF line(room.left(), room.bottom() + 4, room.width(), kLabelHeight);
  if (!shown.splitName.isEmpty()) {
    painter.fillRect(QRectF(line.left(), line.center().y() - 4, 8, 8), shown.splitColour);
    line.setLeft(line.left() + 14);
  }
  painter.setFont(uiFont(Type::hint, QFont::DemiBold));
  painter.setPen(current ? tokens().accent : tokens().text2);
  drawElided(painter, line, Qt::AlignLeft | Qt::AlignVCenter, shown.label);
}

void ImageGrid::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  Q_EMIT capacityChanged();
}

void ImageGrid::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || m_enlarged) return;
  for (int cell = 0; cell < static_cast<int>(m_cells.size()); ++cell) {
    if (!cellRect(cell).contains(event->position().toPoint())) continue;
    setCurrent(cell);
    Q_EMIT currentChanged(cell);
    return;
  }
}

void ImageGrid::mouseDoubleClickEvent(QMouseEvent* event) {
  mousePressEvent(event);
  if (event->button() == Qt::LeftButton && m_current >= 0) Q_EMIT enlargingAsked(!m_enlarged);
}

void ImageGrid::wheelEvent(QWheelEvent* event) {
  m_turned += event->angleDelta().y();
  const int rows = m_turned / kNotch;
  m_turned -= rows * kNotch;
  if (rows != 0) Q_EMIT scrollRequested(-rows * columns());
  event->accept();
}

void ImageGrid::move(int by) {
  const int wanted = m_current + by;
  // Beside one image there is none to choose, even while the cells are those of the page before.
  if (m_enlarged || wanted < 0 || wanted >= static_cast<int>(m_cells.size())) {
    Q_EMIT scrollRequested(by);
    return;
  }
  setCurrent(wanted);
  Q_EMIT currentChanged(wanted);
}

void ImageGrid::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return move(-1);
    case Qt::Key_Right:
      return move(1);
    case Qt::Key_Up:
      return move(-columns());
    case Qt::Key_Down:
      return move(columns());
    case Qt::Key_PageUp:
      Q_EMIT scrollRequested(-capacity());
      return;
    case Qt::Key_PageDown:
      Q_EMIT scrollRequested(capacity());
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!m_enlarged && m_current < 0 && !m_cells.empty()) move(1);
      Q_EMIT enlargingAsked(!m_enlarged);
      return;
    case Qt::Key_Escape:
      if (!m_enlarged) return QWidget::keyPressEvent(event);
      Q_EMIT enlargingAsked(false);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace masu::ui
