// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/fonts.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>

namespace masu::ui {

namespace {

const QStringList& uiFamilies() {
  static const QStringList families = {"Inter", "Noto Sans CJK JP",
                                       QFontDatabase::systemFont(QFontDatabase::GeneralFont).family()};
  return families;
}

}  // namespace

QFont uiFont(Type type, QFont::Weight weight) {
  QFont made;
  made.setFamilies(uiFamilies());
  made.setPixelSize(static_cast<int>(type));
  made.setWeight(weight);
  made.setHintingPreference(QFont::PreferNoHinting);
  if (type == Type::title) made.setLetterSpacing(QFont::AbsoluteSpacing, -0.2);
  return made;
}

QFont monoFont(Type type) {
  QFont made;
  made.setFamilies({"JetBrains Mono", QFontDatabase::systemFont(QFontDatabase::FixedFont).family()});
  made.setPixelSize(static_cast<int>(type));
  made.setHintingPreference(QFont::PreferNoHinting);
  return made;
}

qreal figuresWidth(const QFont& font, const QString& text) {
  const QFontMetricsF metrics(font);
  const qreal zero = metrics.horizontalAdvance(QLatin1Char('0'));
  qreal width = 0;
  QString run;
  for (const QChar c : text) {
    if (!c.isDigit()) {
      run += c;
      continue;
    }
    width += metrics.horizontalAdvance(run) + zero;
    run.clear();
  }
  return width + metrics.horizontalAdvance(run);
}

void drawFigures(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text) {
  const QFontMetricsF metrics(painter.font());
  const qreal zero = metrics.horizontalAdvance(QLatin1Char('0'));
  const qreal width = figuresWidth(painter.font(), text);
  qreal x = rect.left();
  if (alignment & Qt::AlignRight) x = rect.right() - width;
  if (alignment & Qt::AlignHCenter) x = rect.center().x() - width / 2;
  qreal y = rect.top() + metrics.ascent();
  if (alignment & Qt::AlignVCenter) y = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2;
  if (alignment & Qt::AlignBottom) y = rect.bottom() - metrics.descent();

  QString run;
  const auto flush = [&] {
    if (run.isEmpty()) return;
    painter.drawText(QPointF(x, y), run);
    x += metrics.horizontalAdvance(run);
    run.clear();
  };
  for (const QChar c : text) {
    if (!c.isDigit()) {
      run += c;
      continue;
    }
    flush();
    painter.drawText(QPointF(x + (zero - metrics.horizontalAdvance(c)) / 2, y), QString(c));
    x += zero;
  }
  flush();
}

}  // namespace masu::ui
