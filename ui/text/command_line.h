// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace masu::ui {

/// One argument as a shell reads it, see shellWord().
QString shellText(const QString& text);

/// A command of masu that people paste into a shell, where it does what a page would. Broken into lines that a shell
/// joins again.
class CommandLine {
 public:
  explicit CommandLine(const QString& command) : m_words({QStringLiteral("masu ") + command}) {}

  /// A word as it is: a second value of the option before.
  CommandLine& word(const std::string& text);
  CommandLine& argument(const std::filesystem::path& path);
  CommandLine& flag(const char* name, bool given = true);
  CommandLine& option(const char* name, const QString& value);
  CommandLine& option(const char* name, const std::string& value);
  CommandLine& number(const char* name, double value);  ///< in all the digits that it has
  CommandLine& count(const char* name, std::uint64_t value);
  /// A line before the command that a shell passes over.
  CommandLine& remark(const QString& text);
  /// In lines of about so many characters.
  QString text(qsizetype lineWidth = 100) const;
  /// The words after the command's name as a shell would hand them over, and the remarks as they were given.
  const std::vector<std::string>& words() const { return m_raw; }
  const QStringList& remarks() const { return m_remarks; }

 private:
  CommandLine& option(const char* name, const QString& value, std::string raw);

  QStringList m_remarks;
  QStringList m_words;  ///< options with their values
  std::vector<std::string> m_raw;
};

}  // namespace masu::ui
