#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "core/tasks/export_task.h"

namespace masu::cli {

namespace {

std::vector<std::string> formatNames() {
  std::vector<std::string> names;
  for (const shards::Format format : shards::formats()) {
    if (format != shards::Format::zip) names.emplace_back(shards::name(format));
  }
  return names;
}

nlohmann::ordered_json jsonOf(const shards::ShardInfo& shard) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const shards::ShardFile& file : shard.files) {
    files.push_back({{"path", file.path}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  }
  return {{"path", shard.path},
          {"split", shard.split},
          {"samples", shard.samples},
          {"bytes", shard.bytes},
          {"files", std::move(files)}};
}

}  // namespace

void addExport(const Registration& to) {
  struct Arguments {
    tasks::ExportRequest request;
    std::string format = "csv";
    std::vector<std::string> splits;
  };
  auto arguments = std::make_shared<Arguments>();
  tasks::ExportRequest& request = arguments->request;
  CLI::App* command = to.app.add_subcommand("export", "Write shards that other trainers read as they are");
  command->add_option("FILE", request.file, "The dataset")->required();
  command->add_option("--format", arguments->format, "What to write")->check(CLI::IsMember(formatNames()));
  command->add_option("--out", request.options.out, "Folder to write to")->required();
  command->add_option("--manifest", request.options.manifest, "Which manifest");
  command->add_option("--split", arguments->splits, "Which split (default: all three)")
      ->check(CLI::IsMember({"train", "validation", "test"}))
      ->allow_extra_args(false);
  auto* samples = command->add_option("--shard-samples", request.options.shardSamples, "Samples a shard");
  samples->check(CLI::PositiveNumber);
  command->add_option("--shard-size", request.options.shardBytes, "Bytes a shard at most, as 64M or 1G")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::PositiveNumber)
      ->excludes(samples);
  command->add_option("--readers", request.options.readers, "Shards that every split gets at least")
      ->check(CLI::PositiveNumber);
  command->add_option("--shuffle", request.options.shuffle, "Seed of an exact shuffle (default: stored order)");
  command->add_flag("--encoded", request.options.encoded, "What the trainer sees, not the source's own columns");
  command->add_flag("--overwrite", request.options.overwrite, "Replace existing shards");
  command->callback([arguments, &common = to.common, &exitCode = to.exitCode] {
    exitCode = Console(common).run([&](const JobContext& job) -> Result<Report> {
      tasks::ExportRequest asked = arguments->request;
      for (const store::Split split : {store::Split::train, store::Split::validation, store::Split::test}) {
        const auto& words = arguments->splits;
        if (std::find(words.begin(), words.end(), store::name(split)) != words.end())
          asked.options.splits.push_back(split);
      }
      asked.options.format = *shards::formatFrom(arguments->format);
      asked.resources = common.resources;
      MASU_TRY(const tasks::ExportOutcome outcome, tasks::runExport(asked, job));
      Report report;
      report.json["shards"] = nlohmann::ordered_json::array();
      for (const shards::ShardInfo& shard : outcome.shards) {
        report.json["shards"].push_back(jsonOf(shard));
      }
      report.json["samples"] = outcome.samples;
      report.text = countText(outcome.samples) + " samples in " + countText(outcome.shards.size()) + " shards, " +
                    bytesText(static_cast<double>(outcome.bytes)) + ", in " + asked.options.out.string() + "\n";
      return report;
    });
  });
}

}  // namespace masu::cli
