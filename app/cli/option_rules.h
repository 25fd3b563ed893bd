// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace masu::cli {

/// Options of a command that go with the same others.
struct OptionSet {
  std::string_view name;
  std::vector<std::string_view> options;  ///< by one of their names, as "--out"
  /// Two of them that exclude each other, as the options of a command say it themselves; all others go together.
  std::vector<std::pair<std::string_view, std::string_view>> alternatives = {};
};

/// What two sets of options are to each other.
struct SetPair {
  std::string_view first;
  std::string_view second;
  std::string_view because;  ///< why they exclude each other; empty: they go together
};

/// Options that say something only where another option does.
struct Need {
  std::vector<std::string_view> options;
  /// One of these, as "--order", or "--shuffle=queue" for a single value; empty: nothing helps.
  std::vector<std::string_view> needed;
  bool byDefault = false;  ///< leaving all of them out is one of those values
  std::string_view because;
  std::vector<std::string_view> where = {};  ///< matters only where one of these is given, as "--order"; empty: always
  /// The option is accepted all the same, as scripts may always give it, and a sentence says that it has no effect.
  bool onlyNoted = false;
};

/// Which options of a command may be given together. Every option is in one set; options of one set go together but
/// for its alternatives, and for any two sets a pair says whether they do. Tests walk all pairs, and see of the options
/// of most commands that each changes something, so that nothing is ignored in silence.
struct CommandRules {
  std::string_view command;
  std::vector<OptionSet> sets;
  std::vector<SetPair> pairs;
  std::vector<Need> needs;
};

/// Null for a command without rules.
const CommandRules* rulesOf(std::string_view command);

/// The set of an option; null where it is in none.
const OptionSet* setOf(const CommandRules& rules, std::string_view option);
/// The pair of two sets, in whatever order; null where there is none.
const SetPair* pairOf(const CommandRules& rules, std::string_view first, std::string_view second);

/// The sentence about options of a command that were given and do not go together, or one whose value is empty,
/// standard output ("-") or a number below 0 where none can be; nothing where all is well.
std::optional<std::string> conflictOf(const CLI::App& command);
/// Sentences about options that were given, are accepted and have no effect.
std::vector<std::string> withoutEffect(const CLI::App& command);
/// The conflict of what was given with what the command was found to work on, such as "(an export)": a set without
/// options.
std::optional<std::string> conflictWith(const CLI::App& command, std::string_view set);

}  // namespace masu::cli
