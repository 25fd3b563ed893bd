// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include "app/cli/reference/option_facts.h"
#include "app/cli/reference/reference.h"
#include "core/base/shell_word.h"

namespace masu::cli {

namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between = " ") {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : std::string(between)) + word;
  return out;
}

std::vector<const CLI::App*> commandsOf(const CLI::App& app) {
  std::vector<const CLI::App*> commands;
  for (const CommandGroup& group : commandGroups(app))
    commands.insert(commands.end(), group.commands.begin(), group.commands.end());
  return commands;
}

std::vector<OptionFacts> optionsOf(const CLI::App& command) {
  std::vector<OptionFacts> options;
  for (const OptionGroup& group : optionGroups(command))
    options.insert(options.end(), group.options.begin(), group.options.end());
  return options;
}

/// Words that an option's value may be.
std::string valuesOf(const OptionFacts& option) {
  return joined(option.choices.empty() ? option.suggestions : option.choices);
}

/// Words that may come where an option does not wait for its value: names of options, and the choices of arguments.
std::string wordsOf(const CLI::App& command) {
  std::vector<std::string> words;
  for (const OptionFacts& option : optionsOf(command)) {
    const auto& more = option.positional ? option.choices : option.names;
    words.insert(words.end(), more.begin(), more.end());
  }
  return joined(words);
}

std::string bashScript(const CLI::App& app) {
  std::string names;
  std::string words;
  std::string values;
  for (const CLI::App* command : commandsOf(app)) {
    const std::string& name = command->get_name();
    names += (names.empty() ? "" : " ") + name;
    words += "    " + name + ") words=" + shellQuoted(wordsOf(*command)) + " ;;\n";
    for (const OptionFacts& option : optionsOf(*command)) {
      if (option.positional || option.value.empty()) continue;
      for (const std::string& spelled : option.names)
        values += "    " + name + ':' + spelled + ") words=" + shellQuoted(valuesOf(option)) + " ;;\n";
    }
  }
  return "# Completion of masu for bash, made by `masu --completion bash`.\n"
         "_masu() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W " +
         shellQuoted(names + " --help --version --completion") +
         " -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  # --option=value comes as three words.\n"
         "  if [ \"$current\" = = ]; then\n"
         "    current=\n"
         "  elif [ \"$previous\" = = ]; then\n"
         "    previous=${COMP_WORDS[COMP_CWORD-2]}\n"
         "  fi\n"
         "  case \"${COMP_WORDS[1]}:$previous\" in\n" +
         values + "    *) case \"${COMP_WORDS[1]}\" in\n" + words +
         "    --completion) words='bash zsh fish' ;;\n"
         "    esac ;;\n"
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "}\n"
         "complete -o default -o bashdefault -F _masu masu\n";
}

/// Text inside brackets of an entry of _arguments.
std::string bracketed(std::string_view text) {
  std::string out;
  for (const char one : text) {
    if (one == '[' || one == ']' || one == ':' || one == '\\') out += '\\';
    out += one;
  }
  return out;
}

std::string zshOption(const OptionFacts& option) {
  const std::string values = !option.choices.empty()       ? "(" + joined(option.choices) + ")"
                             : !option.suggestions.empty() ? " _masu_words_or_files " + joined(option.suggestions)
                                                           : "_files";
  if (option.positional)
    return "        " + shellQuoted((option.repeats ? "*:" : ":") + bracketed(option.names.front()) + ":" + values) +
           " \\\n";
  std::string entries;
  for (const std::string& name : option.names) {
    const bool withSign = name.starts_with("--") && !option.value.empty();
    std::string entry =
        (option.repeats ? "*" : "") + name + (withSign ? "=" : "") + "[" + bracketed(option.description) + "]";
    if (!option.value.empty()) entry += ":" + option.value + ":" + values;
    entries += "        " + shellQuoted(entry) + " \\\n";
  }
  return entries;
}

std::string zshScript(const CLI::App& app) {
  std::string commands;
  std::string cases;
  for (const CLI::App* command : commandsOf(app)) {
    commands += "    " + shellQuoted(command->get_name() + ":" + command->get_description()) + "\n";
    cases += "    " + command->get_name() + ")\n      _arguments \\\n";
    for (const OptionFacts& option : optionsOf(*command)) cases += zshOption(option);
    cases += "        && return ;;\n";
  }
  return "#compdef masu\n"
         "# Completion of masu for zsh, made by `masu --completion zsh`.\n"
         "_masu_words_or_files() {\n"
         "  compadd -- \"$@\"\n"
         "  _files\n"
         "}\n"
         "_masu() {\n"
         "  local -a commands\n"
         "  commands=(\n" +
         commands +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "_masu \"$@\"\n";
}

/// Text between single quotes of fish, where only the quote and the backslash are escaped.
std::string fishQuoted(std::string_view text) {
  std::string out = "'";
  for (const char one : text) {
    if (one == '\'' || one == '\\') out += '\\';
    out += one;
  }
  return out + "'";
}

std::string fishOption(const std::string& condition, const OptionFacts& option) {
  std::string line = "complete -c masu -n " + condition;
  if (option.positional) {
    return option.choices.empty() ? "" : line + " -a " + fishQuoted(joined(option.choices)) + "\n";
  }
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.choices.empty()) {
    line += " -x -a " + fishQuoted(joined(option.choices));
  } else if (!option.value.empty()) {
    line += option.suggestions.empty() ? " -r" : " -r -a " + fishQuoted(joined(option.suggestions));
  }
  return line + " -d " + fishQuoted(option.description) + "\n";
}

std::string fishScript(const CLI::App& app) {
  std::string script = "# Completion of masu for fish, made by `masu --completion fish`.\n";
  for (const CLI::App* command : commandsOf(app)) {
    script += "complete -c masu -n __fish_use_subcommand -f -a " + command->get_name() + " -d " +
              fishQuoted(command->get_description()) + "\n";
    const std::string condition = fishQuoted("__fish_seen_subcommand_from " + command->get_name());
    for (const OptionFacts& option : optionsOf(*command)) script += fishOption(condition, option);
  }
  return script;
}

}  // namespace

std::string completionScript(const CLI::App& app, Shell shell) {
  switch (shell) {
    case Shell::bash:
      return bashScript(app);
    case Shell::zsh:
      return zshScript(app);
    case Shell::fish:
      break;
  }
  return fishScript(app);
}

}  // namespace masu::cli
