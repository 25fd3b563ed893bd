#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "core/tasks/export_task.h"

namespace masu::cli {

void addExport(const Registration& to) {
  struct Arguments {
    tasks::ExportRequest request;
    std::vector<std::string> splits;
  };
  auto arguments = std::make_shared<Arguments>();
  tasks::ExportRequest& request = arguments->request;
  CLI::App* command = to.app.add_subcommand("export", "Write shards that other trainers read as they are");
  command->add_option("FILE", request.file, "The dataset")->required();
  command->add_option("--format", request.format, "What to write")->check(CLI::IsMember({"csv"}));
  command->add_option("--out", request.csv.out, "Folder to write to")->required();
  command->add_option("--manifest", request.csv.manifest, "Which manifest");
  command->add_option("--split", arguments->splits, "Which split (default: all three)")
      ->check(CLI::IsMember({"train", "validation", "test"}))
      ->allow_extra_args(false);
  command->add_option("--shard-samples", request.csv.shardSamples, "Samples a shard")->check(CLI::PositiveNumber);
  command->add_flag("--encoded", request.csv.encoded, "What the trainer sees, not the source's own columns");
  command->add_flag("--overwrite", request.csv.overwrite, "Replace existing shards");
  command->callback([arguments, &common = to.common, &exitCode = to.exitCode] {
    exitCode = Console(common).run([&](const JobContext& job) -> Result<Report> {
      tasks::ExportRequest asked = arguments->request;
      for (const store::Split split : {store::Split::train, store::Split::validation, store::Split::test}) {
        const auto& words = arguments->splits;
        if (std::find(words.begin(), words.end(), store::name(split)) != words.end()) asked.csv.splits.push_back(split);
      }
      asked.resources = common.resources;
      MASU_TRY(const tasks::ExportOutcome outcome, tasks::runExport(asked, job));
      Report report;
      report.json["shards"] = nlohmann::ordered_json::array();
      for (const shards::ShardInfo& shard : outcome.shards) {
        report.json["shards"].push_back({{"path", shard.path}, {"samples", shard.samples}, {"bytes", shard.bytes}});
      }
      report.json["samples"] = outcome.samples;
      report.text = countText(outcome.samples) + " samples in " + countText(outcome.shards.size()) + " shards, " +
                    bytesText(static_cast<double>(outcome.bytes)) + ", in " + asked.csv.out.string() + "\n";
      return report;
    });
  });
}

}  // namespace masu::cli
