// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "app/cli/option_rules.h"
#include "app/cli/size_value.h"
#include "app/cli/usage.h"
#include "app/cli/usage_sentence.h"
#include "core/base/part_of.h"
#include "core/base/shell_word.h"
#include "core/metrics/run_spec.h"
#include "core/tasks/cluster/cluster_script.h"

namespace masu::cli {

namespace {

struct ClusterArguments {
  tasks::ClusterRequest request;
  std::string engine;
  std::string command;
  std::string time;
  std::string out;
  bool overwrite = false;
};

std::vector<std::string> engineNames() {
  std::vector<std::string> names;
  for (const tasks::ClusterEngine engine : tasks::clusterEngines()) names.emplace_back(tasks::name(engine));
  return names;
}

CLI::Validator timeValue() {
  const auto check = [](std::string& text) -> std::string {
    if (text.empty() || tasks::secondsFrom(text)) return {};
    return "It must be HH:MM:SS, e.g. 12:00:00, of at most a year, not " + text + ".";
  };
  return {check, ""};
}

/// All that is wrong with such a request is wrong usage.
void orConflict(const Result<void>& checked) {
  if (!checked) throw Conflict(checked.error().message.english());
}

const std::string* lastOf(const CLI::App& command, const char* option) {
  const CLI::Option* found = command.get_option(option);
  return found->count() > 0 ? &found->results().back() : nullptr;
}

/// What decides whether processes can share the run.
tasks::ClusterTraining trainingOf(const CLI::App& command) {
  tasks::ClusterTraining training;
  training.models = command.get_option("--model")->results();
  if (const auto* out = lastOf(command, "--out")) training.out = *out;
  if (command.count("--slices") > 0) training.slices = command.get_option("--slices")->as<std::uint64_t>();
  const std::string* epochs = lastOf(command, "--epochs");
  if (epochs != nullptr && *epochs != "auto") training.batch = metrics::RunSpec().batch;
  if (command.count("--batch") > 0) training.batch = command.get_option("--batch")->as<std::uint64_t>();
  return training;
}

/// What is wrong with the command of the workers, for somebody who gave no --part.
std::string ofWorkers(const tasks::ClusterRequest& request, const std::string& sentence) {
  const bool ofPart = sentence.find("--part ") != std::string::npos;
  return std::string(tasks::name(request.work)) + ": " + (ofPart ? "Each worker gets --part. " : "") + sentence;
}

/// Reads the command of a worker as masu would there, runs nothing of it and takes from it what the request lacks.
/// Returns which of its options have no effect. Throws Conflict.
std::string readCommand(tasks::ClusterRequest& request) {
  const std::vector<std::string> words = tasks::workerWords(request, 0);
  CLI::App app;
  app.require_subcommand(1);
  CommonOptions common;
  common.caller = [](const Work&) { return 0; };
  int exitCode = 0;
  addCommands({app, common, exitCode});
  const CLI::App& command = *app.get_subcommand(words.front());
  app.parse_complete_callback([&command] {
    if (auto sentence = conflictOf(command)) throw Conflict(*std::move(sentence));
  });
  try {
    parse(app, words);
  } catch (const CLI::ParseError& error) {
    const bool isHelp = error.get_exit_code() == 0;
    throw Conflict(ofWorkers(request, isHelp ? "--help is not for workers." : usageSentence(app, error, words)));
  }
  if (request.work == tasks::ClusterWork::training) request.training = trainingOf(command);
  if (request.work == tasks::ClusterWork::exporting) {
    if (const std::string* format = lastOf(command, "--format")) request.format = *format;
  }
  std::string notes;
  for (const std::string& sentence : withoutEffect(command))
    notes += "masu: " + ofWorkers(request, shownText(sentence, LineEnds::shown)) + '\n';
  return notes;
}

/// `rest`: what no option of this command takes, "--" before the words of the shared one. Throws Conflict.
tasks::ClusterRequest requestOf(const ClusterArguments& arguments, std::vector<std::string> rest, std::string& notes) {
  constexpr const char* kAfter = "the command that the workers share and its options are to be written after --.";
  if (rest.empty()) throw Conflict(arguments.command + " is before --: " + kAfter);
  if (rest.front() != "--") throw Conflict(rest.front() + " is not expected before --: " + kAfter);
  tasks::ClusterRequest request = arguments.request;
  request.engine = *tasks::clusterEngineFrom(arguments.engine);
  const auto work = tasks::clusterWorkFrom(arguments.command);
  if (!work) throw Conflict("Workers share import, export, convert or train, not " + arguments.command + ".");
  request.work = *work;
  request.words.assign(rest.begin() + 1, rest.end());
  request.seconds = tasks::secondsFrom(arguments.time);
  orConflict(tasks::checkClusterWords(request));
  notes = readCommand(request);
  orConflict(tasks::checkCluster(request));
  return request;
}

Result<Report> scriptOf(const tasks::ClusterRequest& request, const ClusterArguments& arguments,
                        const std::string& notes) {
  MASU_TRY(const tasks::ClusterScript script, tasks::clusterScript(request));
  const std::string text = tasks::scriptText(script, [](const Message& remark) { return remark.english(); });
  Report report;
  report.json = {{"engine", tasks::name(request.engine)},
                 {"command", tasks::name(request.work)},
                 {"workers", request.workers},
                 {"gpus_per_task", request.gpusPerTask},
                 {"memory_bytes", tasks::askedMebibytes(request) << 20U},
                 {"script", nullptr},
                 {"path", nullptr}};
  report.problems = notes;
  if (!arguments.out.empty()) {
    MASU_CHECK(tasks::saveClusterScript(request, arguments.out, text, arguments.overwrite));
    report.json["path"] = arguments.out;
    const char* program = tasks::isSlurm(request.engine) ? "sbatch " : "bash ";
    report.text = "Start the workers with: " + (program + shellWord(arguments.out)) + "\n";
    return report;
  }
  if (shownText(text, LineEnds::kept) != text) {
    return fail(Errc::invalidArgument,
                "The command has characters that a terminal does not show, so that its script cannot be printed: write "
                "it to a file with --out.");
  }
  report.json["script"] = text;
  report.text = text;
  return report;
}

}  // namespace

void addCluster(const Registration& to) {
  auto arguments = std::make_shared<ClusterArguments>();
  tasks::ClusterRequest& request = arguments->request;
  CLI::App* command =
      to.app.add_subcommand("cluster", "Write the script with which several workers import, export, convert or train");
  command->add_option("ENGINE", arguments->engine, "What starts the workers")
      ->required()
      ->check(CLI::IsMember(engineNames()));
  command
      ->add_option("COMMAND", arguments->command,
                   "The command that they share, after --: import, export, convert or train, with its options")
      ->required();
  // The words of the command, among which are options of this one's names.
  command->allow_extras();
  command->add_option("--workers", request.workers, "Number of workers")->check(wholeNumber(1, PartOf::kMost));
  command->add_option("--threads", request.threads, "Number of threads of each worker")
      ->check(wholeNumber(1, Resources::kMostThreads));
  command
      ->add_option("--memory", request.memoryBytes,
                   "Memory budget of each worker, e.g. 512M or 8G; the script requests a quarter more, and what the "
                   "program itself takes (default: 4G)")
      ->transform(budgetValue());
  command->add_option("--gpus-per-task", request.gpusPerTask, "Number of CUDA cards of each worker that trains: 0 or 1")
      ->check(wholeNumber(0));
  command->add_option("--time", arguments->time, "Time limit of Slurm, HH:MM:SS (default: the cluster's)")
      ->check(timeValue());
  command->add_option("--partition", request.partition, "Partition of Slurm (default: the cluster's)");
  command->add_option("--out", arguments->out, "File to write the script to, e.g. import.sh (default: stdout)");
  command->add_flag("--overwrite", arguments->overwrite, "Replace the file if it exists");
  command->callback([arguments, command, &common = to.common, &exitCode = to.exitCode] {
    std::string notes;
    const tasks::ClusterRequest asked = requestOf(*arguments, remainingWords(*command), notes);
    exitCode = Console(common).run([&](const JobContext&) { return scriptOf(asked, *arguments, notes); });
  });
}

}  // namespace masu::cli
