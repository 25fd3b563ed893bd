// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/inspect_command.h"
#include "app/cli/commands/part_argument.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "app/cli/size_value.h"
#include "core/tasks/data/export_task.h"

namespace masu::cli {

namespace {

std::vector<std::string> formatNames() {
  std::vector<std::string> names;
  for (const shards::Format format : shards::formats()) names.emplace_back(shards::name(format));
  return names;
}

std::vector<std::string> frameworkNames() {
  std::vector<std::string> names;
  for (const shards::Framework framework : shards::frameworks()) names.emplace_back(shards::name(framework));
  return names;
}

std::vector<std::string> typeNames() {
  using table::DType;
  std::vector<std::string> names;
  for (const DType type :
       {DType::f64, DType::f32, DType::f16, DType::i32, DType::u32, DType::i16, DType::u16, DType::i8, DType::u8}) {
    names.emplace_back(table::name(type));
  }
  return names;
}

nlohmann::ordered_json jsonOf(const shards::ShardInfo& shard) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const shards::ShardFile& file : shard.files) {
    files.push_back({{"path", file.path}, {"bytes", file.bytes}});
    if (!file.sha256.empty()) files.back()["sha256"] = file.sha256;
  }
  return {{"path", shard.path},
          {"split", shard.split},
          {"samples", shard.samples},
          {"bytes", shard.bytes},
          {"files", std::move(files)}};
}

struct ExportArguments {
  tasks::ExportRequest request;
  std::string format = "csv";
  std::string type;
  std::string snippet;
  PartArgument part;
  bool dryRun = false;
  std::vector<std::string> splits;
};

/// Throws Conflict.
tasks::ExportRequest requestFrom(const ExportArguments& arguments, const CommonOptions& common) {
  tasks::ExportRequest asked = arguments.request;
  using store::Split;
  for (const Split split : {Split::train, Split::validation, Split::test, Split::unused}) {
    const auto& words = arguments.splits;
    if (std::find(words.begin(), words.end(), store::name(split)) != words.end()) {
      asked.options.splits.push_back(split);
    }
  }
  asked.options.format = *shards::formatFrom(arguments.format);
  if (!arguments.type.empty()) asked.options.type = table::dtypeFrom(arguments.type);
  const WorkerShare share = arguments.part.share(common.resources);
  asked.part = share.part;
  asked.resources = share.resources;
  return asked;
}

/// "parts 1, 2 and 5", the first few of many.
std::string partsText(const std::vector<std::uint64_t>& parts) {
  constexpr std::size_t kShown = 8;
  const std::size_t shown = std::min(parts.size(), kShown);
  std::string text = parts.size() == 1 ? "part " : "parts ";
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i > 0 && i + 1 == parts.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + std::to_string(parts[i]);
  }
  return shown == parts.size() ? text : text + " and " + std::to_string(parts.size() - shown) + " more";
}

/// What was done of a part, and what became of the export.
void addPart(Report& report, const tasks::ExportOutcome& outcome, const PartOf& part,
             const std::filesystem::path& out) {
  using Export = shards::PartReport::Export;
  const shards::PartReport& done = *outcome.part;
  const std::string whole = done.whole == Export::complete    ? "complete"
                            : done.whole == Export::finishing ? "finishing"
                                                              : "waiting";
  report.json["part"] = {{"number", part.number},
                         {"parts", part.count},
                         {"complete_before", done.before},
                         {"missing", done.missing},
                         {"export", whole}};
  const std::string which = "part " + std::to_string(part.number) + " of " + std::to_string(part.count);
  report.text = which + (done.before ? " was complete already: nothing was written\n" : ": " + report.text);
  if (done.whole == Export::complete) {
    report.text += "all parts are complete: the export is in " + out.string() + "\n";
  } else if (done.whole == Export::finishing) {
    report.text += "all parts are complete: another worker is finishing the export in " + out.string() + "\n";
  } else {
    report.text += "the export waits for " + partsText(done.missing) + "\n";
  }
}

