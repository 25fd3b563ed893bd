// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

namespace masu::ui {

/// The sizes of type the look knows: pixels of 11, 12, 13, 15, 20 and 28.
enum class Type { hint = 11, table = 12, body = 13, empty = 15, title = 20, figure = 28 };

/// Inter with Noto Sans CJK JP after it; the system's UI font where they are not installed.
/// Threads: the GUI thread.
QFont uiFont(Type type, QFont::Weight weight = QFont::Normal);
/// JetBrains Mono for raw text, rules and code.
QFont monoFont(Type type = Type::hint);

/// Draws text with every digit on the advance of "0", so that columns of figures align (QFont::setFeature is of
/// Qt 6.7).
void drawFigures(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text);
/// The width drawFigures() takes.
qreal figuresWidth(const QFont& font, const QString& text);

}  // namespace masu::ui
