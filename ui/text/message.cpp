// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/message.h"

#include <QCoreApplication>
#include <algorithm>
#include <string>
#include <vector>

#include "core/base/shown_text.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

QString shownText(std::string_view text) {
  return toQt(masu::shownText(text, LineEnds::shown));
}

QString shownText(const QString& text) {
  const bool plain = std::ranges::all_of(text, [](QChar c) { return c.isPrint() && c.unicode() < 0x80; });
  return plain ? text : shownText(fromQt(text));
}

QString translated(std::string_view text) {
  if (text.empty()) return {};
  return QCoreApplication::translate("core", std::string(text).c_str());
}

QString translated(const Message& message) {
  const std::string text = fromQt(translated(std::string_view(message.text)));
  std::vector<std::string> arguments;
  for (const Argument& argument : message.arguments) {
    arguments.push_back(argument.isMessage ? fromQt(translated(Message{argument.text, argument.arguments}))
                                           : masu::shownText(argument.text, LineEnds::kept));
  }
  return toQt(Message::fill(text, arguments));
}

QString translated(const Error& error) {
  QString sentence = translated(error.message);
  const Location& source = error.source;
  if (source.file.empty() || sentence.contains(shownText(source.file))) return sentence;
  QString where = shownText(source.file);
  if (source.line > 0) where += QCoreApplication::translate("core", ", line %1").arg(source.line);
  if (source.column > 0) where += QCoreApplication::translate("core", ", column %1").arg(source.column);
  return QStringLiteral("%1 (%2)").arg(sentence, where);
}

QString joinedSentences(const QStringList& sentences) {
  QString all;
  for (const QString& sentence : sentences) {
    if (!all.isEmpty() && !all.endsWith(u'\u3002')) all += u' ';
    all += sentence;
  }
  return all;
}

}  // namespace masu::ui
