// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace masu::ui {

/// A record of CSV with its line end: cells that need quotes have them.
QString csvLine(const QStringList& cells);
/// A number as people read it, with "," between thousands and a true minus, as programs read it.
QString plainNumber(QString shown);

}  // namespace masu::ui
