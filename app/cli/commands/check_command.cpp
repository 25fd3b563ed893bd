#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "core/tasks/check_task.h"

namespace masu::cli {

namespace {

struct Arguments {
  tasks::CheckRequest request;
  bool strict = false;
};

Report reportOf(const tasks::CheckOutcome& outcome, bool strict) {
  Report report;
  report.json["checks"] = nlohmann::ordered_json::array();
  for (const manifest::Check& check : outcome.checks) {
    nlohmann::ordered_json entry = {{"name", check.name}, {"passed", check.passed}, {"detail", check.detail.english()}};
    if (!check.passed) entry["fix"] = check.fix.english();
    report.json["checks"].push_back(std::move(entry));
    report.text += (check.passed ? "pass  " : "FAIL  ") + check.name + ": " + check.detail.english() + "\n";
    if (!check.passed) report.text += "      " + check.fix.english() + "\n";
  }
  report.json["passed"] = outcome.passed;
  report.exitCode = strict && !outcome.passed ? 1 : 0;
  return report;
}

}  // namespace

void addCheck(const Registration& to) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = to.app.add_subcommand("check", "Look for leaks and imbalance between the splits");
  command->add_option("FILE", arguments->request.file, "The dataset")->required();
  command->add_option("--manifest,--name", arguments->request.manifest, "Name of the manifest");
  command->add_flag("--strict", arguments->strict, "Exit with 1 where a check does not pass");
  command->callback([arguments, &common = to.common, &exitCode = to.exitCode] {
    arguments->request.resources = common.resources;
    exitCode = Console(common).run([&](const JobContext& job) -> Result<Report> {
      MASU_TRY(const tasks::CheckOutcome outcome, tasks::check(arguments->request, job));
      return reportOf(outcome, arguments->strict);
    });
  });
}

}  // namespace masu::cli
