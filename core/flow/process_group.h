// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/job.h"
#include "core/base/part_of.h"
#include "core/base/result.h"

namespace masu::flow {

enum class Launcher { none, torchrun, openMpi, mpich, slurm };

/// The place of this process among those that take every step of a run together, and where they meet.
/// Invariant: rank < world and localRank < world; where there are others, host and port are set.
struct ProcessGroup {
  Launcher launcher = Launcher::none;
  std::uint64_t rank = 0;
  std::uint64_t world = 1;
  std::uint64_t localRank = 0;   ///< among those on this machine
  std::uint64_t localWorld = 1;  ///< processes on this machine, which share its cores; 0: not known
  std::string host;              ///< the machine of rank 0, as its name or address
  std::uint16_t port = 0;        ///< on which rank 0 listens

  bool isAlone() const { return world == 1; }
};

/// The value of a variable; nothing where it is not set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// That of this process. Threads: none may set variables meanwhile.
Environment processEnvironment();

/// Read from what launchers set: RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR and MASTER_PORT, as torchrun does; else
/// OMPI_COMM_WORLD_*, as the mpirun of Open MPI does, or PMI_* and MPI_LOCAL*, as that of MPICH does, also where Slurm
/// started it; else SLURM_*, as srun does: a batch script that starts a program without srun starts it alone.
/// MASTER_ADDR and MASTER_PORT are those of every launcher, where they are set; else Slurm's first node and a port that
/// follows from the number of the job step, and for mpirun on one machine that machine. With none of these variables a
/// process is alone.
/// Errors: a variable that is missing or is not such a number, by its name.
Result<ProcessGroup> processGroupFrom(const Environment& environment);

/// One of several workers of an import, an export or a conversion, which need not meet.
struct Worker {
  PartOf part;
  std::uint64_t localWorkers = 1;  ///< on this machine, which share its cores; 0: not known
};

/// By the ranks that processGroupFrom() reads, in the same order, or by the task in a job array of Slurm, whose numbers
/// may begin anywhere and have equal steps. RANK and WORLD_SIZE count before an array.
/// Errors: Errc::invalidArgument where no launcher is seen; a variable that is missing or is not such a number, by its
/// name; several processes within each of several tasks, which may or may not share their work; an array whose tasks
/// are not a regular series, as the number of each among them is then unknown.
Result<Worker> workerFrom(const Environment& environment);

/// resolve() for one of several processes: those on this machine share its cores and its memory equally, and all of
/// them do where their number here is not known.
Resources resolve(const Resources& asked, const ProcessGroup& group);
Resources resolve(const Resources& asked, const Worker& worker);

/// That a command which is not a training run was started as one of several processes.
Error notShared(std::string_view command, const ProcessGroup& group);

/// The first of a list of nodes as Slurm writes it, e.g. "rack1n03" of "rack[1-2]n[03,07],login"; empty where the list
/// is not one.
std::string firstNode(const std::string& nodes);

/// How many tasks a node has, counted from 0, of a list as Slurm writes it, e.g. 2 for the nodes 0 to 2 of "2(x3),1"; 0
/// where the list does not have it.
std::uint64_t tasksOfNode(const std::string& tasks, std::uint64_t node);

}  // namespace masu::flow
