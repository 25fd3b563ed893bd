// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/worker/child_process.h"

#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace masu::tasks {

namespace {

struct Pipe {
  Descriptor read;
  Descriptor write;
};

Result<Pipe> makePipe() {
  std::array<int, 2> ends = {-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return fail(Error::fromErrno(errno, "pipe"));
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// A file in memory serves as stdin: a child that dies before it reads raises no SIGPIPE here, and no size blocks.
Result<Descriptor> inputFile(const std::string& text) {
  Descriptor file(memfd_create("masu-input", MFD_CLOEXEC));
  if (file.number() < 0) return fail(Error::fromErrno(errno, "memfd"));
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(file.number(), text.data() + written, text.size() - written);
    if (count < 0) return fail(Error::fromErrno(errno, "memfd"));
    written += static_cast<std::size_t>(count);
  }
  lseek(file.number(), 0, SEEK_SET);
  return file;
}

std::vector<std::string> environmentFor(unsigned threads) {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
  // The first of two entries of a name counts, so what the user has set stays. OpenBLAS starts its threads when it is
  // loaded and can be limited in no other way; OpenMP's threads would burn the cores that the loader waits for.
  if (threads > 0) environment.push_back("OPENBLAS_NUM_THREADS=" + std::to_string(threads));
  environment.emplace_back("OMP_WAIT_POLICY=PASSIVE");
  // Large blocks come fresh from the kernel each time, which takes a third of a step in small pages.
  environment.emplace_back("GLIBC_TUNABLES=glibc.malloc.hugetlb=1");
  return environment;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

void Descriptor::close() {
  if (m_number >= 0) ::close(std::exchange(m_number, -1));
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : m_process(std::exchange(other.m_process, -1)),
      m_output(std::move(other.m_output)),
      m_error(std::move(other.m_error)) {}

ChildProcess::~ChildProcess() {
  if (m_process <= 0) return;
  kill(m_process, SIGKILL);
  waitpid(m_process, nullptr, 0);
}

void ChildProcess::signal(int number) const {
  kill(m_process, number);
}

WorkerEnd ChildProcess::wait() {
  int status = 0;
  rusage usage = {};
  while (wait4(m_process, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  m_process = -1;
  WorkerEnd end;
  end.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.peakMemoryBytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return end;
}

Result<ChildProcess> ChildProcess::start(const WorkerCommand& command) {
  MASU_TRY(const Descriptor input, inputFile(command.input));
  MASU_TRY(Pipe output, makePipe());
  MASU_TRY(Pipe error, makePipe());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.number(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.write.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error.write.number(), STDERR_FILENO);
  // Signals that this process blocks or ignores would be blocked or ignored in the child too.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  sigset_t usual = none;
  for (const int number : {SIGINT, SIGTERM, SIGPIPE}) sigaddset(&usual, number);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> arguments = {command.program.string()};
  arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
  std::vector<std::string> environment = environmentFor(command.threads);
  pid_t process = -1;
  const int failure = posix_spawn(&process, command.program.c_str(), &actions, &attributes,
                                  pointersTo(arguments).data(), pointersTo(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) return fail(Error::fromErrno(failure, command.program.string()));
  return ChildProcess(process, std::move(output.read), std::move(error.read));
}

}  // namespace masu::tasks
