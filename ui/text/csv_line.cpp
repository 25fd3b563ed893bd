// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/csv_line.h"

#include <algorithm>

namespace masu::ui {

namespace {
constexpr QLatin1Char kQuote('"');
}

QString csvLine(const QStringList& cells) {
  QString line;
  for (const QString& cell : cells) {
    if (&cell != &cells.front()) line += QLatin1Char(',');
    // A lone empty cell would be an empty line, which readers pass over.
    const bool quoted = std::any_of(cell.begin(), cell.end(), [](QChar sign) {
                          return sign == u',' || sign == u'"' || sign == u'\n' || sign == u'\r';
                        }) || (cell.isEmpty() && cells.size() == 1) || cell.startsWith(u' ') || cell.endsWith(u' ');
    line += quoted ? kQuote + QString(cell).replace(kQuote, QStringLiteral("\"\"")) + kQuote : cell;
  }
  return line + QLatin1Char('\n');
}

QString plainNumber(QString shown) {
  return shown.remove(QLatin1Char(',')).replace(QChar(0x2212), QLatin1Char('-'));
}

}  // namespace masu::ui
