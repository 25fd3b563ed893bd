// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <cmath>

#include "ui/theme/theme.h"

namespace masu::ui {

namespace {

/// Asks the theme for its colour at paint time; holds no pixels of its own.
class TintedEngine : public QIconEngine {
 public:
  TintedEngine(QString name, QColor Tokens::*token, Qt::Alignment alignment)
      : m_name(std::move(name)), m_token(token), m_alignment(alignment) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const qreal ratio = painter->device() != nullptr ? painter->device()->devicePixelRatioF() : 1;
    const int side = qMin(rect.width(), rect.height());
    int left = rect.left() + (rect.width() - side) / 2;
    if (m_alignment & Qt::AlignLeft) left = rect.left();
    if (m_alignment & Qt::AlignRight) left = rect.right() + 1 - side;
    const int top = rect.top() + (rect.height() - side) / 2;
    painter->drawPixmap(left, top, iconPixmap(m_name, colour(mode, state), side, ratio));
  }
  QPixmap pixmap(const QSize& wanted, QIcon::Mode mode, QIcon::State state) override {
    return scaledPixmap(wanted, mode, state, 1);
  }
  QPixmap scaledPixmap(const QSize& wanted, QIcon::Mode mode, QIcon::State state, qreal scale) override {
    QPixmap pixmap(wanted);  // `wanted` counts device pixels.
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(0, 0), wanted / scale), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new TintedEngine(m_name, m_token, m_alignment); }

 private:
  QColor colour(QIcon::Mode mode, QIcon::State state) const {
    const Tokens& tokens = Theme::current().tokens();
    if (mode == QIcon::Disabled) return tokens.textOff;
    if (state == QIcon::On) return tokens.accent;
    return tokens.*m_token;
  }

  QString m_name;
  QColor Tokens::*m_token;
  Qt::Alignment m_alignment;
};

/// The family is drawn with 1.5 of 24; a small icon would be too faint so, hence 1.35 px there and 1.5 px from 20 px
/// on.
QByteArray atStroke(QByteArray svg, int pixels) {
  const double stroke = (pixels < 20 ? 1.35 : 1.5) * 24 / pixels;
  return svg.replace("stroke-width=\"1.5\"", "stroke-width=\"" + QByteArray::number(stroke, 'f', 2) + '"');
}

}  // namespace

QByteArray tintedSvg(const QString& name, const QColor& colour) {
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  if (!file.open(QIODevice::ReadOnly)) return {};
  return file.readAll().replace("currentColor", colour.name().toLatin1());
}

QIcon themeIcon(const QString& name, QColor Tokens::*token, Qt::Alignment alignment) {
  return QIcon(new TintedEngine(name, token, alignment));
}

QPixmap iconPixmap(const QString& name, const QColor& colour, int pixels, qreal pixelRatio) {
  const QString key = QStringLiteral("masu/%1/%2/%3/%4").arg(name, colour.name()).arg(pixels).arg(pixelRatio);
  QPixmap pixmap;
  if (QPixmapCache::find(key, &pixmap)) return pixmap;
  const int device = static_cast<int>(std::ceil(pixels * pixelRatio));
  pixmap = QPixmap(device, device);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  QSvgRenderer renderer(atStroke(tintedSvg(name, colour), pixels));
  if (renderer.isValid()) renderer.render(&painter);
  painter.end();
  pixmap.setDevicePixelRatio(pixelRatio);
  QPixmapCache::insert(key, pixmap);
  return pixmap;
}

}  // namespace masu::ui
