// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace masu::tasks {

/// The language of a report. Texts are marked with MASU_TEXT where they are written.
class ReportWords {
 public:
  /// How a face has a message in its language, as ui/text has it. Called on the thread that writes the report.
  using Translate = std::function<std::string(const Message&)>;

  /// English.
  ReportWords() = default;
  /// `code`: as HTML names the language, such as "ja".
  ReportWords(std::string code, Translate translate) : m_code(std::move(code)), m_translate(std::move(translate)) {}

  const std::string& code() const { return m_code; }

  std::string operator()(const Message& message) const {
    return m_translate ? m_translate(message) : message.english();
  }
  /// A text that has places, with what fills them.
  std::string operator()(const char* marked, std::vector<Argument> arguments = {}) const {
    return (*this)(Message{marked, std::move(arguments)});
  }
  /// A word that another part of core has, such as name(split).
  std::string word(std::string_view marked) const { return (*this)(Message::marked(marked)); }

 private:
  std::string m_code = "en";
  Translate m_translate;
};

}  // namespace masu::tasks
