// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/process_group.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <utility>

#include "core/base/whole_number.h"
#include "core/flow/machine.h"

namespace masu::flow {

namespace {

constexpr std::uint64_t kMostRanks = std::uint64_t{1} << 20U;
constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMostPorts = std::numeric_limits<std::uint16_t>::max();

constexpr const char* kCannotMeet =
    MASU_TEXT("core",
              "{1} is set in the environment and {0} is not, so that the processes of this training run cannot meet: "
              "set {0} for each of them, or start a single process without {1}.");
constexpr const char* kNoNumber =
    MASU_TEXT("core",
              "{1} is set in the environment and {0} is not, so that --part auto cannot find the number of this "
              "worker: set {0} for each of them, or give --part I/N.");

/// The variables of one launcher.
class Variables {
 public:
  /// `mark` is the one by which it was recognised, `missing` the sentence about one that is not set beside it.
  Variables(const Environment& environment, std::string mark, const char* missing)
      : m_environment(environment), m_mark(std::move(mark)), m_missing(missing) {}

  /// Errors: it is not set; not a number from `low` to `high`.
  Result<std::uint64_t> number(const std::string& name, std::uint64_t low, std::uint64_t high) const {
    const auto text = m_environment(name);
    if (!text || text->empty()) return fail(missing(name));
    const auto value = wholeNumber(*text);
    if (value && *value >= low && *value <= high) return *value;
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} is {1} in the environment: it must be a whole number from {2} to {3}."),
                {name, *text, std::to_string(low), std::to_string(high)});
  }

  /// The same of a variable that may not be set.
  Result<std::uint64_t> number(const std::string& name, std::uint64_t low, std::uint64_t high,
                               std::uint64_t otherwise) const {
    if (!isSet(name)) return otherwise;
    return number(name, low, high);
  }

  std::string text(const std::string& name) const { return m_environment(name).value_or(std::string()); }
  bool isSet(const std::string& name) const { return !text(name).empty(); }
  Error missing(const std::string& name) const { return {Errc::invalidArgument, m_missing, {name, m_mark}}; }

 private:
  const Environment& m_environment;
  std::string m_mark;
  const char* m_missing;
};

/// The names that a launcher has for the place of a process.
struct Names {
  Launcher launcher;
  const char* rank;
  const char* world;
  const char* localRank;
  const char* localWorld;
};
constexpr Names kTorchrun = {Launcher::torchrun, "RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"};
constexpr Names kOpenMpi = {Launcher::openMpi, "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
                            "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"};
constexpr Names kMpich = {Launcher::mpich, "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"};
constexpr Names kSlurm = {Launcher::slurm, "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID",
                          "SLURM_STEP_TASKS_PER_NODE"};
constexpr Names kNone = {Launcher::none, "", "", "", ""};

constexpr const char* kArrayTask = "SLURM_ARRAY_TASK_ID";
constexpr const char* kArrayTasks = "SLURM_ARRAY_TASK_COUNT";

struct Recognised {
  Names names;
  const char* mark;  ///< the variable that was seen
};

/// Slurm starts the daemons of either mpirun, so that its variables count last; srun may set those of PMI too, but
/// never the number of processes on a machine that MPICH sets.
Recognised recognised(const Environment& environment) {
  const auto isSet = [&](const char* name) { return !environment(name).value_or(std::string()).empty(); };
  for (const char* mark : {kTorchrun.rank, kTorchrun.world}) {
    if (isSet(mark)) return {kTorchrun, mark};
  }
  if (isSet(kOpenMpi.world)) return {kOpenMpi, kOpenMpi.world};
  if (isSet(kMpich.world) && (isSet(kMpich.localWorld) || !isSet(kSlurm.world))) return {kMpich, kMpich.world};
  if (isSet(kSlurm.world)) return {kSlurm, kSlurm.world};
  return {kNone, ""};
}

/// Rank and world.
Result<ProcessGroup> placeIn(const Variables& variables, const Names& names, std::uint64_t mostRanks) {
  ProcessGroup group;
  group.launcher = names.launcher;
  MASU_TRY(group.world, variables.number(names.world, 1, mostRanks));
  MASU_TRY(group.rank, variables.number(names.rank, 0, group.world - 1));
  return group;
}

