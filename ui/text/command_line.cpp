// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/command_line.h"

#include <QLocale>

#include "core/base/shell_word.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

namespace {
constexpr qsizetype kLineWidth = 100;
}

QString shellText(const QString& text) {
  return toQt(shellWord(fromQt(text)));
}

CommandLine& CommandLine::word(const std::string& text) {
  m_words << shellText(toQt(text));
  return *this;
}

CommandLine& CommandLine::argument(const std::filesystem::path& path) {
  // A name that begins with a dash would be an option.
  const QString text = toQt(path);
  m_words << shellText(text.startsWith(QLatin1Char('-')) ? QStringLiteral("./") + text : text);
  return *this;
}

CommandLine& CommandLine::flag(const char* name, bool given) {
  if (given) m_words << QLatin1String(name);
  return *this;
}

CommandLine& CommandLine::option(const char* name, const QString& value) {
  // As one word where the value would be taken for an option itself.
  const bool dashed = value.startsWith(QLatin1Char('-'));
  m_words << QString::fromLatin1(name) + QLatin1Char(dashed ? '=' : ' ') + shellText(value);
  return *this;
}

CommandLine& CommandLine::option(const char* name, const std::string& value) {
  return option(name, toQt(value));
}

CommandLine& CommandLine::number(const char* name, double value) {
  return option(name, QLocale::c().toString(value, 'g', QLocale::FloatingPointShortest));
}

CommandLine& CommandLine::count(const char* name, std::uint64_t value) {
  return option(name, QString::number(value));
}

CommandLine& CommandLine::remark(const QString& text) {
  m_remarks << QStringLiteral("# ") + QString(text).replace(QLatin1Char('\n'), QLatin1Char(' '));
  return *this;
}

QString CommandLine::text() const {
  QStringList lines = m_remarks;
  QString line;
  for (const QString& word : m_words) {
    if (!line.isEmpty() && line.size() + word.size() > kLineWidth) {
      lines << line + QStringLiteral(" \\");
      line = QStringLiteral(" ");
    }
    line += line.isEmpty() ? word : QLatin1Char(' ') + word;
  }
  return (lines << line).join(QLatin1Char('\n'));
}

}  // namespace masu::ui
