#include "app/cli/commands/commands.h"

namespace masu::cli {

namespace {

void addCommonOptions(CLI::App& command, CommonOptions& common) {
  command.add_flag("--json", common.json, "Print one JSON object on stdout and nothing else there");
  command.add_option("--threads", common.resources.threads, "Threads to use (default: the cores allowed)");
  command
      .add_option("--memory", common.resources.memoryBytes,
                  "Memory to stay within, e.g. 512M or 2G (default: half of what is free)")
      ->transform(CLI::AsSizeValue(false));
}

}  // namespace

void addCommands(const Registration& to) {
  addInspect(to);
  addImport(to);
  addAppend(to);
  addInfo(to);
  addHead(to);
  addVerify(to);
  addConvert(to);
  addSplit(to);
  addManifest(to);
  addCheck(to);
  addEstimate(to);
  addStream(to);
  addTrain(to);
  addPredict(to);
  addExport(to);
  addSample(to);
  for (CLI::App* command : to.app.get_subcommands({})) addCommonOptions(*command, to.common);
}

}  // namespace masu::cli
