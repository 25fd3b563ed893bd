// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"

#include "app/cli/number_value.h"
#include "app/cli/option_rules.h"
#include "app/cli/size_value.h"
#include "core/tasks/data/dataset_task.h"

namespace masu::cli {

namespace {

void addCommonOptions(CLI::App& command, CommonOptions& common) {
  command.add_flag("--json", common.json, "Print one JSON object on stdout and nothing else there");
  // A command that has them itself means those of other processes.
  if (command.get_option_no_throw("--threads") != nullptr) return;
  command
      .add_option("--threads", common.resources.threads, "Number of threads (default: 0, the cores available)")
      ->check(wholeNumber(0, Resources::kMostThreads));
  command
      .add_option("--memory", common.resources.memoryBytes,
                  "Memory budget, e.g. 512M or 2G (default: half of the free memory)")
      ->transform(budgetValue());
}

/// Help says SIZE where CLI11 says "UINT:SIZE [b, kb(=1024b), ...]".
void showSizes(CLI::Option& option) {
  if (option.get_type_name().find("SIZE [") == std::string::npos) return;
  option.get_validator(0)->description("");
  option.type_name("SIZE");
}

/// Help shows the default of every option that has one: what its description says, else the value it starts with.
void showDefaults(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands({})) {
    for (CLI::Option* option : command->get_options()) {
      const std::string value = option->get_default_str();
      const bool none = value.empty() || value == "[]" || value == "{}" || value == "\"\"";
      if (none || option->get_description().find("(default: ") != std::string::npos) option->default_str("");
      showSizes(*option);
    }
  }
}

/// What `masu --help` lists together.
void groupCommands(CLI::App& app) {
  const std::pair<const char*, std::vector<const char*>> groups[] = {
      {"Data", {"inspect", "import", "append", "convert", "label", "info", "head", "verify"}},
      {"Splits", {"split", "manifest", "check"}},
      {"Training", {"estimate", "stream", "train", "predict", "suspects", "runs", "seen", "receipt"}},
      {"Files", {"export", "report", "sample"}},
      {"Clusters", {"cluster"}},
  };
  for (const auto& [group, names] : groups)
    for (const char* name : names) app.get_subcommand(name)->group(group);
}

void settleDatasets(const CLI::App& command, std::vector<std::string>& said) {
  for (const char* name : {"FILE", "SOURCE", "--out"}) {
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr) continue;
    for (const std::string& file : option->results())
      if (const auto settled = tasks::settleInterrupted(file)) said.push_back(settled->english());
  }
}

}  // namespace

std::vector<std::string> prepare(const CLI::App& app) {
  std::vector<std::string> said;
  for (const CLI::App* command : app.get_subcommands()) {
    if (auto sentence = conflictOf(*command)) throw Conflict(*std::move(sentence));
    for (std::string& sentence : withoutEffect(*command)) said.push_back(std::move(sentence));
    settleDatasets(*command, said);
  }
  return said;
}

void addCommands(const Registration& to) {
  to.app.option_defaults()->always_capture_default();
  addInspect(to);
  addImport(to);
  addAppend(to);
  addInfo(to);
  addHead(to);
  addVerify(to);
  addConvert(to);
  addLabel(to);
  addSplit(to);
  addManifest(to);
  addCheck(to);
  addEstimate(to);
  addStream(to);
  addTrain(to);
  addPredict(to);
  addSeen(to);
  addSuspects(to);
  addRuns(to);
  addReceipt(to);
  addReport(to);
  addExport(to);
  addSample(to);
  addCluster(to);
  groupCommands(to.app);
  for (CLI::App* command : to.app.get_subcommands({})) {
    addCommonOptions(*command, to.common);
    for (CLI::Option* option : command->get_options()) checkNumber(*option);
  }
  showDefaults(to.app);
}

}  // namespace masu::cli
