// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "app/cli/reference/reference.h"
#include "app/cli/usage.h"
#include "app/cli/usage_sentence.h"

namespace {

using masu::cli::Shell;

constexpr int kUsage = 2;

/// The same error, said by another sentence.
class Said : public CLI::ParseError {
 public:
  Said(const CLI::ParseError& error, std::string sentence)
      : ParseError(error.get_name(), std::move(sentence), error.get_exit_code()) {}
};

/// Prints help, or what is wrong with the command line. Returns the exit code.
int answered(const CLI::App& app, const CLI::ParseError& raised, std::span<const std::string> words) {
  using masu::LineEnds;
  std::ostringstream out;
  std::ostringstream complaint;
  const Said error(raised, masu::cli::usageSentence(app, raised, words));
  const int code = app.exit(error, out, complaint);
  const bool printed = masu::cli::printOut(masu::shownText(out.str(), LineEnds::kept));
  if (code == 0) return printed ? 0 : 1;
  if (std::ranges::find(words, "--json") != words.end())
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
  app.footer("'masu COMMAND --help' or 'masu help COMMAND' lists the options of a command.");

  masu::cli::CommonOptions common;
  int exitCode = 0;
  masu::cli::addCommands({app, common, exitCode});
  app.parse_complete_callback([&app] {
    for (const std::string& sentence : masu::cli::prepare(app)) masu::cli::printError(sentence);
  });
  const std::vector<std::string> words = masu::cli::withHelp(app, {argv + std::min(argc, 1), argv + argc});
  try {
    masu::cli::parse(app, words);
  } catch (const CLI::ParseError& error) {
    return answered(app, error, words);
  }
  return exitCode;
}
