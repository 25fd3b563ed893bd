// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/limited_child.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/byte_record.h"

namespace masu::io {
namespace {

constexpr std::uint64_t kLongestReport = 64U << 10U;
constexpr int kFailed = 1;

/// The room above it is what makes the kernel send the signal of that limit instead of SIGKILL.
void limit(__rlimit_resource resource, rlim_t value, rlim_t room = 0) {
  const rlimit limits{value, value + room};
  setrlimit(resource, &limits);
}

/// Bytes of address space that the process has now, which the limit counts too.
std::uint64_t addressSpace() {
  unsigned long pages = 0;
  if (std::FILE* const file = std::fopen("/proc/self/statm", "r"); file != nullptr) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return std::uint64_t{pages} * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// What only a child may do to itself: to die quietly and soon, and with its parent.
void confine(const ChildLimits& limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP, SIGALRM, SIGXCPU}) {
    std::signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // The allocator prints what it found broken before it aborts.
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, limits.processorSeconds, 1);
  alarm(limits.seconds);
  // The sanitizers have terabytes of address space for themselves.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  if (const std::uint64_t has = addressSpace(); has > 0) limit(RLIMIT_AS, has + limits.memoryBytes);
#endif
}

std::vector<std::byte> written(const Error& error) {
  ByteWriter report;
  report.put(error.code);
  report.put(error.message);
  return report.take();
}

Error readBack(std::span<const std::byte> bytes, const std::string& file) {
  ByteReader report(bytes);
  Errc code = Errc::internal;
  Message message;
  report.get(code);
  report.get(message);
  if (!report.atEnd()) return {Errc::internal, MASU_TEXT("core", "{0} could not be checked."), {file}, {file}};
  return {code, std::move(message.text), std::move(message.arguments), {file}};
}

Result<void> tried(const std::function<Result<void>()>& work, const std::string& file) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged: it takes more memory than any such file should."),
                {file});
  } catch (const std::exception& problem) {
    return fail(Errc::internal, MASU_TEXT("core", "{0} could not be checked ({1})."), {file, problem.what()});
  }
}

}  // namespace

Result<LimitedChild> LimitedChild::start(std::string file, const std::function<Result<void>()>& work,
                                         const ChildLimits& limits) {
  MASU_TRY(File report, File::createInMemory("report"));
  const pid_t process = fork();
  if (process < 0) return fail(Error::fromErrno(errno, file));
  if (process > 0) return LimitedChild(std::move(file), process, std::move(report), limits.seconds);
  confine(limits);
  const auto done = tried(work, file);
  if (done) _exit(0);
  static_cast<void>(report.writeAt(0, written(done.error())));
  _exit(kFailed);
}

LimitedChild::LimitedChild(LimitedChild&& other) noexcept
    : m_file(std::move(other.m_file)),
      m_process(std::exchange(other.m_process, -1)),
      m_report(std::move(other.m_report)),
      m_seconds(other.m_seconds) {}

LimitedChild::~LimitedChild() {
  if (m_process <= 0) return;
  kill(m_process, SIGKILL);
  waitpid(m_process, nullptr, 0);
}

Result<void> LimitedChild::wait(const std::stop_token& stop) {
  {
    const std::stop_callback kills(stop, [process = m_process] { kill(process, SIGKILL); });
    // Until it is reaped below, its number cannot become that of another process, which a late stop would kill.
    siginfo_t unused{};
    while (waitid(P_PID, static_cast<id_t>(m_process), &unused, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
    }
  }
  int status = 0;
  pid_t ended = -1;
  while ((ended = waitpid(m_process, &status, 0)) < 0 && errno == EINTR) {
  }
  m_process = -1;
  if (ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  if (stop.stop_requested()) return fail(Error::cancelled());
  MASU_TRY(const std::uint64_t size, m_report.size());
  if (size > 0 && size <= kLongestReport) {
    std::vector<std::byte> report(size);
    MASU_CHECK(m_report.readAt(0, report));
    return fail(readBack(report, m_file));
  }
  const int signal = ended > 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (signal == SIGXCPU) {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged: it takes longer to open than any such file should."),
                {m_file}, {m_file});
  }
  if (signal == SIGALRM) {
    // It waited rather than computed, which says nothing of the file.
    return fail(
        Errc::io,
        MASU_TEXT("core",
                  "{0} could not be opened within {1} seconds: its storage does not respond, or this machine is "
                  "overloaded. Try again."),
        {m_file, std::to_string(m_seconds)}, {m_file});
  }
  return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged: its reader crashed. Download it again."), {m_file},
              {m_file});
}

}  // namespace masu::io
