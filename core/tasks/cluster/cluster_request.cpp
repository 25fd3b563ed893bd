// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/cluster/cluster_request.h"

#include <algorithm>
#include <array>

#include "core/base/ascii.h"
#include "core/base/job.h"
#include "core/base/named_value.h"
#include "core/base/part_of.h"
#include "core/base/units.h"
#include "core/base/whole_number.h"
#include "core/metrics/run_spec.h"

namespace masu::tasks {

namespace {

constexpr std::array<std::string_view, 5> kEngines = {"slurm-array", "slurm", "mpirun", "torchrun", "parallel"};
constexpr std::array<std::string_view, 4> kWorks = {"import", "export", "convert", "train"};
constexpr std::uint64_t kMinute = 60;
constexpr std::uint64_t kHour = 3600;

/// As a word of its own or with its value after an equals sign; words after "--" are not options.
bool isGiven(const ClusterRequest& request, std::string_view option) {
  for (const std::string& word : request.words) {
    if (word == "--") return false;
    if (word == option || word.starts_with(std::string(option) + '=')) return true;
  }
  return false;
}

Result<void> checkNumber(std::string_view option, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  if (value >= low && value <= high) return {};
  return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} must be a whole number from {1} to {2}, not {3}."),
              {option, std::to_string(low), std::to_string(high), std::to_string(value)});
}

Result<void> checkFigures(const ClusterRequest& request) {
  MASU_CHECK(checkNumber("--workers", request.workers, 1, PartOf::kMost));
  MASU_CHECK(checkNumber("--threads", request.threads, 1, Resources::kMostThreads));
  if (request.memoryBytes < ClusterRequest::kLeastMemory || request.memoryBytes > ClusterRequest::kMostMemory) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} must be a size from {1} to {2}, not {3}."),
                {"--memory", sizeText(ClusterRequest::kLeastMemory), sizeText(ClusterRequest::kMostMemory),
                 sizeText(request.memoryBytes)});
  }
  return {};
}

Result<void> checkEngine(const ClusterRequest& request) {
  if (!canRun(request.engine, request.work) && request.work == ClusterWork::training) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "{0} does not start all workers at once, and those that train together meet at every step: "
                          "choose slurm, mpirun or torchrun."),
                {name(request.engine)});
  }
  if (!canRun(request.engine, request.work)) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core", "{0} is for masu train alone: choose slurm-array, slurm, mpirun or parallel for masu {1}."),
        {name(request.engine), name(request.work)});
  }
  if (!isSlurm(request.engine)) {
    for (const auto& [option, given] : {std::pair<std::string_view, bool>{"--time", request.seconds.has_value()},
                                        {"--partition", !request.partition.empty()}}) {
      if (!given) continue;
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "{0} goes with slurm-array or slurm only: {1} takes neither a time limit nor a "
                            "partition."),
                  {option, name(request.engine)});
    }
  }
  const auto isPlain = [](char c) {
    return isLetter(c) || isDigit(c) || std::string_view("_.,-").find(c) != std::string_view::npos;
  };
  if (std::ranges::all_of(request.partition, isPlain)) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "--partition takes names of letters, digits, dots, commas, - and _, not {0}."),
              {request.partition});
}

/// Cards that nothing computes on would be kept from others.
Result<void> checkCards(const ClusterRequest& request) {
  constexpr std::string_view kOption = "--gpus-per-task";
  if (request.gpusPerTask == 0) return {};
  if (request.work != ClusterWork::training) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} is for masu train alone: masu {1} does not compute on cards. Leave it out."),
                {kOption, name(request.work)});
  }
  if (!hasCards(request.engine, request.work)) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "{0} goes with slurm only: {1} is not asked for cards, and the workers of a machine take "
                          "turns with those that it has. Leave it out."),
                {kOption, name(request.engine)});
  }
  if (request.gpusPerTask == 1) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "A worker trains on one card, so that the others of {0} {1} would be idle: give {0} 1, and "
                        "more --workers."),
              {kOption, std::to_string(request.gpusPerTask)});
}

