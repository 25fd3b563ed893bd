#include "ui/text/message.h"

#include <QCoreApplication>

#include "ui/text/to_qt.h"

namespace masu::ui {

QString translated(std::string_view text) {
  if (text.empty()) return {};
  return QCoreApplication::translate("core", std::string(text).c_str());
}

QString translated(const Message& message) {
  const std::string text = fromQt(translated(std::string_view(message.text)));
  return toQt(Message::fill(text, message.arguments));
}

QString translated(const Error& error) {
  QString sentence = translated(error.message);
  const Source& source = error.source;
  if (source.file.empty() || sentence.contains(toQt(source.file))) return sentence;
  QString where = toQt(source.file);
  if (source.line > 0) where += QCoreApplication::translate("core", ", line %1").arg(source.line);
  if (source.column > 0) where += QCoreApplication::translate("core", ", column %1").arg(source.column);
  return QStringLiteral("%1 (%2)").arg(sentence, where);
}

}  // namespace masu::ui
