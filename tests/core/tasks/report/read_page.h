// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QXmlStreamReader>
#include <algorithm>
#include <string>

/// A page as a reader of XML sees it, which knows nothing of Masu.
struct ReadPage {
  QString error;            ///< empty where the page is well formed
  QString text;             ///< all of it that is shown
  QList<QStringList> rows;  ///< of all tables, the cells of each row
  QStringList elements;     ///< names, as often as they are there
  QStringList ids;
  QString language;

  explicit ReadPage(const std::string& page) {
    QXmlStreamReader reader(QByteArray::fromStdString(page));
    while (!reader.atEnd()) {
      reader.readNext();
      if (reader.isStartElement()) begin(reader);
      if (reader.isEndElement()) m_open.removeLast();
      if (reader.isCharacters() && !m_open.contains(QStringLiteral("style"))) add(reader.text().toString());
    }
    if (reader.hasError()) error = reader.errorString() + QStringLiteral(" line %1").arg(reader.lineNumber());
  }

  /// The row that begins with a cell, the first of them; empty where there is none.
  QStringList row(const QString& name) const {
    const auto found = std::ranges::find_if(rows, [&](const QStringList& one) { return one.value(0) == name; });
    return found == rows.end() ? QStringList() : *found;
  }

 private:
  void begin(const QXmlStreamReader& reader) {
    const QString name = reader.name().toString();
    m_open << name;
    elements << name;
    const QString id = reader.attributes().value(QStringLiteral("id")).toString();
    if (!id.isEmpty()) ids << id;
    if (name == u"html") language = reader.attributes().value(QStringLiteral("lang")).toString();
    if (name == u"tr") rows << QStringList();
    if ((name == u"td" || name == u"th") && !rows.isEmpty()) rows.last() << QString();
  }
  void add(const QString& some) {
    text += some;
    const bool isCell = m_open.contains(QStringLiteral("td")) || m_open.contains(QStringLiteral("th"));
    if (isCell && !rows.isEmpty() && !rows.last().isEmpty()) rows.last().last() += some;
  }

  QStringList m_open;
};
