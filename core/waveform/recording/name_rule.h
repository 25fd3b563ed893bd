// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/pattern.h"
#include "core/base/result.h"

namespace masu::waveform {

/// Finds the label or the group of a recording in its path: `folder` is the name of the folder it is in, `name:RE`
/// searches the base name with extension, `path:RE` the path below the import root; group 1 of the
/// expression. Threads: const calls are safe together.
class NameRule {
 public:
  /// Errors: an unknown rule, an expression that is not valid, one without a group in brackets.
  static Result<NameRule> parse(std::string_view text);

  /// `path` is below the import root, with forward slashes. Nothing where the rule does not fit, or finds no text.
  std::optional<std::string> find(std::string_view path) const;

 private:
  enum class Part { folder, name, path };
  NameRule(Part part, Pattern expression) : m_part(part), m_expression(std::move(expression)) {}

  Part m_part;
  Pattern m_expression;
};

}  // namespace masu::waveform