Result<void> checkWords(const ClusterRequest& request) {
  for (const std::string& word : request.words) {
    if (word.find_first_of(std::string_view("\n\r\0", 3)) == std::string::npos) continue;
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "A script cannot have a line break within a word, as {0} does: rename it."), {word});
  }
  std::vector<std::string_view> own = {"--threads", "--memory"};
  if (request.work != ClusterWork::training) own.push_back("--part");
  for (const std::string_view option : own) {
    if (!isGiven(request, option)) continue;
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core", "{0} is part of the command, but the script gives each worker its own: leave it out there."),
        {option});
  }
  const std::pair<ClusterWork, std::string_view> alone[] = {{ClusterWork::training, "--find-lr"},
                                                            {ClusterWork::training, "--cross-validate"},
                                                            {ClusterWork::exporting, "--dry-run"},
                                                            {ClusterWork::exporting, "--snippet"}};
  for (const auto& [work, option] : alone) {
    if (work != request.work || !isGiven(request, option)) continue;
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} is for a single process, which needs no cluster: run masu {1} by itself."),
                {option, name(work)});
  }
  return {};
}

Result<void> checkFormat(const ClusterRequest& request) {
  if (request.format != "zip") return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "zip is one file, which grows shard after shard, so that workers cannot share it: choose "
                        "another format."));
}

Error tooManyProcesses(std::uint64_t workers, std::uint64_t slices) {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "{0} processes cannot share the slices of a batch, of which this training run has {1} "
                    "(--slices): start at most {1}, or begin a run with more slices."),
          {std::to_string(workers), std::to_string(slices)}};
}

Error calibratedTogether() {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "--calibrate fits a temperature in one process, so that workers cannot share such a training run: "
                    "give --workers 1, or begin one without --calibrate.")};
}

/// A run that is here has its own slices and threads; one that is on the cluster alone is not looked at.
Result<void> checkResumed(const ClusterRequest& request) {
  const auto stored = metrics::readSpec(request.training.out);
  if (!stored) return {};
  if (request.workers > 1 && stored->calibrate) return fail(calibratedTogether());
  if (request.workers > stored->slices) return fail(tooManyProcesses(request.workers, stored->slices));
  if (stored->threads == 0 || stored->threads == request.threads) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The run in {0} began with {1} threads for each process, and a resumed run keeps them: give "
                        "--threads {1}."),
              {request.training.out.string(), std::to_string(stored->threads)});
}

Result<void> checkTraining(const ClusterRequest& request) {
  const ClusterTraining& training = request.training;
  if (request.workers == 1 && isGiven(request, "--timeout")) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "--timeout is how long processes that train together wait for each other, and there is one "
                          "worker: leave it out, or start several."));
  }
  if (isResumed(request)) return checkResumed(request);
  if (request.workers == 1) return {};
  if (isGiven(request, "--calibrate")) return fail(calibratedTogether());
  const auto closed = std::ranges::find_if(training.models, metrics::isClosedForm);
  if (closed != training.models.end()) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core",
                  "The model {0} is solved by one process in closed form, not trained by steps, so that workers "
                  "cannot share it: give --workers 1, or train it in a run of its own."),
        {*closed});
  }
  const std::uint64_t slices = training.slices.value_or(metrics::kSlicesOfRanks);
  if (request.workers > slices) return fail(tooManyProcesses(request.workers, slices));
  return training.batch ? metrics::checkSlices(slices, *training.batch) : Result<void>();
}

}  // namespace

std::string_view name(ClusterEngine engine) {
  return kEngines[static_cast<std::size_t>(engine)];
}

std::optional<ClusterEngine> clusterEngineFrom(std::string_view name) {
  return valueNamed<ClusterEngine>(kEngines, name);
}

