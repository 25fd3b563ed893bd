// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/confusion_matrix.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <numeric>

#include "ui/charts/paint/paint.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kLargestCell = 20;
constexpr int kLargestFew = 52;  ///< of up to four classes
constexpr int kFootHeight = 16;
constexpr int kWidestName = 72;

QColor mixed(const QColor& from, const QColor& to, double share) {
  const auto part = [share](int a, int b) { return static_cast<int>(a + (b - a) * share); };
  return {part(from.red(), to.red()), part(from.green(), to.green()), part(from.blue(), to.blue())};
}

}  // namespace

ConfusionMatrix::ConfusionMatrix(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
  setAccessibleName(tr("Confusion matrix"));
}

void ConfusionMatrix::setMatrix(std::vector<std::uint64_t> counts, QStringList classes) {
  const auto n = static_cast<std::size_t>(classes.size());
  if (counts.size() != n * n) {
    counts.clear();
    classes.clear();
  }
  m_counts = std::move(counts);
  m_classes = std::move(classes);
  m_current = {};
  updateGeometry();
  update();
}

QSize ConfusionMatrix::sizeHint() const {
  const int n = std::max(1, classCount());
  return {224, n * (n <= 4 ? kLargestFew : kLargestCell) + kFootHeight};
}

std::uint64_t ConfusionMatrix::right() const {
  std::uint64_t sum = 0;
  for (int i = 0; i < classCount(); ++i) sum += count(i, i);
  return sum;
}

std::uint64_t ConfusionMatrix::total() const {
  return std::accumulate(m_counts.begin(), m_counts.end(), std::uint64_t{0});
}

std::uint64_t ConfusionMatrix::count(int truth, int predicted) const {
  return m_counts[static_cast<std::size_t>(truth) * static_cast<std::size_t>(classCount()) +
                  static_cast<std::size_t>(predicted)];
}

int ConfusionMatrix::nameWidth() const {
  const QFontMetrics metrics(uiFont(Type::hint));
  int widest = 12;
  for (const QString& name : m_classes) widest = std::max(widest, metrics.horizontalAdvance(name));
  return std::min(widest + 2, std::min(kWidestName, width() / 3)) + 8;
}

int ConfusionMatrix::cellSize() const {
  const int n = std::max(1, classCount());
  return std::clamp(std::min((width() - nameWidth()) / n, (height() - kFootHeight) / n), 1,
                    n <= 4 ? kLargestFew : kLargestCell);
}

QRect ConfusionMatrix::cellRect(int truth, int predicted) const {
  const int size = cellSize();
  return {nameWidth() + predicted * size, truth * size, size, size};
}

void ConfusionMatrix::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int n = classCount();
  const int size = cellSize();
  const int left = nameWidth();
  painter.setFont(uiFont(Type::hint));
  const QFontMetrics metrics(painter.font());
  const int nameEvery = std::max(1, (metrics.height() + size - 1) / size);
  for (int truth = 0; truth < n; ++truth) {
    double rowTotal = 0;
    for (int predicted = 0; predicted < n; ++predicted) rowTotal += double(count(truth, predicted));
    for (int predicted = 0; predicted < n; ++predicted) paintCell(painter, {truth, predicted}, rowTotal);
    if (truth % nameEvery != 0) continue;
    painter.setPen(tokens().text2);
    drawElided(painter, QRectF(0, truth * size, left - 8, size), Qt::AlignRight | Qt::AlignVCenter, m_classes[truth]);
  }
  const int footWidth = std::max(size - 2, metrics.horizontalAdvance(QLatin1Char('0')) * 2);
  for (int predicted = 0; predicted < n; ++predicted) {
    if (size < 14 && predicted % nameEvery != 0) continue;
    painter.setPen(tokens().text2);
    const QRectF foot(left + predicted * size + (size - footWidth) / 2.0, n * size, footWidth, kFootHeight);
    drawElided(painter, foot, Qt::AlignHCenter | Qt::AlignVCenter, m_classes[predicted]);
  }
  if (hasFocus() && n > 0) {
    painter.setPen(QPen(tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cellRect(m_current.truth, m_current.predicted).adjusted(1, 1, -2, -2));
  }
}

void ConfusionMatrix::paintCell(QPainter& painter, Cell cell, double rowTotal) const {
  const QRect whole = cellRect(cell.truth, cell.predicted);
  const QRect rect = whole.width() > 4 ? whole.adjusted(0, 0, -1, -1) : whole;
  const std::uint64_t value = count(cell.truth, cell.predicted);
  const bool right = cell.truth == cell.predicted;
  const double share = rowTotal > 0 ? double(value) / rowTotal : 0;
  QColor fill = tokens().lineSoft;
  if (value > 0) {
    fill = right ? mixed(tokens().tint, tokens().tint2, std::min(1.0, 0.2 + share))
                 : mixed(tokens().surface, tokens().runs[1], std::clamp(0.35 + share * 4, 0.35, 0.8));
  }
  painter.fillRect(rect, fill);
  if (value == 0) return;
  const QString text = formatCountShort(value);
  painter.setFont(uiFont(Type::hint, right ? QFont::Normal : QFont::DemiBold));
  if (figuresWidth(painter.font(), text) > rect.width() || rect.height() < 14) return;
  painter.setPen(right ? tokens().pressed : tokens().text);
  drawFigures(painter, rect, Qt::AlignHCenter | Qt::AlignVCenter, text);
  painter.setFont(uiFont(Type::hint));
}

std::optional<ConfusionMatrix::Cell> ConfusionMatrix::cellAt(QPoint position) const {
  if (classCount() == 0 || position.x() < nameWidth() || position.y() < 0) return std::nullopt;
  const Cell cell{position.y() / cellSize(), (position.x() - nameWidth()) / cellSize()};
  if (cell.truth >= classCount() || cell.predicted >= classCount()) return std::nullopt;
  return cell;
}

QString ConfusionMatrix::describe(Cell cell) const {
  const QString number = formatCount(count(cell.truth, cell.predicted));
  if (cell.truth == cell.predicted) return tr("%1 of class %2, right").arg(number, m_classes[cell.truth]);
  return tr("%1 of class %2, taken for %3").arg(number, m_classes[cell.truth], m_classes[cell.predicted]);
}

void ConfusionMatrix::mousePressEvent(QMouseEvent* event) {
  const auto cell = cellAt(event->pos());
  if (!cell || event->button() != Qt::LeftButton) return;
  m_current = *cell;
  update();
  Q_EMIT cellActivated(cell->truth, cell->predicted);
}

void ConfusionMatrix::keyPressEvent(QKeyEvent* event) {
  const int last = classCount() - 1;
  if (last < 0) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Left:
      m_current.predicted = std::max(0, m_current.predicted - 1);
      break;
    case Qt::Key_Right:
      m_current.predicted = std::min(last, m_current.predicted + 1);
      break;
    case Qt::Key_Up:
      m_current.truth = std::max(0, m_current.truth - 1);
      break;
    case Qt::Key_Down:
      m_current.truth = std::min(last, m_current.truth + 1);
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      Q_EMIT cellActivated(m_current.truth, m_current.predicted);
      return;
    default:
      QWidget::keyPressEvent(event);
      return;
  }
  setAccessibleDescription(describe(m_current));
  update();
}

bool ConfusionMatrix::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto cell = cellAt(help->pos());
    if (cell) {
      QToolTip::showText(help->globalPos(), describe(*cell), this);
    } else {
      QToolTip::hideText();
    }
    return true;
  }
  return QWidget::event(event);
}

}  // namespace masu::ui
