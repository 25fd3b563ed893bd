// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/plan_delegate.h"

#include <QPainter>
#include <algorithm>

#include "ui/pages/import/table/plan_model.h"
#include "ui/text/message.h"
#include "ui/theme/theme.h"

namespace masu::ui {

namespace {

constexpr int kBox = 14;
constexpr int kPadding = 8;
constexpr int kHistogramWidth = 88;
constexpr int kHistogramHeight = 16;

}  // namespace

void ImportPlanDelegate::paintBox(QPainter& painter, const QRect& rect, bool checked) const {
  const Tokens& t = tokens();
  const QRect box(rect.left() + size::kLeft, rect.center().y() - kBox / 2, kBox, kBox);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(t.line2);
  painter.setBrush(checked ? Qt::transparent : t.surface);
  painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (!checked) return;
  const qreal ratio = painter.device()->devicePixelRatioF();
  painter.drawPixmap(box.left() + 2, box.top() + 2, iconPixmap("check-bold", t.accent, 10, ratio));
}

void ImportPlanDelegate::paintMenu(QPainter& painter, const QRect& rect, const QModelIndex& index) const {
  const Tokens& t = tokens();
  const QString text = index.data(Qt::DisplayRole).toString();
  const bool label = index.data(ImportPlanModel::LabelRole).toBool() && index.column() == ImportPlanModel::purpose;
  painter.setFont(uiFont(Type::table, label ? QFont::Medium : QFont::Normal));
  painter.setPen(label ? t.accent : t.text);
  const QRect room = rect.adjusted(kPadding, 0, -kPadding, 0);
  const int width = std::min(room.width() - 16, painter.fontMetrics().horizontalAdvance(text));
  painter.drawText(room, Qt::AlignVCenter, painter.fontMetrics().elidedText(text, Qt::ElideRight, room.width() - 14));
  painter.drawPixmap(room.left() + width + 4, rect.center().y() - 5,
                     iconPixmap("chevron-down", label ? t.accent : t.text3, 12, painter.device()->devicePixelRatioF()));
}

void ImportPlanDelegate::paintHistogram(QPainter& painter, const QRect& rect, const QModelIndex& index) const {
  const QVariantList bins = index.data(ImportPlanModel::HistogramRole).toList();
  if (bins.isEmpty()) return;
  double top = 0;
  for (const QVariant& bin : bins) top = std::max(top, bin.toDouble());
  if (top <= 0) return;
  const QColor ink = index.data(ImportPlanModel::LabelRole).toBool() ? tokens().accent : tokens().hist;
  const int width = std::clamp(kHistogramWidth / static_cast<int>(bins.size()), 3, 16);
  const int bottom = rect.center().y() + kHistogramHeight / 2;
  int left = rect.left() + kPadding;
  for (const QVariant& bin : bins) {
    if (left + width > rect.right()) break;
    const double share = bin.toDouble() / top;
    const int height = share > 0 ? std::max(1, static_cast<int>(share * kHistogramHeight)) : 0;
    painter.fillRect(left, bottom - height, width - 1, height, ink);
    left += width;
  }
}

void ImportPlanDelegate::paintDots(QPainter& painter, const QRect& rect, const QModelIndex& index) const {
  const Tokens& t = tokens();
  const QVariantList marks = index.data(ImportPlanModel::LossRole).toList();
  if (marks.isEmpty()) {
    painter.setFont(uiFont(Type::hint));
    painter.setPen(t.text3);
    painter.drawText(rect.adjusted(kPadding, 0, 0, 0), Qt::AlignVCenter, index.data(Qt::DisplayRole).toString());
    return;
  }
  const auto* model = static_cast<const ImportPlanModel*>(index.model());
  painter.setRenderHint(QPainter::Antialiasing);
  for (int i = 0; i < marks.size(); ++i) {
    const QRect cell(rect.left() + i * kDotWidth, rect.top(), kDotWidth, rect.height() - 1);
    const bool chosen = kComparedTypes[static_cast<std::size_t>(i)] == model->dtype();
    if (chosen) painter.fillRect(cell, t.tint);
    const QPointF at = QRectF(cell).center();
    switch (static_cast<LossMark>(marks[i].toInt())) {
      case LossMark::exact:
        painter.setPen(Qt::NoPen);
        painter.setBrush(chosen ? t.accent : t.edge);
        painter.drawEllipse(at, 3, 3);
        break;
      case LossMark::within:
        painter.setPen(QPen(t.warn, 1.75));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(at, 2.75, 2.75);
        break;
      case LossMark::beyond:
        painter.setPen(QPen(t.bad, 1.75));
        painter.drawLine(at + QPointF(-3, -3), at + QPointF(3, 3));
        painter.drawLine(at + QPointF(-3, 3), at + QPointF(3, -3));
        break;
    }
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void ImportPlanDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  const Tokens& t = tokens();
  const QRect& rect = option.rect;
  const bool selected = option.state & QStyle::State_Selected;
  const bool ignored = index.siblingAtColumn(ImportPlanModel::use).data(Qt::CheckStateRole).toInt() == Qt::Unchecked;
  painter->fillRect(rect, selected ? t.tint : t.surface);
  painter->fillRect(rect.left(), rect.bottom(), rect.width(), 1, t.lineSoft);
  switch (index.column()) {
    case ImportPlanModel::use:
      paintBox(*painter, rect, !ignored);
      break;
    case ImportPlanModel::purpose:
    case ImportPlanModel::found:
    case ImportPlanModel::stored:
      paintMenu(*painter, rect, index);
      break;
    case ImportPlanModel::distribution:
      paintHistogram(*painter, rect, index);
      break;
    case ImportPlanModel::loss:
      paintDots(*painter, rect, index);
      break;
    default: {
      const bool name = index.column() == ImportPlanModel::name;
      const QString text = shownText(index.data(Qt::DisplayRole).toString());
      const bool none = index.column() == ImportPlanModel::missing && text == QStringLiteral("0");
      painter->setFont(uiFont(Type::table, name ? QFont::Medium : QFont::Normal));
      const bool strong = name || (index.column() == ImportPlanModel::missing && !none);
      painter->setPen(ignored ? t.textOff : none ? t.text3 : strong ? t.text : t.text2);
      const QRect room = rect.adjusted(kPadding, 0, -kPadding, 0);
      drawFigures(*painter, room, static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt()),
                  painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
      break;
    }
  }
  painter->restore();
}

}  // namespace masu::ui
