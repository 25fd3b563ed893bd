// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/cluster/cluster_script.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/part_of.h"
#include "core/base/shell_word.h"
#include "core/base/units.h"
#include "core/io/atomic_file.h"
#include "core/io/targets.h"

namespace masu::tasks {

namespace {

constexpr std::size_t kLineWidth = 100;
/// What a worker finds its number by, from 0; those of an array and of GNU parallel count from 1.
constexpr std::string_view kArrayNumber = "$SLURM_ARRAY_TASK_ID";
constexpr std::string_view kSlurmNumber = "$((SLURM_PROCID + 1))";
constexpr std::string_view kOpenMpiNumber = "$((OMPI_COMM_WORLD_RANK + 1))";
constexpr std::string_view kParallelNumber = "$1";

/// The options that the script states. They are before the words of the command, of which some may follow a "--".
std::vector<std::string> ownOptions(const ClusterRequest& request) {
  if (isResumed(request)) return {};
  return {"--threads", std::to_string(request.threads), "--memory", sizeText(request.memoryBytes)};
}

/// Words after others, quoted where a shell needs it, on lines that the shell joins again.
class ShellLines {
 public:
  ShellLines(std::string first, std::string indent) : m_text(std::move(first)), m_indent(std::move(indent)) {
    m_width = m_text.size() - (m_text.rfind('\n') + 1);
  }

  ShellLines& add(std::string_view raw) {
    if (m_width + 1 + raw.size() > kLineWidth) {
      m_text += " \\\n" + m_indent;
      m_text += raw;
      m_width = m_indent.size() + raw.size();
    } else {
      m_text += ' ';
      m_text += raw;
      m_width += 1 + raw.size();
    }
    return *this;
  }
  ShellLines& addWords(const std::vector<std::string>& words) {
    for (const std::string& word : words) add(shellWord(word));
    return *this;
  }
  const std::string& text() const { return m_text; }

