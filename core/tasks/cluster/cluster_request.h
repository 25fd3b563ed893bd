// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace masu::tasks {

/// What starts the workers.
enum class ClusterEngine {
  slurmArray,  ///< a job array of Slurm: workers that begin when there is room for them
  slurm,       ///< one job of Slurm, whose srun starts all workers at once
  mpirun,      ///< that of Open MPI
  torchrun,    ///< a shell of one machine, with the variables that torchrun sets
  parallel,    ///< GNU parallel on one machine
};
std::string_view name(ClusterEngine engine);  ///< "slurm-array", "slurm", "mpirun", "torchrun", "parallel"
std::optional<ClusterEngine> clusterEngineFrom(std::string_view name);
/// In the order in which they are offered.
const std::vector<ClusterEngine>& clusterEngines();
/// Takes a time limit and a partition.
bool isSlurm(ClusterEngine engine);

/// What the workers do together.
enum class ClusterWork { importing, exporting, converting, training };
std::string_view name(ClusterWork work);  ///< the command of masu: "import", "export", "convert", "train"
std::optional<ClusterWork> clusterWorkFrom(std::string_view command);
/// Processes that train meet at every step, so that they have to run at once; other workers need not.
bool canRun(ClusterEngine engine, ClusterWork work);
/// Takes cards for each worker.
bool hasCards(ClusterEngine engine, ClusterWork work);

/// What of the words of a training run decides whether several processes can train it.
struct ClusterTraining {
  std::vector<std::string> models;
  std::optional<std::uint64_t> slices;  ///< as stated
  std::optional<std::uint64_t> batch;   ///< unset: the data chooses it
  std::filesystem::path out;
};

/// A command of masu that several workers are to share, and what each of them gets.
struct ClusterRequest {
  static constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20U;
  static constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 50U;
  static constexpr std::uint64_t kMostSeconds = std::uint64_t{365} * 24 * 3600;

  ClusterEngine engine = ClusterEngine::slurmArray;
  ClusterWork work = ClusterWork::importing;
  std::vector<std::string> words;  ///< of the command line after the command's name, without quotes
  std::uint64_t workers = 4;
  unsigned threads = 4;                                 ///< of each worker
  std::uint64_t memoryBytes = std::uint64_t{4} << 30U;  ///< the budget of each worker, its --memory
  std::uint64_t gpusPerTask = 0;                        ///< CUDA cards of each worker, which trains on one at most
  std::uint64_t estimatedBytes = 0;                     ///< what a worker was estimated to take; 0: not estimated
  std::optional<std::uint64_t> seconds;                 ///< time limit, as secondsFrom() gives it
  std::string partition;                                ///< of Slurm; empty: the default one
  std::string format;                                   ///< of the shards of an export
  ClusterTraining training;                             ///< of a training run
  std::vector<Message> remarks;                         ///< what else the script is to say in comments
};

/// "HH:MM:SS", which may be more than a day; nothing for any other text, for no time at all and for more than a year.
std::optional<std::uint64_t> secondsFrom(std::string_view text);
std::string timeText(std::uint64_t seconds);
/// A size as --memory takes it, "4G"; in bytes where no larger unit divides it.
std::string sizeText(std::uint64_t bytes);

/// Whether the run is one that is resumed, which keeps its own threads and memory.
bool isResumed(const ClusterRequest& request);

/// What is asked from the engine for each worker, in MiB: the budget or the estimate, whichever is larger, a quarter
/// more, and what a process takes before it reads anything.
std::uint64_t askedMebibytes(const ClusterRequest& request);

/// What can be said before the words were parsed. Errors: Errc::invalidArgument, in a sentence that names the option:
/// numbers out of bounds; an engine that cannot run this command, or takes no such option; a word with a line break; an
/// option that the script states itself, or that is for a single process.
Result<void> checkClusterWords(const ClusterRequest& request);

/// Errors: those of checkClusterWords(); a format without parts; a training run that so many processes cannot share, or
/// that resumes one with other threads. Looks at the disk for the run that is resumed.
Result<void> checkCluster(const ClusterRequest& request);

}  // namespace masu::tasks
