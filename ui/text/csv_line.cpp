// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/csv_line.h"

#include "core/csv/structure/field_text.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

QString csvLine(const QStringList& cells) {
  std::string line;
  for (const QString& cell : cells) {
    if (&cell != &cells.front()) line += ',';
    csv::appendField(line, fromQt(cell));
  }
  // A lone empty cell would be an empty line, which readers pass over.
  if (line.empty()) line = csv::quotedField({});
  return toQt(line + '\n');
}

QString plainNumber(QString shown) {
  return shown.remove(QLatin1Char(',')).replace(QChar(0x2212), QLatin1Char('-'));
}

}  // namespace masu::ui
