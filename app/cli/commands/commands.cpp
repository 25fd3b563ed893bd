#include "app/cli/commands/commands.h"

namespace masu::cli {

namespace {

void addCommonOptions(CLI::App& command, CommonOptions& common) {
  command.add_flag("--json", common.json, "Print one JSON object on stdout and nothing else there");
  command.add_option("--threads", common.resources.threads, "Number of threads (default: the cores available)");
  command
      .add_option("--memory", common.resources.memoryBytes,
                  "Memory budget, e.g. 512M or 2G (default: half of the free memory)")
      ->transform(CLI::AsSizeValue(false));
}

/// What `masu --help` lists together.
void groupCommands(CLI::App& app) {
  const std::pair<const char*, std::vector<const char*>> groups[] = {
      {"Data", {"inspect", "import", "append", "convert", "info", "head", "verify"}},
      {"Splits", {"split", "manifest", "check"}},
      {"Training", {"estimate", "stream", "train", "predict"}},
      {"Files", {"export", "sample"}},
  };
  for (const auto& [group, names] : groups)
    for (const char* name : names) app.get_subcommand(name)->group(group);
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
  groupCommands(to.app);
  for (CLI::App* command : to.app.get_subcommands({})) addCommonOptions(*command, to.common);
}

}  // namespace masu::cli
