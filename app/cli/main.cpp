#include <cstdio>
#include <cstring>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"

namespace {

constexpr int kUsage = 2;

void addCommonOptions(CLI::App& command, masu::cli::CommonOptions& common) {
  command.add_flag("--json", common.json, "Print one JSON object on stdout and nothing else there");
  command.add_option("--threads", common.resources.threads, "Threads to use (default: the cores allowed)");
  command
      .add_option("--memory", common.resources.memoryBytes,
                  "Memory to stay within, as 512M or 2G (default: half of what is left)")
      ->transform(CLI::AsSizeValue(false));
}

int usageError(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const int code = app.exit(error);
  if (code == 0) return 0;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--json") == 0) {
      const nlohmann::ordered_json body = {{"error", {{"message", error.what()}, {"code", "usage"}}}};
      std::puts(body.dump(2).c_str());
      break;
    }
  }
  return kUsage;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Masu portions datasets that do not fit in memory, and pours them into training.", "masu");
  app.set_version_flag("--version", "masu " MASU_VERSION);
  app.require_subcommand(1);
  app.footer("'masu COMMAND --help' tells what a command takes.");

  masu::cli::CommonOptions common;
  int exitCode = 0;
  const masu::cli::Registration registration{app, common, exitCode};
  masu::cli::addInspect(registration);
  masu::cli::addImport(registration);
  masu::cli::addAppend(registration);
  masu::cli::addInfo(registration);
  masu::cli::addHead(registration);
  masu::cli::addVerify(registration);
  masu::cli::addConvert(registration);
  masu::cli::addSplit(registration);
  masu::cli::addManifest(registration);
  masu::cli::addCheck(registration);
  masu::cli::addEstimate(registration);
  masu::cli::addStream(registration);
  masu::cli::addTrain(registration);
  masu::cli::addPredict(registration);
  masu::cli::addExport(registration);
  masu::cli::addSample(registration);
  for (CLI::App* command : app.get_subcommands({})) addCommonOptions(*command, common);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return usageError(app, error, argc, argv);
  }
  return exitCode;
}
