// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/command_line.h"

#include <QLocale>
#include <utility>

#include "core/base/shell_word.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

QString shellText(const QString& text) {
  return toQt(shellWord(fromQt(text)));
}

CommandLine& CommandLine::word(const std::string& text) {
  m_words << shellText(toQt(text));
  m_raw.push_back(text);
  return *this;
}

CommandLine& CommandLine::argument(const std::filesystem::path& path) {
  // A name that begins with a dash would be an option.
  const std::string name = path.string();
  return word(name.starts_with('-') ? "./" + name : name);
}

CommandLine& CommandLine::flag(const char* name, bool given) {
  if (!given) return *this;
  m_words << QLatin1String(name);
  m_raw.emplace_back(name);
  return *this;
}

CommandLine& CommandLine::option(const char* name, const QString& value, std::string raw) {
  // As one word where the value would be taken for an option itself.
  const bool dashed = value.startsWith(QLatin1Char('-'));
  m_words << QString::fromLatin1(name) + QLatin1Char(dashed ? '=' : ' ') + shellText(value);
  m_raw.emplace_back(name);
  if (dashed)
    m_raw.back() += '=' + raw;
  else
    m_raw.push_back(std::move(raw));
  return *this;
}

CommandLine& CommandLine::option(const char* name, const QString& value) {
  return option(name, value, fromQt(value));
}

CommandLine& CommandLine::option(const char* name, const std::string& value) {
  return option(name, toQt(value), value);
}

CommandLine& CommandLine::number(const char* name, double value) {
  return option(name, QLocale::c().toString(value, 'g', QLocale::FloatingPointShortest));
}

CommandLine& CommandLine::count(const char* name, std::uint64_t value) {
  return option(name, QString::number(value));
}

CommandLine& CommandLine::remark(const QString& text) {
  m_remarks << QString(text).replace(QLatin1Char('\n'), QLatin1Char(' '));
  return *this;
}

QString CommandLine::text(qsizetype lineWidth) const {
  QStringList lines;
  for (const QString& remark : m_remarks) lines << QStringLiteral("# ") + remark;
  QString line;
  for (const QString& word : m_words) {
    if (!line.isEmpty() && line.size() + word.size() > lineWidth) {
      lines << line + QStringLiteral(" \\");
      line = QStringLiteral(" ");
    }
    line += line.isEmpty() ? word : QLatin1Char(' ') + word;
  }
  return (lines << line).join(QLatin1Char('\n'));
}

}  // namespace masu::ui
