// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/confinement.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <glob.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace masu::io {

namespace {

/// The one thread that keeps the rights of the process.
class Helper {
 public:
  Helper() : m_process(getpid()), m_thread([this] { serve(); }) { m_thread.detach(); }

  /// False in a process that was forked off, which has no such thread.
  bool isHere() const { return getpid() == m_process; }
  bool isCalling() const { return std::this_thread::get_id() == m_id; }

  void run(const std::function<void()>& work) {
    const std::lock_guard turn(m_turn);
    std::unique_lock lock(m_mutex);
    m_work = &work;
    m_changed.notify_all();
    m_changed.wait(lock, [this] { return m_work == nullptr; });
    if (m_thrown) std::rethrow_exception(std::exchange(m_thrown, nullptr));
  }

  /// Until the thread is there.
  void awaitReady() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_isReady; });
  }

 private:
  void serve() {
    std::unique_lock lock(m_mutex);
    m_id = std::this_thread::get_id();
    m_isReady = true;
    m_changed.notify_all();
    for (;;) {
      m_changed.wait(lock, [this] { return m_work != nullptr; });
      try {
        (*m_work)();
      } catch (...) {
        m_thrown = std::current_exception();
      }
      m_work = nullptr;
      m_changed.notify_all();
    }
  }

  pid_t m_process;
  std::mutex m_turn;  ///< whoever has work
  std::mutex m_mutex;
  std::condition_variable m_changed;
  const std::function<void()>* m_work = nullptr;
  std::exception_ptr m_thrown;
  std::thread::id m_id;
  bool m_isReady = false;
  std::thread m_thread;
};

/// Lives as long as the process: its thread never ends.
std::atomic<Helper*> helper = nullptr;

// Landlock as its versions 1 to 4 have it; Debian's headers end at the second.
constexpr std::uint64_t kExecute = 1U << 0U;
constexpr std::uint64_t kWriteFile = 1U << 1U;
constexpr std::uint64_t kReadFile = 1U << 2U;
constexpr std::uint64_t kReadDirectory = 1U << 3U;
constexpr std::uint64_t kTcp = 3;  ///< to bind, and to connect
constexpr int kWithReferring = 2;
constexpr int kWithTruncating = 3;
constexpr int kWithNetwork = 4;

struct Ruleset {
  std::uint64_t files = 0;
  std::uint64_t network = 0;
};
struct [[gnu::packed]] PathRule {
  std::uint64_t allowed = 0;
  std::int32_t folder = -1;
};

/// All rights to files that a version knows of.
std::uint64_t fileRights(int version) {
  return (std::uint64_t{1} << (version >= kWithTruncating ? 15U : version >= kWithReferring ? 14U : 13U)) - 1;
}

/// The folders of the program and of the libraries that it has loaded, and those of the system.
std::set<std::string> libraryFolders() {
  std::set<std::string> folders = {"/usr", "/lib", "/lib64", "/etc/nvidia", "/sys", "/proc/self", "/proc/sys"};
  dl_iterate_phdr(
      [](dl_phdr_info* library, std::size_t, void* into) {
        const std::filesystem::path folder = std::filesystem::path(library->dlpi_name).parent_path();
        if (folder.is_absolute()) static_cast<std::set<std::string>*>(into)->insert(folder.string());
        return 0;
      },
      &folders);
  std::error_code ignored;
  folders.insert(std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path().string());
  return folders;
}

std::set<std::string> devices(Devices wanted) {
  std::set<std::string> paths = {"/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"};
  if (wanted == Devices::no) return paths;
  glob_t found{};
  for (const char* pattern : {"/dev/nvidia*", "/dev/nvidia-caps/*"}) {
    if (::glob(pattern, 0, nullptr, &found) == 0) paths.insert(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
  }
  return paths;
}

/// What is not there is not allowed, and never missed.
void allow(int ruleset, const std::string& path, std::uint64_t rights) {
  const int opened = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (opened < 0) return;
  const PathRule rule{rights, opened};
  constexpr int kPathBeneath = 1;
  ::syscall(SYS_landlock_add_rule, ruleset, kPathBeneath, &rule, 0);
  ::close(opened);
}

int confineByLandlock(Devices wanted) {
  constexpr unsigned kAskVersion = 1;
  const auto version = static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0, kAskVersion));
  if (version < 1) return 0;
  const Ruleset rules{fileRights(version), version >= kWithNetwork ? kTcp : 0};
  const std::size_t size = version >= kWithNetwork ? sizeof rules : sizeof rules.files;
  const auto ruleset = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, size, 0));
  if (ruleset < 0) return 0;
  for (const std::string& folder : libraryFolders()) allow(ruleset, folder, kExecute | kReadFile | kReadDirectory);
  for (const char* file : {"/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems", "/proc/driver",
                           "/etc/ld.so.cache", "/etc/localtime"})
    allow(ruleset, file, kReadFile);
  for (const std::string& device : devices(wanted)) allow(ruleset, device, kReadFile | kWriteFile);
  const bool held = ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  ::close(ruleset);
  return held ? version : 0;
}

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
constexpr std::uint32_t kForeignCalls = 0x40000000;  ///< those of another interface begin here
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t kForeignCalls = 0xFFFFFFFF;
#else
constexpr std::uint32_t kArchitecture = 0;
constexpr std::uint32_t kForeignCalls = 0xFFFFFFFF;
#endif

