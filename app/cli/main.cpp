#include <algorithm>
#include <iostream>
#include <span>
#include <sstream>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "app/cli/option_rules.h"

namespace {

constexpr int kUsage = 2;

/// Prints help, or what is wrong with the command line. Returns the exit code.
int answered(const CLI::App& app, const CLI::ParseError& error, std::span<char*> arguments) {
  using masu::LineEnds;
  std::ostringstream out;
  std::ostringstream complaint;
  const int code = app.exit(error, out, complaint);
  const bool printed = masu::cli::printOut(masu::shownText(out.str(), LineEnds::kept));
  if (code == 0) return printed ? 0 : 1;
  if (std::ranges::any_of(arguments, [](const char* one) { return std::string_view(one) == "--json"; }))
    masu::cli::printJson({{"error", {{"message", error.what()}, {"code", "usage"}}}});
  std::cerr << masu::shownText(complaint.str(), LineEnds::kept);
  return kUsage;
}

/// Help shows the default of every option that has one: what its description says, else the value it starts with.
void showDefaults(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands({})) {
    for (CLI::Option* option : command->get_options()) {
      const std::string value = option->get_default_str();
      const bool none = value.empty() || value == "[]" || value == "{}" || value == "\"\"";
      if (none || option->get_description().find("(default: ") != std::string::npos) option->default_str("");
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Masu prepares data that does not fit in memory for training networks.", "masu");
  app.set_version_flag("--version", "masu " MASU_VERSION);
  app.require_subcommand(1);
  app.footer("'masu COMMAND --help' lists the options of a command.");

  app.option_defaults()->always_capture_default();

  masu::cli::CommonOptions common;
  int exitCode = 0;
  masu::cli::addCommands({app, common, exitCode});
  showDefaults(app);
  app.parse_complete_callback([&app] {
    for (const CLI::App* command : app.get_subcommands()) {
      if (auto sentence = masu::cli::conflictOf(*command)) throw masu::cli::Conflict(*std::move(sentence));
    }
  });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return answered(app, error, std::span(argv, static_cast<std::size_t>(argc)));
  }
  return exitCode;
}
