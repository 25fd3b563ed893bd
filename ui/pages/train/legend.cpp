// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/legend.h"

#include <QFontMetrics>
#include <QPainter>

#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kSwatch = 8;
constexpr int kLine = 20;
constexpr int kGap = 6;

}  // namespace

LegendMark::LegendMark(const QString& text, int mark, QWidget* parent) : QWidget(parent), m_text(text), m_mark(mark) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setAccessibleName(text);
}

QSize LegendMark::sizeHint() const {
  const int mark = m_mark >= 0 ? kSwatch : kLine;
  return {mark + kGap + QFontMetrics(uiFont(Type::table)).horizontalAdvance(m_text) + 1, 20};
}

void LegendMark::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  int left = kLine;
  if (m_mark >= 0) {
    left = kSwatch;
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens().runs[static_cast<std::size_t>(m_mark) % tokens().runs.size()]);
    painter.drawRoundedRect(QRectF(0, (height() - kSwatch) / 2.0, kSwatch, kSwatch), 2, 2);
  } else {
    QColor colour = tokens().text2;
    if (m_mark == kThin) colour.setAlphaF(0.6F);
    const int thick = m_mark == kThick ? 2 : 1;
    painter.fillRect(QRect(0, height() / 2 - 1, kLine, thick), colour);
  }
  painter.setFont(uiFont(Type::table));
  painter.setPen(m_mark >= 0 ? tokens().text : tokens().text2);
  painter.drawText(QRect(left + kGap, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, m_text);
}

}  // namespace masu::ui
