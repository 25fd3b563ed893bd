// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>

class QWidget;

namespace masu::ui {

/// What the painted widgets share: hatching and edges that stay crisp at 125–300 %.

/// Diagonal lines 6 px apart: what is kept back, unused or padding.
void fillHatched(QPainter& painter, const QRectF& rect, const QColor& lines);

/// The nearest position that is on a device pixel.
qreal snapped(qreal position, qreal pixelRatio);

/// Draws one line of text, shortened with an ellipsis where it does not fit. Returns the width it took.
qreal drawElided(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text,
                 Qt::TextElideMode shortened = Qt::ElideRight);

/// A screen reader calls the widget a chart, not a pane. What it is and what it shows are its accessible name and
/// description. To be called before they are set: what a widget is, is asked once.
void exposeAsChart(QWidget& widget);

/// A horizontal or vertical hairline of one device-independent pixel without antialiasing.
void drawHairline(QPainter& painter, QPointF from, QPointF to, const QColor& colour);

}  // namespace masu::ui
