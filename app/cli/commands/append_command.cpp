// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/inspect_command.h"
#include "app/cli/commands/load_report.h"
#include "app/cli/format.h"
#include "app/cli/option_rules.h"
#include "app/cli/size_value.h"
#include "core/base/name_list.h"
#include "core/csv/structure/dialect.h"
#include "core/ingest/recordings/read/recording_files.h"
#include "core/tasks/data/append_task.h"
#include "core/tasks/data/piped_sources.h"

namespace masu::cli {

namespace {

Report appendReport(const tasks::AppendOutcome& outcome, const std::filesystem::path& file) {
  const ingest::ImportReport& added = outcome.report;
  Report report;
  report.json = {{"dataset", file.string()},
                 {"samples", outcome.samples},
                 {"added", added.samples},
                 {"records", added.records},
                 {"rejected", added.rejected},
                 {"dropped", added.dropped},
                 {"uuid", outcome.uuid},
                 {"parent", outcome.parent},
                 {"classes_added", outcome.classes},
                 {"categories_added", outcome.newCategories},
                 {"placed", outcome.placed},
                 {"unplaced", outcome.unplaced},
                 {"unfrozen", outcome.unfrozen},
                 {"splits_problem", nullptr},
                 {"seconds", added.seconds},
                 {"sync_seconds", added.syncSeconds},
                 {"bytes_read", added.bytesRead},
                 {"bytes_written", added.bytesWritten},
                 {"peak_memory_bytes", outcome.peakMemoryBytes},
                 {"notes", notesJson(added.notes)}};
  report.text = countedText(added.samples, "sample") + " appended to " + file.string() + ", which has " +
                countText(outcome.samples) + " now\n";
  for (const std::string& text : outcome.classes)
    report.text += "New class: " + shownText(text, LineEnds::shown) + "\n";
  if (!outcome.placed.empty()) {
    report.text += "The new samples were placed by hash in " + shownText(namesListed(outcome.placed), LineEnds::shown) +
                   "; in other manifests they are unused.\n";
  }
  if (outcome.splitsProblem) {
    report.json["splits_problem"] = outcome.splitsProblem->message.english();
    report.problems = "masu: " + errorText(*outcome.splitsProblem) + " No manifest was carried over.\n";
  } else if (outcome.placed.empty()) {
    report.text += "They are unused in every manifest until you split again.\n";
  }
  addLoaded(report, added);
  if (!added.notes.empty()) report.text += "\n" + notesText(added.notes);
  return report;
}

}  // namespace

void addAppend(const Registration& to) {
  struct Arguments {
    tasks::AppendRequest request;
    bool noSync = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = to.app.add_subcommand("append", "Add sources to a dataset, imported with its recipe");
  command->add_option("FILE", arguments->request.file, "The dataset")->required();
  command
      ->add_option("SOURCE", arguments->request.sources,
                   "Files or folders to read, or - (standard input); a sheet of a workbook as FILE.xlsx#SHEET")
      ->required();
  command
      ->add_option("--longest-record", arguments->request.longestRecord,
                   "Max size of a record, e.g. 64M; a longer one is rejected (default: as in the import)")
      ->transform(sizeValue())
      ->check(CLI::Range(csv::kLeastLongestRecord, csv::kMostLongestRecord));
  command->add_option("--label-from", arguments->request.labelFrom,
                      "Rule for labels, the dataset's own: needed where it reads a list outside of the sources, e.g. "
                      "csv:labels.csv; for images, idx:FILE names the labels of the new ones (default: as in the "
                      "import)");
  command->add_option("--group-from", arguments->request.groupFrom,
                      "Rule for groups, the dataset's own, e.g. folder (default: as in the import)");
  command->add_flag("--no-sync", arguments->noSync, "Do not wait for the disk");
  command->callback([arguments, command, &common = to.common, &exitCode = to.exitCode] {
    auto conflict = conflictWith(*command, "recordings that are not text");
    if (conflict && !ingest::mayHoldText(arguments->request.sources, {})) throw Conflict(*std::move(conflict));
    exitCode = Console(common).run([&](const JobContext& job) -> Result<Report> {
      tasks::AppendRequest request = arguments->request;
      request.sync = !arguments->noSync;
      request.resources = common.resources;
      MASU_TRY(const auto piped, tasks::PipedSources::take(request.sources, common.resources, job));
      const auto named = [&piped](Error error) { return piped.named(std::move(error)); };
      MASU_TRY(const tasks::AppendOutcome outcome, tasks::append(request, job).map_error(named));
      return appendReport(outcome, request.file);
    });
  });
}

}  // namespace masu::cli
