// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/table_delegate.h"

#include <QFontMetricsF>
#include <QIcon>
#include <QPainter>

#include "ui/models/roles.h"
#include "ui/text/message.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kPad = 8;
constexpr int kSwatch = 8;

void paintSwatch(QPainter& painter, QPointF topLeft, const QColor& colour, bool hollow) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  if (hollow) {
    painter.setPen(QPen(colour, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(topLeft, QSizeF(kSwatch, kSwatch)).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
  } else {
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(topLeft, QSizeF(kSwatch, kSwatch)), 2, 2);
  }
  painter.restore();
}

}  // namespace

TableDelegate::TableDelegate(int rowHeight, QObject* parent)
    : QStyledItemDelegate(parent), m_rowHeight(rowHeight), m_left(size::kLeft), m_right(size::kRight) {}

void TableDelegate::setMargins(int left, int right) {
  m_left = left;
  m_right = right;
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QString text = shownText(index.data(Qt::DisplayRole).toString());
  const qreal width = figuresWidth(uiFont(Type::table), text) + 2 * kPad;
  return {static_cast<int>(width) + (option.decorationSize.width() > 0 ? 24 : 0), m_rowHeight};
}

QRectF TableDelegate::contentRect(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const bool first = index.column() == 0;
  const bool last = index.column() == index.model()->columnCount(index.parent()) - 1;
  return QRectF(option.rect).adjusted(first ? m_left : kPad, 0, last ? -m_right : -kPad, -1);
}

void TableDelegate::paintBackground(QPainter& painter, const QStyleOptionViewItem& option,
                                    const QModelIndex& index) const {
  const Tokens& colours = tokens();
  if (option.state.testFlag(QStyle::State_Selected)) {
    painter.fillRect(option.rect, colours.tint);
  } else if (index.data(TotalRole).toBool()) {
    painter.fillRect(option.rect, colours.sunken);
  } else if (index.column() == m_currentColumn) {
    QColor soft = colours.tint;
    soft.setAlphaF(0.45F);
    painter.fillRect(option.rect, soft);
  }
  const QColor line = index.data(TotalRole).toBool() ? colours.line2 : colours.lineSoft;
  painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), line);
}

void TableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  paintBackground(*painter, option, index);
  QRectF rect = contentRect(option, index);
  if (index.data(PendingRole).toBool()) {
    const bool right = index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
    const qreal width = std::min(rect.width(), 44.0);
    const QRectF bar(right ? rect.right() - width : rect.left(), rect.center().y() - 4, width, 8);
    painter->fillRect(bar, tokens().lineSoft);
    painter->restore();
    return;
  }
  const QVariant decoration = index.data(Qt::DecorationRole);
  if (decoration.isValid()) {
    const QRect room(static_cast<int>(rect.left()), static_cast<int>(rect.center().y()) - 7, 16, 16);
    decoration.value<QIcon>().paint(painter, room);
    rect.setLeft(rect.left() + 22);
  }
  if (const QVariant swatch = index.data(SwatchRole); swatch.isValid()) {
    paintSwatch(*painter, {rect.left(), std::floor(rect.center().y()) - 3}, swatch.value<QColor>(),
                index.data(HollowSwatchRole).toBool());
    rect.setLeft(rect.left() + kSwatch + 8);
  }
  if (const QVariant swatch = index.data(TrailingSwatchRole); swatch.isValid()) {
    const bool right = index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
    const QFont font = uiFont(Type::table, index.data(StrongRole).toBool() ? QFont::DemiBold : QFont::Normal);
    const qreal textEnd = QFontMetricsF(font).horizontalAdvance(shownText(index.data().toString())) + 8;
    const qreal x = right ? rect.right() - kSwatch : std::min(rect.left() + textEnd, rect.right() - kSwatch);
    paintSwatch(*painter, {x, std::floor(rect.center().y()) - 3}, swatch.value<QColor>(), false);
    if (right) rect.setRight(rect.right() - kSwatch - 10);
  }
  paintText(*painter, rect, index, option.textElideMode);
  if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
    painter->setPen(QPen(tokens().accent, 2));
    painter->drawRect(QRectF(option.rect).adjusted(1, 1, -1, -2));
  }
  painter->restore();
}

void TableDelegate::paintText(QPainter& painter, QRectF rect, const QModelIndex& index,
                              Qt::TextElideMode shortened) const {
  const Tokens& colours = tokens();
  QString text = shownText(index.data(Qt::DisplayRole).toString());
  const bool strong = index.data(StrongRole).toBool() || index.data(TotalRole).toBool();
  painter.setFont(uiFont(Type::table, index.data(TotalRole).toBool() ? QFont::DemiBold
                                      : strong                       ? QFont::Medium
                                                                     : QFont::Normal));
  painter.setPen(index.data(SecondaryRole).toBool() ? colours.text2 : colours.text);
  if (index.data(MissingRole).toBool()) {
    text = tr("missing");
    painter.setPen(colours.warn);
  }
  if (index.data(FailedRole).toBool()) {
    if (text.isEmpty()) text = tr("unreadable");
    painter.setPen(colours.bad);
  }
  const auto alignment = static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt());
  const bool figures = alignment.testFlag(Qt::AlignRight);
  if (figures && figuresWidth(painter.font(), text) <= rect.width()) {
    drawFigures(painter, rect, alignment, text);
    return;
  }
  const QString elided = QFontMetricsF(painter.font()).elidedText(text, shortened, rect.width());
  painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine, elided);
}

}  // namespace masu::ui
