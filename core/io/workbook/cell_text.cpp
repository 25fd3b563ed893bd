// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workbook/cell_text.h"

#include <optional>

namespace masu::io {

namespace {

constexpr qsizetype kEscape = 7;  // _x000D_

/// The unit of UTF-16 that the front of a text spells.
std::optional<char16_t> escapedUnit(QStringView text) {
  if (text.size() < kEscape || text[kEscape - 1] != u'_') return std::nullopt;
  unsigned code = 0;
  for (const QChar digit : text.mid(2, 4)) {
    const char16_t c = digit.unicode();
    const bool figure = c >= u'0' && c <= u'9';
    const char16_t letter = c | 0x20U;
    if (!figure && (letter < u'a' || letter > u'f')) return std::nullopt;
    code = code * 16 + (figure ? c - u'0' : letter - u'a' + 10U);
  }
  const bool lineEnd = code == '\t' || code == '\n' || code == '\r';
  return code >= 0x20 || lineEnd ? std::optional(static_cast<char16_t>(code)) : std::nullopt;
}

QString unescaped(QStringView text) {
  const QStringView mark = u"_x";
  QString plain;
  qsizetype done = 0;
  for (qsizetype at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at)) {
    const std::optional<char16_t> unit = escapedUnit(text.mid(at));
    if (!unit) {
      ++at;
      continue;
    }
    plain += text.mid(done, at - done);
    plain += QChar(*unit);
    done = at += kEscape;
  }
  plain += text.mid(done);
  return plain;
}

}  // namespace

Result<void> appendRichText(XmlPart& part, QString& to) {
  for (;;) {
    MASU_TRY(const XmlEvent event, part.next());
    if (event == XmlEvent::end || event == XmlEvent::finished) return {};
    if (event != XmlEvent::begin) continue;
    if (part.name() == u"t")
      MASU_CHECK(part.appendText(to));
    else if (part.name() == u"r")
      MASU_CHECK(appendRichText(part, to));
    else
      MASU_CHECK(part.skip());
  }
}

void appendUtf8(std::string& to, const QString& text) {
  const QByteArray bytes = text.contains(QStringView(u"_x")) ? unescaped(text).toUtf8() : text.toUtf8();
  to.append(bytes.constData(), static_cast<std::size_t>(bytes.size()));
}

}  // namespace masu::io
