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
constexpr std::uint64_t kMostPorts = std::numeric_limits<std::uint16_t>::max();

Error missing(const std::string& name, const std::string& other) {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "{1} is set in the environment and {0} is not, so that the processes of this training run cannot "
                    "meet: set {0} for each of them, or start a single process without {1}."),
          {name, other}};
}

/// The variables of one launcher. `mark` is the one by which it was recognised.
class Variables {
 public:
  Variables(const Environment& environment, std::string mark) : m_environment(environment), m_mark(std::move(mark)) {}

  /// Errors: it is not set; not a number from `low` to `high`.
  Result<std::uint64_t> number(const std::string& name, std::uint64_t low, std::uint64_t high) const {
    const auto text = m_environment(name);
    if (!text || text->empty()) return fail(missing(name, m_mark));
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
  const std::string& mark() const { return m_mark; }

 private:
  const Environment& m_environment;
  std::string m_mark;
};

/// Rank and world by the names that a launcher has for them.
Result<ProcessGroup> placeIn(const Variables& variables, Launcher launcher, const char* rank, const char* world,
                             const char* localRank) {
  ProcessGroup group;
  group.launcher = launcher;
  MASU_TRY(group.world, variables.number(world, 1, kMostRanks));
  MASU_TRY(group.rank, variables.number(rank, 0, group.world - 1));
  if (group.isAlone()) return group;
  MASU_TRY(group.localRank, variables.number(localRank, 0, group.world - 1));
  return group;
}

Result<void> readPort(const Variables& variables, ProcessGroup& group) {
  MASU_TRY(const std::uint64_t port, variables.number("MASTER_PORT", 1, kMostPorts));
  group.port = static_cast<std::uint16_t>(port);
  return {};
}

Result<ProcessGroup> byTorchrun(const Variables& variables) {
  MASU_TRY(ProcessGroup group, placeIn(variables, Launcher::torchrun, "RANK", "WORLD_SIZE", "LOCAL_RANK"));
  if (group.isAlone()) return group;
  MASU_TRY(group.localWorld, variables.number("LOCAL_WORLD_SIZE", 1, group.world, 0));
  group.host = variables.text("MASTER_ADDR");
  if (group.host.empty()) return fail(missing("MASTER_ADDR", variables.mark()));
  MASU_CHECK(readPort(variables, group));
  return group;
}

Result<ProcessGroup> byOpenMpi(const Variables& variables) {
  MASU_TRY(ProcessGroup group, placeIn(variables, Launcher::openMpi, "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
                                       "OMPI_COMM_WORLD_LOCAL_RANK"));
  if (group.isAlone()) return group;
  MASU_TRY(group.localWorld, variables.number("OMPI_COMM_WORLD_LOCAL_SIZE", 1, group.world));
  group.host = variables.text("MASTER_ADDR");
  if (group.host.empty() && group.localWorld == group.world) group.host = "127.0.0.1";
  if (group.host.empty()) return fail(missing("MASTER_ADDR", variables.mark()));
  MASU_CHECK(readPort(variables, group));
  return group;
}

/// Steps of one job that run side by side have ports of their own, below those that the kernel hands out.
std::uint16_t portOfStep(std::uint64_t job, std::uint64_t step) {
  constexpr std::uint64_t kFirst = 16'384;
  constexpr std::uint64_t kPorts = 16'384;
  return static_cast<std::uint16_t>(kFirst + (job % kPorts + step % kPorts) % kPorts);
}

Result<ProcessGroup> bySlurm(const Variables& variables) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  MASU_TRY(ProcessGroup group,
           placeIn(variables, Launcher::slurm, "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID"));
  if (group.isAlone()) return group;
  MASU_TRY(const std::uint64_t node, variables.number("SLURM_NODEID", 0, group.world - 1));
  group.localWorld = tasksOfNode(variables.text("SLURM_STEP_TASKS_PER_NODE"), node);
  group.host = variables.text("MASTER_ADDR");
  if (group.host.empty()) group.host = firstNode(variables.text("SLURM_STEP_NODELIST"));
  if (group.host.empty()) return fail(missing("MASTER_ADDR", variables.mark()));
  if (variables.isSet("MASTER_PORT")) {
    MASU_CHECK(readPort(variables, group));
    return group;
  }
  MASU_TRY(const std::uint64_t job, variables.number("SLURM_JOB_ID", 0, kMost));
  MASU_TRY(const std::uint64_t step, variables.number("SLURM_STEP_ID", 0, kMost));
  group.port = portOfStep(job, step);
  return group;
}

}  // namespace

Environment processEnvironment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

Result<ProcessGroup> processGroupFrom(const Environment& environment) {
  const auto isSet = [&](const char* name) { return !environment(name).value_or(std::string()).empty(); };
  for (const char* mark : {"RANK", "WORLD_SIZE"}) {
    if (isSet(mark)) return byTorchrun({environment, mark});
  }
  if (isSet("OMPI_COMM_WORLD_SIZE")) return byOpenMpi({environment, "OMPI_COMM_WORLD_SIZE"});
  if (isSet("SLURM_STEP_NUM_TASKS")) return bySlurm({environment, "SLURM_STEP_NUM_TASKS"});
  return ProcessGroup();
}

Resources resolve(const Resources& asked, const ProcessGroup& group) {
  const std::uint64_t sharers = group.localWorld > 0 ? group.localWorld : group.world;
  Resources found = resolve(asked);
  if (asked.threads == 0) found.threads = std::max(1U, static_cast<unsigned>(found.threads / sharers));
  if (asked.memoryBytes == 0) found.memoryBytes = std::max(mebibytes(32).value, found.memoryBytes / sharers);
  return found;
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