const std::vector<ClusterEngine>& clusterEngines() {
  static const std::vector<ClusterEngine> kAll = {ClusterEngine::slurmArray, ClusterEngine::slurm,
                                                  ClusterEngine::mpirun, ClusterEngine::torchrun,
                                                  ClusterEngine::parallel};
  return kAll;
}

bool isSlurm(ClusterEngine engine) {
  return engine == ClusterEngine::slurmArray || engine == ClusterEngine::slurm;
}

std::string_view name(ClusterWork work) {
  return kWorks[static_cast<std::size_t>(work)];
}

std::optional<ClusterWork> clusterWorkFrom(std::string_view command) {
  return valueNamed<ClusterWork>(kWorks, command);
}

bool canRun(ClusterEngine engine, ClusterWork work) {
  const bool trains = work == ClusterWork::training;
  if (engine == ClusterEngine::slurmArray || engine == ClusterEngine::parallel) return !trains;
  return engine != ClusterEngine::torchrun || trains;
}

bool hasCards(ClusterEngine engine, ClusterWork work) {
  return engine == ClusterEngine::slurm && work == ClusterWork::training;
}

std::optional<std::uint64_t> secondsFrom(std::string_view text) {
  constexpr std::size_t kMostDigits = 6;
  const std::size_t last = text.rfind(':');
  const std::size_t first = text.find(':');
  if (first == std::string_view::npos || first == last || first == 0 || first > kMostDigits) return std::nullopt;
  const std::string_view minutes = text.substr(first + 1, last - first - 1);
  const std::string_view seconds = text.substr(last + 1);
  if (minutes.size() != 2 || seconds.size() != 2) return std::nullopt;
  const auto h = wholeNumber(text.substr(0, first));
  const auto m = wholeNumber(minutes);
  const auto s = wholeNumber(seconds);
  if (!h || !m || !s || *m >= kMinute || *s >= kMinute) return std::nullopt;
  const std::uint64_t whole = *h * kHour + *m * kMinute + *s;
  return whole > 0 && whole <= ClusterRequest::kMostSeconds ? std::optional(whole) : std::nullopt;
}

std::string timeText(std::uint64_t seconds) {
  const auto two = [](std::uint64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return two(seconds / kHour) + ':' + two(seconds % kHour / kMinute) + ':' + two(seconds % kMinute);
}

std::string sizeText(std::uint64_t bytes) {
  std::string_view units = "TGMK";
  for (unsigned shift = 40; shift > 0; shift -= 10, units.remove_prefix(1)) {
    const std::uint64_t unit = std::uint64_t{1} << shift;
    if (bytes >= unit && bytes % unit == 0) return std::to_string(bytes / unit) + units.front();
  }
  return std::to_string(bytes);
}

bool isResumed(const ClusterRequest& request) {
  return request.work == ClusterWork::training && isGiven(request, "--resume");
}

/// LibTorch takes several hundred MB; what an import takes beside its budget is far less.
std::uint64_t askedMebibytes(const ClusterRequest& request) {
  const std::uint64_t base = request.work == ClusterWork::training ? gibibytes(1).value : mebibytes(256).value;
  const std::uint64_t estimate = std::min(request.estimatedBytes, ClusterRequest::kMostMemory);
  const std::uint64_t needed = std::max(request.memoryBytes, estimate);
  return ceilDivide(needed + needed / 4 + base, mebibytes(1).value);
}

Result<void> checkClusterWords(const ClusterRequest& request) {
  MASU_CHECK(checkFigures(request));
  MASU_CHECK(checkEngine(request));
  MASU_CHECK(checkCards(request));
  return checkWords(request);
}

Result<void> checkCluster(const ClusterRequest& request) {
  MASU_CHECK(checkClusterWords(request));
  return request.work == ClusterWork::training ? checkTraining(request) : checkFormat(request);
}

}  // namespace masu::tasks
