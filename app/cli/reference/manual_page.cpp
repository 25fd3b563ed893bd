// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include "app/cli/reference/option_facts.h"
#include "app/cli/reference/reference.h"

namespace masu::cli {

namespace {

/// Text of a paragraph: backslashes and hyphens as themselves, no line that begins like a request of roff, and lists
/// without blanks may be broken after their commas.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char one : text) {
    if (out.empty() && (one == '.' || one == '\'')) out += "\\&";
    if (one == '\\') {
      out += "\\e";
    } else if (one == '-') {
      out += "\\-";
    } else {
      out += one;
      if (one == ',' || one == '|' || one == '=') out += "\\:";
    }
  }
  return out;
}

std::string bold(std::string_view text) {
  return "\\fB" + escaped(text) + "\\fR";
}
std::string italic(std::string_view text) {
  return "\\fI" + escaped(text) + "\\fR";
}

/// "--as auto|table|recordings", "--out TEXT", "SOURCE...".
std::string tagOf(const OptionFacts& option) {
  std::string tag;
  for (const std::string& name : option.names) {
    if (!tag.empty()) tag += ", ";
    tag += option.positional ? italic(name) : bold(name);
  }
  if (option.positional) return tag + (option.repeats ? " ..." : "");
  if (!option.choices.empty()) {
    tag += ' ';
    for (const std::string& choice : option.choices)
      tag += (&choice == &option.choices.front() ? "" : "|\\:") + bold(choice);
  } else if (!option.value.empty()) {
    tag += ' ' + italic(option.value);
  }
  return tag + (option.repeats ? " ..." : "");
}

void appendOption(std::string& page, const OptionFacts& option) {
  page += ".TP\n" + tagOf(option) + '\n' + escaped(option.description);
  if (option.positional && !option.choices.empty()) {
    page += ":";
    for (const std::string& choice : option.choices) page += ' ' + bold(choice);
  }
  if (!option.defaultValue.empty()) page += " (default: " + escaped(option.defaultValue) + ")";
  if (option.required && !option.positional) page += " (required)";
  page += ".\n";
}

std::string synopsisOf(const CLI::App& command) {
  std::string line = bold("masu " + command.get_name()) + " [" + italic("OPTIONS") + "]";
  for (const OptionGroup& group : optionGroups(command)) {
    for (const OptionFacts& option : group.options) {
      if (!option.positional) continue;
      const std::string name = italic(option.names.front()) + (option.repeats ? " ..." : "");
      line += option.required ? ' ' + name : " [" + name + "]";
    }
  }
  return line;
}

void appendCommand(std::string& page, const CLI::App& command) {
  page += ".SS " + escaped(command.get_name()) + '\n' + escaped(command.get_description()) + ".\n.PP\n" +
          synopsisOf(command) + '\n';
  for (const OptionGroup& group : optionGroups(command)) {
    if (group.heading != "Arguments" && group.heading != "Options") page += ".PP\n" + bold(group.heading) + '\n';
    for (const OptionFacts& option : group.options) appendOption(page, option);
  }
}

}  // namespace

std::string manualPage(const CLI::App& app, std::string_view version) {
  std::string page = ".TH MASU 1 \"\" \"Masu " + escaped(version) + "\" \"User commands\"\n";
  page +=
      ".SH NAME\nmasu \\- " + escaped("prepare data that does not fit in memory for training neural networks") + '\n';
  page += ".SH SYNOPSIS\n" + bold("masu") + ' ' + italic("COMMAND") + " [" + italic("OPTIONS") + "] ...\n";
  page += ".SH DESCRIPTION\n";
  page += escaped(
      "Masu stores tables (CSV) and recordings (sound, EDF, WFDB, MAT, NPY, HDF5 and others) as one chunked HDF5 "
      "dataset within a memory budget, splits and checks it, estimates what a training run needs, streams shuffled "
      "batches, trains networks and exports shards for other trainers.\n");
  page +=
      "A command exits with 0 when it is done, 1 when it failed, 2 when the command line is not usable and 130 when it "
      "was interrupted.\n";
  page += ".SH COMMANDS\n";
  for (const CommandGroup& group : commandGroups(app)) {
    for (const CLI::App* command : group.commands) appendCommand(page, *command);
  }
  return page;
}

}  // namespace masu::cli