/// Processes on this machine; 0: not known.
Result<std::uint64_t> localWorldIn(const Variables& variables, const Names& names, std::uint64_t world) {
  if (names.launcher == Launcher::torchrun) return variables.number(names.localWorld, 1, world, 0);
  if (names.launcher != Launcher::slurm) return variables.number(names.localWorld, 1, world);
  MASU_TRY(const std::uint64_t node, variables.number("SLURM_NODEID", 0, world - 1));
  return tasksOfNode(variables.text(names.localWorld), node);
}

/// Steps of one job that run side by side have ports of their own, below those that the kernel hands out.
std::uint16_t portOfStep(std::uint64_t job, std::uint64_t step) {
  constexpr std::uint64_t kFirst = 16'384;
  constexpr std::uint64_t kPorts = 16'384;
  return static_cast<std::uint16_t>(kFirst + (job % kPorts + step % kPorts) % kPorts);
}

Result<std::uint16_t> portIn(const Variables& variables, Launcher launcher) {
  constexpr const char* kPort = "MASTER_PORT";
  if (launcher != Launcher::slurm || variables.isSet(kPort)) {
    MASU_TRY(const std::uint64_t port, variables.number(kPort, 1, kMostPorts));
    return static_cast<std::uint16_t>(port);
  }
  MASU_TRY(const std::uint64_t job, variables.number("SLURM_JOB_ID", 0, kMost));
  MASU_TRY(const std::uint64_t step, variables.number("SLURM_STEP_ID", 0, kMost));
  return portOfStep(job, step);
}

/// The part of a task of a job array of Slurm; nothing outside of one. That of "1-7:2" counts as that of "0-3" does.
Result<std::optional<PartOf>> partOfArray(const Environment& environment) {
  const Variables variables(environment, kArrayTask, kNoNumber);
  if (!variables.isSet(kArrayTask)) return std::optional<PartOf>();
  MASU_TRY(const std::uint64_t count, variables.number(kArrayTasks, 1, PartOf::kMost));
  MASU_TRY(const std::uint64_t first, variables.number("SLURM_ARRAY_TASK_MIN", 0, kMost));
  MASU_TRY(const std::uint64_t last, variables.number("SLURM_ARRAY_TASK_MAX", first, kMost));
  MASU_TRY(const std::uint64_t task, variables.number(kArrayTask, first, last));
  const std::uint64_t steps = std::max<std::uint64_t>(count, 2) - 1;
  const std::uint64_t step = std::max<std::uint64_t>((last - first) / steps, 1);
  if (last - first != (count - 1) * step || (task - first) % step != 0) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The {0} tasks of this job array, from {1} to {2}, are not a series with equal steps, so "
                          "that --part auto cannot find the number of task {3} among them: give --part I/N."),
                {std::to_string(count), std::to_string(first), std::to_string(last), std::to_string(task)});
  }
  return std::optional(PartOf{(task - first) / step + 1, count});
}

Resources sharedBy(std::uint64_t sharers, const Resources& asked) {
  Resources found = resolve(asked);
  if (asked.threads == 0) found.threads = std::max(1U, static_cast<unsigned>(found.threads / sharers));
  if (asked.memoryBytes == 0) found.memoryBytes = std::max(mebibytes(32).value, found.memoryBytes / sharers);
  return found;
}

Error noLauncher() {
  const auto pair = [](const Names& names) { return std::string(names.rank) + '/' + names.world; };
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "--part auto takes the number of this worker from the variables of what started it, and none of "
                    "{0} is set: start the workers by srun, by mpirun or in a job array of Slurm, or give each "
                    "--part I/N."),
          {pair(kTorchrun) + ", " + pair(kOpenMpi) + ", " + pair(kMpich) + ", " + pair(kSlurm) + ", " + kArrayTask +
           '/' + kArrayTasks}};
}

}  // namespace

Environment processEnvironment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