/// Networks, other processes and programs, and ways around a filter.
constexpr std::array kRefused = {SYS_socket,
                                 SYS_connect,
                                 SYS_bind,
                                 SYS_listen,
                                 SYS_accept,
                                 SYS_accept4,
                                 SYS_ptrace,
                                 SYS_execve,
                                 SYS_execveat,
                                 SYS_process_vm_readv,
                                 SYS_process_vm_writev,
                                 SYS_io_uring_setup,
                                 SYS_bpf,
                                 SYS_perf_event_open,
                                 SYS_open_by_handle_at,
                                 SYS_unshare,
                                 SYS_setns,
                                 SYS_mount,
                                 SYS_keyctl,
                                 SYS_userfaultfd};

/// What changes files by their names.
constexpr std::array kRefusedChanges = {
#if defined(__x86_64__)
    SYS_creat,   SYS_rename,   SYS_unlink,    SYS_link,     SYS_symlink,  SYS_mkdir,
    SYS_rmdir,   SYS_mknod,    SYS_chmod,     SYS_chown,    SYS_lchown,   SYS_renameat,
#endif
    SYS_openat2, SYS_truncate, SYS_renameat2, SYS_unlinkat, SYS_linkat,   SYS_symlinkat,
    SYS_mkdirat, SYS_mknodat,  SYS_fchmodat,  SYS_fchownat, SYS_setxattr, SYS_lsetxattr};

constexpr std::uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;

class Filter {
 public:
  Filter() {
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
    add(BPF_RET | BPF_K, kRefuse);
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
    add(BPF_JMP | BPF_JGE | BPF_K, kForeignCalls, 0, 1);
    add(BPF_RET | BPF_K, kRefuse);
  }

  void refuse(long call) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
    add(BPF_RET | BPF_K, kRefuse);
  }

  /// Where one of `bits` is in an argument.
  void refuse(long call, unsigned argument, std::uint32_t bits) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offsetof(seccomp_data, args) + 8 * argument));
    add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    add(BPF_RET | BPF_K, kRefuse);
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }

  bool apply() {
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const sock_fprog program{static_cast<unsigned short>(m_program.size()), m_program.data()};
    return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
  }

 private:
  void add(unsigned code, std::uint32_t value, unsigned char yes = 0, unsigned char no = 0) {
    m_program.push_back({static_cast<unsigned short>(code), yes, no, value});
  }

  std::vector<sock_filter> m_program;
};

bool confineBySeccomp(Devices wanted) {
  if (kArchitecture == 0) return false;
  Filter filter;
  for (const long call : kRefused) filter.refuse(call);
  if (wanted == Devices::no) {
    constexpr std::uint32_t kWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    for (const long call : kRefusedChanges) filter.refuse(call);
#if defined(__x86_64__)
    filter.refuse(SYS_open, 1, kWriting);
#endif
    filter.refuse(SYS_openat, 2, kWriting);
  }
  return filter.apply();
}

}  // namespace

Confinement confineThread(Devices wanted) {
  static std::mutex mutex;
  static Confinement inForce;
  const std::lock_guard lock(mutex);
  if (helper != nullptr) return inForce;
  auto* started = new Helper;
  started->awaitReady();
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return {};
  inForce.landlock = confineByLandlock(wanted);
  inForce.seccomp = confineBySeccomp(wanted);
  helper = started;
  return inForce;
}

void unconfined(const std::function<void()>& work) {
  Helper* const with = helper;
  if (with == nullptr || !with->isHere() || with->isCalling()) return work();
  with->run(work);
}

}  // namespace masu::io
