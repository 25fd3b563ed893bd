// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace masu::cli {

/// What help, the manual page and the completion scripts show of one option or positional argument.
struct OptionFacts {
  std::vector<std::string> names;    ///< "--out", "-h"; one word such as "SOURCE" for what is given by its place
  std::string value;                 ///< "TEXT", "SIZE"; empty for a flag
  std::vector<std::string> choices;  ///< the values it takes; empty: any
  /// Words among its values, of which there are others, too: models that are built in, beside files.
  std::vector<std::string> suggestions;
  std::string description;
  std::string defaultValue;  ///< empty where the description says it, or there is none
  bool positional = false;
  bool required = false;
  bool repeats = false;  ///< takes more than one value
};

OptionFacts factsOf(const CLI::Option& option);

/// Options of a command under one heading of its help, in the order of the help.
struct OptionGroup {
  std::string heading;  ///< "Options", "Tables"; "Arguments" for what is given by its place
  std::vector<OptionFacts> options;
};

std::vector<OptionGroup> optionGroups(const CLI::App& command);

/// Commands under one heading of `masu --help`.
struct CommandGroup {
  std::string heading;
  std::vector<const CLI::App*> commands;
};

std::vector<CommandGroup> commandGroups(const CLI::App& app);

}  // namespace masu::cli