Report reportOf(const tasks::ExportOutcome& outcome, const tasks::ExportRequest& asked, bool dryRun) {
  const std::filesystem::path& out = asked.options.out;
  Report report;
  report.json["shards"] = nlohmann::ordered_json::array();
  for (const shards::ShardInfo& shard : outcome.shards) report.json["shards"].push_back(jsonOf(shard));
  report.json["samples"] = outcome.samples;
  report.json["bytes"] = outcome.bytes;
  report.json["free_bytes"] = outcome.diskFreeBytes;
  report.json["lacks_room"] = outcome.lacksRoom;
  report.json["notes"] = notesJson(outcome.notes);
  report.json["part"] = nullptr;
  const std::string what =
      countedText(outcome.samples, "sample") + " in " + countedText(outcome.shards.size(), "shard") + ", ";
  const std::string size = bytesText(static_cast<double>(outcome.bytes));
  report.json["dry_run"] = dryRun;
  report.text = dryRun         ? what + "about " + size + ", would be in " + out.string() + "; nothing was written\n"
                : outcome.part ? what + size + "\n"
                               : what + size + ", in " + out.string() + "\n";
  if (outcome.part) addPart(report, outcome, *asked.part, out);
  report.text += notesText(outcome.notes);
  return report;
}

/// The program alone, so that it can be piped into a file.
Result<Report> snippetOf(const tasks::ExportRequest& asked, const std::string& framework) {
  MASU_TRY(const std::string text, tasks::exportSnippet(asked, *shards::frameworkFrom(framework)));
  Report report;
  report.json["snippet"] = text;
  report.text = text;
  return report;
}

}  // namespace

void addExport(const Registration& to) {
  auto arguments = std::make_shared<ExportArguments>();
  tasks::ExportRequest& request = arguments->request;
  CLI::App* command = to.app.add_subcommand("export", "Export shards for other trainers");
  command->add_option("FILE", request.file, "The dataset")->required();
  command->add_option("--format", arguments->format, "Format of the shards")->check(CLI::IsMember(formatNames()));
  command->add_option("--out", request.options.out, "Folder to write to")->required();
  command->add_option("--manifest", request.options.manifest, "Name of the manifest");
  command->add_option("--split", arguments->splits, "Split to export; may be repeated (default: all three)")
      ->check(CLI::IsMember({"train", "validation", "test", "unused"}))
      ->allow_extra_args(false);
  auto* samples = command->add_option("--shard-samples", request.options.shardSamples,
                                      "Number of samples in a shard, e.g. 10000 (default: as usual for the format)");
  samples->check(wholeNumber(1));
  command
      ->add_option("--shard-size", request.options.shardBytes,
                   "Max size of a shard, all its files together, e.g. 64M or 1G (default: as usual for the format)")
      ->transform(sizeValue())
      ->check(wholeNumber(1))
      ->excludes(samples);
  command->add_option("--readers", request.options.readers, "Min number of shards of each split")
      ->check(wholeNumber(1));
  command->add_option("--shuffle", request.options.shuffle, "Seed of an exact shuffle (default: stored order)");
  command->add_flag("--encoded", request.options.encoded,
                    "Export encoded features as the trainer sees them, not the columns of the source");
  command->add_option("--dtype", arguments->type, "Type of the features (default: as stored; f32 with --encoded)")
      ->check(CLI::IsMember(typeNames()));
  command->add_flag("--overwrite", request.options.overwrite, "Replace an earlier export in the same folder");
  command->add_flag("--dry-run", arguments->dryRun, "Write nothing; show the shards and their sizes, within 1 %");
  command->add_flag("--resume,--continue", request.options.resume, "Resume an interrupted export");
  arguments->part.addTo(
      *command,
      "Export as worker I of N, which write a part each, e.g. 2/8; auto takes both numbers from srun, "
      "mpirun or a job array; the last to finish completes the export (default: all of it)");
  command
      ->add_option("--snippet", arguments->snippet,
                   "Framework for which to print the program that loads the export; nothing is written (default: "
                   "none)")
      ->check(CLI::IsMember(frameworkNames()));
  command->callback([arguments, &common = to.common, &exitCode = to.exitCode] {
    const tasks::ExportRequest asked = requestFrom(*arguments, common);
    exitCode = Console(common).run([&](const JobContext& job) -> Result<Report> {
      if (!arguments->snippet.empty()) return snippetOf(asked, arguments->snippet);
      auto outcome = arguments->dryRun ? tasks::planExport(asked, job.stop) : tasks::runExport(asked, job);
      if (!outcome) return fail(std::move(outcome.error()));
      return reportOf(*outcome, asked, arguments->dryRun);
    });
  });
}

}  // namespace masu::cli