Result<ProcessGroup> processGroupFrom(const Environment& environment) {
  const auto [names, mark] = recognised(environment);
  if (names.launcher == Launcher::none) return ProcessGroup();
  const Variables variables(environment, mark, kCannotMeet);
  MASU_TRY(ProcessGroup group, placeIn(variables, names, kMostRanks));
  if (group.isAlone()) return group;
  MASU_TRY(group.localRank, variables.number(names.localRank, 0, group.world - 1));
  MASU_TRY(group.localWorld, localWorldIn(variables, names, group.world));
  group.host = variables.text("MASTER_ADDR");
  const bool hasMpi = names.launcher == Launcher::openMpi || names.launcher == Launcher::mpich;
  if (hasMpi && group.host.empty() && group.localWorld == group.world) group.host = "127.0.0.1";
  if (names.launcher == Launcher::slurm && group.host.empty())
    group.host = firstNode(variables.text("SLURM_STEP_NODELIST"));
  if (group.host.empty()) return fail(variables.missing("MASTER_ADDR"));
  MASU_TRY(group.port, portIn(variables, names.launcher));
  return group;
}

Result<Worker> workerFrom(const Environment& environment) {
  const auto [names, mark] = recognised(environment);
  std::optional<PartOf> ofArray;
  if (names.launcher != Launcher::torchrun) {
    MASU_TRY(ofArray, partOfArray(environment));
  }
  if (names.launcher == Launcher::none) return ofArray ? Result<Worker>(Worker{*ofArray}) : fail(noLauncher());
  const Variables variables(environment, mark, kNoNumber);
  MASU_TRY(const ProcessGroup group, placeIn(variables, names, PartOf::kMost));
  if (group.isAlone() && ofArray) return Worker{*ofArray};
  if (!ofArray || ofArray->count == 1) {
    const auto local = localWorldIn(variables, names, group.world);
    return Worker{{group.rank + 1, group.world}, local.value_or(0)};
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "This is one of {0} processes ({1}) in one of {2} tasks of a job array ({3}), so that --part "
                        "auto cannot find out whether these tasks share their work: give --part I/N, or set RANK and "
                        "WORLD_SIZE."),
              {std::to_string(group.world), names.world, std::to_string(ofArray->count), kArrayTasks});
}

Resources resolve(const Resources& asked, const ProcessGroup& group) {
  return sharedBy(group.localWorld > 0 ? group.localWorld : group.world, asked);
}

Resources resolve(const Resources& asked, const Worker& worker) {
  return sharedBy(worker.localWorkers > 0 ? worker.localWorkers : worker.part.count, asked);
}

Error notShared(std::string_view command, const ProcessGroup& group) {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "Only training runs are shared by several processes, not {0}: start it as a single process (the "
                    "environment has it as rank {1} of {2})."),
          {command, std::to_string(group.rank), std::to_string(group.world)}};
}

std::string firstNode(const std::string& nodes) {
  std::string name;
  for (std::size_t i = 0; i < nodes.size() && nodes[i] != ','; ++i) {
    if (nodes[i] != '[') {
      name += nodes[i];
      continue;
    }
    const std::size_t end = nodes.find(']', i);
    const std::string first = nodes.substr(i + 1, nodes.find_first_of("-,]", i) - i - 1);
    if (end == std::string::npos || first.empty()) return {};
    name += first;
    i = end;
  }
  return name.find(']') == std::string::npos ? name : std::string();
}

std::uint64_t tasksOfNode(const std::string& tasks, std::uint64_t node) {
  std::string_view rest = tasks;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    std::uint64_t nodes = 1;
    std::string_view count = one;
    if (const std::size_t repeated = one.find("(x"); repeated != std::string_view::npos && one.ends_with(')')) {
      count = one.substr(0, repeated);
      nodes = wholeNumber(one.substr(repeated + 2, one.size() - repeated - 3)).value_or(0);
    }
    const auto found = wholeNumber(count);
    if (!found || nodes == 0) return 0;
    if (node < nodes) return *found;
    node -= nodes;
  }
  return 0;
}

}  // namespace masu::flow
