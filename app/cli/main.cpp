// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>
#include <map>
#include <span>
#include <sstream>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "app/cli/reference/reference.h"

namespace {

using masu::cli::Shell;

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

/// Options of `masu` itself that print something and end: the manual page is what packages install.
void addReference(CLI::App& app) {
  app.set_version_flag("--version", "masu " MASU_VERSION);
  const std::map<std::string, Shell> shells = {{"bash", Shell::bash}, {"zsh", Shell::zsh}, {"fish", Shell::fish}};
  app.add_option_function<Shell>(
         "--completion", [&app](Shell shell) { throw CLI::CallForVersion(masu::cli::completionScript(app, shell), 0); },
         "Print a completion script for bash, zsh or fish and exit")
      ->type_name("TEXT")
      ->transform(CLI::CheckedTransformer(shells).description("{bash,zsh,fish}"));
  app.add_flag_callback(
         "--manual-page", [&app] { throw CLI::CallForVersion(masu::cli::manualPage(app, MASU_VERSION), 0); },
         "Print the manual page masu(1) and exit")
      ->group("");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Masu prepares data that does not fit in memory for training neural networks.", "masu");
  addReference(app);
  app.require_subcommand(1);
  app.footer("'masu COMMAND --help' lists the options of a command.");

  masu::cli::CommonOptions common;
  int exitCode = 0;
  masu::cli::addCommands({app, common, exitCode});
  app.parse_complete_callback([&app] {
    for (const std::string& sentence : masu::cli::prepare(app)) masu::cli::printError(sentence);
  });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return answered(app, error, std::span(argv, static_cast<std::size_t>(argc)));
  }
  return exitCode;
}