 private:
  std::string m_text;
  std::string m_indent;
  std::size_t m_width;
};

/// "masu import --threads 4 --memory 4G --part "$1/8"", which holds no single quote, so that it can be between such.
std::string commandOf(const ClusterRequest& request, std::string_view number) {
  std::string text = "masu ";
  text += name(request.work);
  for (const std::string& word : ownOptions(request)) text += ' ' + word;
  if (request.work == ClusterWork::training) return text;
  text += " --part \"";
  text += number;
  return text + '/' + std::to_string(request.workers) + '"';
}

/// The command where every worker is started with the same words and finds its number by itself.
std::string sharedCommand(const ClusterRequest& request, std::string launcher, std::string_view number) {
  const std::string command = commandOf(request, number);
  launcher += " \\\n  ";
  if (request.work == ClusterWork::training)
    return ShellLines(launcher + command, "  ").addWords(request.words).text() + '\n';
  // The words of the command come after the name of the shell as its arguments, so that they need no second quotes.
  const std::string inner = "sh -c '" + std::string("exec ") + command + " \"$@\"' masu";
  return ShellLines(launcher + inner, "  ").addWords(request.words).text() + '\n';
}

std::string directive(std::string_view option, std::string_view value) {
  return "#SBATCH " + std::string(option) + '=' + std::string(value) + '\n';
}

std::string slurmHead(const ClusterRequest& request) {
  const std::string workers = std::to_string(request.workers);
  const std::uint64_t asked = askedMebibytes(request);
  const bool isArray = request.engine == ClusterEngine::slurmArray;
  std::string head = "#!/bin/bash\n" + directive("--job-name", "masu-" + std::string(name(request.work)));
  if (isArray) head += directive("--array", "1-" + workers);
  head += directive("--ntasks", isArray ? "1" : workers);
  head += directive("--cpus-per-task", std::to_string(request.threads));
  // Slurm has no memory of a task where a job has several.
  head += isArray ? directive("--mem", std::to_string(asked) + 'M')
                  : directive("--mem-per-cpu", std::to_string(ceilDivide(asked, request.threads)) + 'M');
  if (request.gpusPerTask > 0) head += directive("--gpus-per-task", std::to_string(request.gpusPerTask));
  if (request.seconds) head += directive("--time", timeText(*request.seconds));
  if (!request.partition.empty()) head += directive("--partition", request.partition);
  return head;
}

std::string slurmBody(const ClusterRequest& request) {
  if (request.engine == ClusterEngine::slurmArray)
    return ShellLines("exec " + commandOf(request, kArrayNumber), "  ").addWords(request.words).text() + '\n';
  // Not every srun asks by itself for the cores and cards of a task that its job has. One worker of an import that dies
  // ends no other.
  std::string launcher =
      "srun --ntasks=" + std::to_string(request.workers) + " --cpus-per-task=" + std::to_string(request.threads);
  if (request.gpusPerTask > 0) launcher += " --gpus-per-task=" + std::to_string(request.gpusPerTask);
  if (request.work != ClusterWork::training) launcher += " --kill-on-bad-exit=0";
  return sharedCommand(request, std::move(launcher), kSlurmNumber);
}

/// Ends a script where a program of that name is another one.
std::string guard(std::string_view program, std::string_view is, std::string_view named) {
  return "case \"$(" + std::string(program) + " --version 2>/dev/null)\" in\n  *\"" + std::string(is) +
         "\"*) ;;\n  *)\n    echo \"This script needs " + std::string(named) + ".\" >&2\n    exit 1\n    ;;\nesac\n";
}

std::string mpirunBody(const ClusterRequest& request) {
  std::string body = guard("mpirun", "Open MPI", "the mpirun of Open MPI");
  std::string launcher = "exec mpirun -np " + std::to_string(request.workers) +
                         " --map-by slot:PE=" + std::to_string(request.threads) + " --bind-to core";
  if (request.work == ClusterWork::training) {
    body += "export MASTER_PORT=\"${MASTER_PORT:-29500}\"\n";
    launcher += " -x MASTER_PORT ${MASTER_ADDR:+-x MASTER_ADDR}";
  }
  return body + sharedCommand(request, std::move(launcher), kOpenMpiNumber);
}

/// All processes on this machine, as torchrun would start them.
std::string torchrunBody(const ClusterRequest& request) {
  const std::string workers = std::to_string(request.workers);
  const std::string command =
      ShellLines("  RANK=$rank LOCAL_RANK=$rank " + commandOf(request, {}), "    ").addWords(request.words).text();
  return "export WORLD_SIZE=" + workers + " LOCAL_WORLD_SIZE=" + workers +
         " MASTER_ADDR=127.0.0.1\n"
         "export MASTER_PORT=\"${MASTER_PORT:-29500}\"\n"
         "workers=()\n"
         "trap 'kill \"${workers[@]}\" 2>/dev/null' INT TERM\n"
         "for ((rank = 0; rank < WORLD_SIZE; ++rank)); do\n" +
         command +
         " &\n"
         "  workers+=(\"$!\")\n"
         "done\n"
         "failed=0\n"
         "for worker in \"${workers[@]}\"; do\n"
         "  wait \"$worker\" || failed=$?\n"
         "done\n"
         "wait\n"
         "exit \"$failed\"\n";
}

/// A function has its words quoted once; words of parallel itself would be read by a second shell.
std::string parallelBody(const ClusterRequest& request) {
  const std::string workers = std::to_string(request.workers);
  return guard("parallel", "GNU parallel", "GNU parallel") + "worker() {\n" +
         ShellLines("  " + commandOf(request, kParallelNumber), "    ").addWords(request.words).text() +
         "\n}\n"
         "export -f worker\n"
         "export PARALLEL_SHELL=\"$BASH\"\n"
         "exec parallel --jobs " +
         workers + " worker ::: {1.." + workers + "}\n";
}

Message sharedFolder(const ClusterRequest& request) {
  const bool isHere = request.engine == ClusterEngine::torchrun || request.engine == ClusterEngine::parallel;
  if (isHere) return {MASU_TEXT("core", "All workers run on the machine where this script is started."), {}};
  if (request.work == ClusterWork::training)
    return {MASU_TEXT("core",
                      "The dataset and every FILE.pt have to be in a folder that all machines share, under the same "
                      "path. Rank 0 alone writes the folder of the run."),
            {}};
  return {MASU_TEXT("core",
                    "What is read and what is written has to be in folders that all machines share, under the same "
                    "path."),
          {}};
}

std::vector<Message> remarksOf(const ClusterRequest& request) {
  const std::string asked = std::to_string(askedMebibytes(request)) + 'M';
  std::vector<Message> remarks;
  if (isResumed(request)) {
    remarks.push_back({MASU_TEXT("core", "A resumed run keeps the threads and the memory that it began with."), {}});
  } else if (request.estimatedBytes > request.memoryBytes) {
    remarks.push_back(
        {MASU_TEXT("core",
                   "Workers: {0}. For each: --threads {1}, --memory {2}. The run was estimated to take more, so that "
                   "{3} are needed for each: the estimate, a quarter more, and what the program itself takes."),
         {std::to_string(request.workers), std::to_string(request.threads), sizeText(request.memoryBytes), asked}});
  } else {
    remarks.push_back(
        {MASU_TEXT("core",
                   "Workers: {0}. For each: --threads {1}, --memory {2}. {3} are needed for each: the "
                   "budget, a quarter more, and what the program itself takes."),
         {std::to_string(request.workers), std::to_string(request.threads), sizeText(request.memoryBytes), asked}});
  }
  if (request.work == ClusterWork::training && request.estimatedBytes == 0)
    remarks.push_back(
        {MASU_TEXT("core", "The budget is that of reading: masu estimate shows what the models take."), {}});
  if (request.gpusPerTask > 0)
    remarks.push_back({MASU_TEXT("core",
                                 "Each worker gets one card. Where LibTorch is one without CUDA, it trains on the "
                                 "processor: events.jsonl in the folder of the run names the device of each rank."),
                       {}});
  remarks.push_back(sharedFolder(request));
  remarks.push_back({MASU_TEXT("core",
                               "Relative paths begin where this script is started from, and masu has to be on the PATH "
                               "of every machine, in the same version."),
                     {}});
  if (request.engine == ClusterEngine::mpirun && request.work == ClusterWork::training)
    remarks.push_back(
        {MASU_TEXT("core", "On several machines, set MASTER_ADDR to the name of the one of rank 0."), {}});
  if (request.work != ClusterWork::training)
    remarks.push_back({MASU_TEXT("core", "A worker that was stopped is started again with the same words."), {}});
  remarks.insert(remarks.end(), request.remarks.begin(), request.remarks.end());
  return remarks;
}

std::pair<std::string, std::string> headAndBody(const ClusterRequest& request) {
  switch (request.engine) {
    case ClusterEngine::slurmArray:
    case ClusterEngine::slurm:
      return {slurmHead(request), slurmBody(request)};
    case ClusterEngine::mpirun:
      return {"#!/bin/sh\n", mpirunBody(request)};
    case ClusterEngine::torchrun:
      return {"#!/bin/bash\n", torchrunBody(request)};
    case ClusterEngine::parallel:
      break;
  }
  return {"#!/bin/bash\n", parallelBody(request)};
}

}  // namespace

std::vector<std::string> workerWords(const ClusterRequest& request, std::uint64_t worker) {
  std::vector<std::string> words = {std::string(name(request.work))};
  std::ranges::copy(ownOptions(request), std::back_inserter(words));
  if (request.work != ClusterWork::training) {
    words.emplace_back("--part");
    words.push_back(masu::name(PartOf{worker + 1, request.workers}));
  }
  words.insert(words.end(), request.words.begin(), request.words.end());
  return words;
}

Result<ClusterScript> clusterScript(const ClusterRequest& request) {
  MASU_CHECK(checkCluster(request));
  auto [head, body] = headAndBody(request);
  return ClusterScript{std::move(head), remarksOf(request), std::move(body)};
}

std::string scriptText(const ClusterScript& script, const std::function<std::string(const Message&)>& say) {
  std::string text = script.head + '\n';
  for (const Message& remark : script.remarks) {
    std::string line = say(remark);
    // A remark may hold a name; beyond a line break it would be a command.
    std::ranges::replace_if(
        line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    text += "# " + line + '\n';
  }
  return text + '\n' + script.body;
}

Result<void> saveClusterScript(const ClusterRequest& request, const std::filesystem::path& file, std::string_view text,
                               bool overwrite) {
  std::vector<std::filesystem::path> named(request.words.begin(), request.words.end());
  for (const std::string& word : request.words) {
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    if (equals != std::string::npos) named.emplace_back(word.substr(equals + 1));
  }
  MASU_CHECK(io::checkTargets(named, std::vector<io::OutputTarget>{{file, "--out"}}));
  return io::writeText(file, text, overwrite ? io::Overwrite::yes : io::Overwrite::no);
}

}  // namespace masu::tasks
