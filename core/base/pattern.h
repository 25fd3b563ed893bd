// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "core/base/result.h"

namespace re2 {
class RE2;
}

namespace masu {

/// A regular expression that a person or a recipe wrote, in RE2's syntax (github.com/google/re2/wiki/Syntax): that of
/// Perl without lookahead, lookbehind and backreferences, which no search in linear time can have. Text is UTF-8; a
/// byte that is not matches nothing. Threads: const calls are safe together. Cost of a search: linear in the text.
class Pattern {
 public:
  /// Errors: an expression that is none, or is too large; it says where, and what Masu does not have.
  static Result<Pattern> compile(std::string_view expression);

  /// Matches every text, with no group.
  Pattern() = default;

  std::size_t groups() const;
  /// Whether some part of the text matches.
  bool matches(std::string_view text) const;
  /// What the first group holds where some part of the text matches; nothing where none does, or the group took no
  /// part. Requires: groups() > 0. Lifetime: borrows the text.
  std::optional<std::string_view> firstGroup(std::string_view text) const;

 private:
  std::shared_ptr<const re2::RE2> m_expression;  ///< null: of the empty expression
};

}  // namespace masu
