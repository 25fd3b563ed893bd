// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "core/tasks/data/sample_task.h"

namespace masu::cli {

void addSample(const Registration& to) {
  struct Arguments {
    tasks::SampleRequest request;
    std::string set;
  };
  auto arguments = std::make_shared<Arguments>();
  tasks::SampleRequest& request = arguments->request;
  CLI::App* command = to.app.add_subcommand("sample", "Generate data to try Masu on");
  command->add_option("SET", arguments->set, "tabular: a census-like CSV; waveform: a folder of recordings")
      ->required()
      ->check(CLI::IsMember({"tabular", "waveform"}));
  command->add_option("--out", request.out, "Folder to write to")->required();
  command
      ->add_option("--rows", request.rows, "Number of rows or recordings (default: 48,842 rows or 3,000 recordings)")
      ->check(wholeNumber(1));
  command->add_option("--seed", request.seed, "Random seed");
  command->add_flag("--overwrite", request.overwrite, "Replace existing data");
  command->callback([arguments, &common = to.common, &exitCode = to.exitCode] {
    exitCode = Console(common, Ending::prompt).run([&](const JobContext& job) -> Result<Report> {
      tasks::SampleRequest asked = arguments->request;
      asked.set = arguments->set == "waveform" ? tasks::SampleData::waveform : tasks::SampleData::tabular;
      MASU_TRY(const tasks::SampleOutcome outcome, tasks::makeSample(asked, job));
      Report report;
      report.json = {{"path", outcome.path.string()}, {"rows", outcome.rows}, {"bytes", outcome.bytes}};
      report.text = countText(outcome.rows) +
                    (asked.set == tasks::SampleData::waveform ? " recordings in " : " rows in ") +
                    outcome.path.string() + ", " + bytesText(static_cast<double>(outcome.bytes)) + "\n";
      return report;
    });
  });
}

}  // namespace masu::cli
