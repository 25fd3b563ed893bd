// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/inspect_command.h"
#include "app/cli/format.h"
#include "app/cli/option_rules.h"
#include "core/tasks/report/report_task.h"

namespace masu::cli {

namespace {

Report reportOf(const tasks::ReportOutcome& outcome) {
  Report report;
  report.json = {{"path", outcome.file.string()}, {"of", outcome.isRun ? "run" : "dataset"}, {"bytes", outcome.bytes}};
  report.json["notes"] = notesJson(outcome.notes);
  report.text = "Wrote " + outcome.file.string() + ", " + bytesText(static_cast<double>(outcome.bytes)) + "\n";
  if (!outcome.notes.empty()) report.text += "\n" + notesText(outcome.notes);
  return report;
}

}  // namespace

void addReport(const Registration& to) {
  auto request = std::make_shared<tasks::ReportRequest>();
  CLI::App* command = to.app.add_subcommand("report", "Write a report of a dataset or a training run as one HTML file");
  command->add_option("PATH", request->path, "A dataset, or the folder of a training run or of one of its models")
      ->required();
  command->add_option("--out", request->out,
                      "HTML file to write (default: F.report.html beside F.h5; report.html in the folder of a run)");
  command->add_flag("--check", request->check, "Run the checks of masu check on a dataset and report what they find");
  command->add_option("--manifest", request->manifest,
                      "The only manifest of a dataset to report, and to check (default: all are reported, and --check "
                      "takes the one called default)");
  command->add_flag("--overwrite", request->overwrite, "Replace the file if it exists");
  command->callback([request, command, &common = to.common, &exitCode = to.exitCode] {
    auto conflict = conflictWith(*command, "a training run");
    if (conflict && tasks::isRunFolder(request->path)) throw Conflict(*std::move(conflict));
    exitCode = Console(common).run([&](const JobContext& job) -> Result<Report> {
      request->resources = common.resources;
      MASU_TRY(const tasks::ReportOutcome outcome, tasks::report(*request, job));
      return reportOf(outcome);
    });
  });
}

}  // namespace masu::cli
