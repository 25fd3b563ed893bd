// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/import_arguments.h"
#include "app/cli/commands/inspect_command.h"
#include "app/cli/commands/load_report.h"
#include "app/cli/commands/part_argument.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "app/cli/size_value.h"
#include "core/tasks/data/import_task.h"
#include "core/tasks/data/piped_sources.h"

namespace masu::cli {

namespace {

struct ImportCommandArguments {
  ImportArguments import;
  std::string out;
  std::string rejects;
  std::string saveRecipe;
  bool overwrite = false;
  bool noSync = false;
  bool resume = false;
  double checkpointSeconds = 5;
  PartArgument part;
  std::uint64_t partBytes = 0;

  store::WriteOptions write() const {
    return {.overwrite = overwrite, .sync = !noSync, .partBytes = partBytes, .resume = resume};
  }
};

Report reportOf(const tasks::ImportOutcome& outcome) {
  const ingest::ImportReport& done = outcome.report;
  Report report;
  report.json = {{"samples", done.samples},
                 {"records", done.records},
                 {"rejected", done.rejected},
                 {"dropped", done.dropped},
                 {"filtered", done.filtered},
                 {"continued_from", done.continuedFrom},
                 {"seconds", done.seconds},
                 {"sync_seconds", done.syncSeconds},
                 {"bytes_read", done.bytesRead},
                 {"bytes_written", done.bytesWritten},
                 {"peak_memory_bytes", outcome.peakMemoryBytes},
                 {"dataset", outcome.dataset.string()},
                 {"part", nullptr},
                 {"notes", notesJson(done.notes)}};
  const double rate = done.seconds > 0 ? static_cast<double>(done.bytesRead) / done.seconds : 0;
  report.text = countedText(done.samples, "sample") + " in " + outcome.dataset.string() + ", " +
                bytesText(static_cast<double>(done.bytesWritten)) + ", written in " + durationText(done.seconds) +
                " (" + bytesText(rate) + "/s read)\n";
  if (done.continuedFrom > 0)
    report.text += countText(done.continuedFrom) + " of them had been finished before it was interrupted\n";
  addLoaded(report, done);
  if (!done.notes.empty()) report.text += "\n" + notesText(done.notes);
  return report;
}

/// What one of several workers did, and what became of the import.
void addPart(Report& report, const tasks::ImportOutcome& outcome, const tasks::ImportRequest& request) {
  const ingest::ImportPartReport& done = *outcome.part;
  const PartOf& part = *request.part;
  const std::string made = request.plan.ofRecordings() ? "read" : "parsed";
  const bool complete = done.whole == ingest::ImportPartReport::Import::complete;
  const bool joined = outcome.report.samples > 0;
  report.json["part"] = {{"number", part.number},
                         {"parts", part.count},
                         {"ranges", done.ranges},
                         {"parsed", done.parsed},
                         {"joined", joined},
                         {"bytes_parsed_again", done.bytesParsedAgain},
                         {"import", complete ? "complete" : "finishing"}};
  const std::string which = "worker " + std::to_string(part.number) + " of " + std::to_string(part.count) + " " + made +
                            " " + countText(done.parsed) + " of " + countedText(done.ranges, "range");
  const std::string dataset = outcome.dataset.string() + "\n";
  if (joined) {
    report.text = which + " and joined all\n" + report.text;
  } else if (complete) {
    report.text = which + "\nthe import is complete: the dataset is in " + dataset;
  } else {
    report.text = which + "\nno range is left: another worker is completing " + dataset;
  }
}

/// A failure that can be resumed from says so.
Error advised(Error error, const tasks::ImportRequest& request) {
  const std::uint64_t finished = tasks::finishedBefore(request);
  if (finished == 0) return error;
  error.message = {MASU_TEXT("core",
                             "{0} {1} samples are complete and kept: run the same command with --resume to import "
                             "the rest."),
                   {error.message, countText(finished)}};
  return error;
}

Result<Report> importWith(const ImportCommandArguments& arguments, const WorkerShare& share, const JobContext& job) {
  tasks::InspectRequest inspect;
  MASU_TRY(inspect.options, arguments.import.options());
  MASU_TRY(inspect.recipe, arguments.import.recipe());
  MASU_TRY(const auto piped, tasks::PipedSources::take(inspect.options.sources, share.resources, job));
  const auto named = [&piped](Error error) { return piped.named(std::move(error)); };
  if (inspect.recipe.empty() && tasks::isReadBack(inspect.options)) {
    store::WriteOptions write = arguments.write();
    if (inspect.options.shuffle) write.shuffle = {*inspect.options.shuffle};
    MASU_TRY(const tasks::ImportOutcome again,
             tasks::runReadBack({inspect.options.sources.front(), arguments.out, write, share.resources}, job));
    return reportOf(again);
  }
  inspect.resources = share.resources;
  tasks::ImportRequest request;
  MASU_TRY(tasks::PlannedImport found, foundIn<tasks::PlannedImport>(tasks::planImport(inspect, job)).map_error(named));
  MASU_CHECK(arguments.import.checkDates(found.plan));
  request.plan = std::move(found.plan);
  request.load.cache = std::move(found.cache);
  request.saveRecipe = arguments.saveRecipe;
  request.alsoRead = arguments.import.recipeFile();
  request.load.target = arguments.out;
  request.load.rejects = arguments.rejects;
  request.load.write = arguments.write();
  // An import from a pipe cannot be resumed, so that it keeps nothing for that.
  request.load.checkpointEvery = piped.empty()
                                     ? std::chrono::milliseconds(std::llround(1000 * arguments.checkpointSeconds))
                                     : std::chrono::hours(24 * 365);
  request.resources = share.resources;
  request.part = share.part;
  Result<tasks::ImportOutcome> outcome = tasks::runImport(request, job).map_error(named);
  // A worker that is repeated resumes anyway.
  if (!outcome) return fail(request.part ? std::move(outcome.error()) : advised(std::move(outcome.error()), request));
  std::vector<Message>& notes = outcome->report.notes;
  for (const std::vector<Message>* planned : {&outcome->planned, &request.plan.reasons})
    notes.insert(notes.begin(), planned->begin(), planned->end());
  if (!piped.empty()) notes.push_back(piped.note());
  Report report = reportOf(*outcome);
  if (request.part) addPart(report, *outcome, request);
  report.json["target"] = std::string(store::name(request.plan.target));
  report.json["header"] = headerJson(request.plan);
  report.json["label_guess"] = labelGuessJson(request.plan);
  if (const std::string header = request.plan.ofRecordings() ? "" : headerText(request.plan.table()); !header.empty())
    report.text += "Header: " + header + "\n";
  if (const std::string hint = labelHint(request.plan); !hint.empty()) report.text += hint + "\n";
  return report;
}

}  // namespace

void addImport(const Registration& to) {
  auto arguments = std::make_shared<ImportCommandArguments>();
  CLI::App* command = to.app.add_subcommand("import", "Import a table or recordings into a dataset file");
  arguments->import.addTo(*command);
  command->add_option("--out", arguments->out, "Dataset file to write, e.g. census.h5")->required();
  command->add_option("--rejects", arguments->rejects,
                      "File of rejected records (default: F.h5.rejects.csv beside the dataset)");
  command->add_option("--save-recipe", arguments->saveRecipe,
                      "File to write the plan to, as JSON, e.g. recipe.json (default: none)");
  command->add_flag("--overwrite", arguments->overwrite,
                    "Replace an existing dataset, and its rejects and saved recipe");
  command->add_flag("--no-sync", arguments->noSync, "Do not wait for the disk");
  command
      ->add_option("--part-size", arguments->partBytes,
                   "Max size of a part file, e.g. 8G; at least 64K, at most 500 parts (default: one file)")
      ->transform(sizeValue())
      ->check(wholeNumber(1));
  command->add_flag("--resume,--continue", arguments->resume,
                    "Resume an interrupted import of the same sources and options, if there is one");
  arguments->part.addTo(*command,
                        "Import as worker I of N on a shared folder, e.g. 2/8; auto takes both numbers from srun, "
                        "mpirun or a job array; one of them completes the dataset (default: one worker)");
  // For tests, which cannot wait so long.
  command->add_option("--checkpoint-seconds", arguments->checkpointSeconds)->check(CLI::Range(0.0, 3600.0))->group("");
  command->callback([arguments, command, &common = to.common, &exitCode = to.exitCode] {
    if (auto conflict = arguments->import.conflictWithSources(*command)) throw Conflict(*std::move(conflict));
    const bool resumes = arguments->resume || arguments->part.isGiven();
    if (resumes && arguments->import.hasPipe()) {
      throw Conflict(std::string(arguments->resume ? "--resume" : "--part") +
                     " and a pipe do not go together: what comes through it cannot be read again; save it to a file");
    }
    const WorkerShare share = arguments->part.share(common.resources);
    exitCode = Console(common).run([&](const JobContext& job) { return importWith(*arguments, share, job); });
  });
}

}  // namespace masu::cli
