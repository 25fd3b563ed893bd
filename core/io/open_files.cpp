#include "core/io/open_files.h"

#include <cerrno>
#include <string>

#include <sys/resource.h>

namespace masu::io {

Result<void> allowOpenFiles(std::uint64_t more) {
  /// What a process may have open already.
  constexpr rlim_t kOthers = 512;
  rlimit limits{};
  if (::getrlimit(RLIMIT_NOFILE, &limits) != 0) return {};
  const rlim_t needed = more + kOthers;
  if (needed <= limits.rlim_cur) return {};
  if (needed > limits.rlim_max) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "This takes {0} open files, and the system permits {1}. Keep fewer columns, or raise the limit "
                          "(ulimit -n)."),
                {std::to_string(needed), std::to_string(limits.rlim_max)});
  }
  limits.rlim_cur = needed;
  if (::setrlimit(RLIMIT_NOFILE, &limits) != 0) return fail(Error::fromErrno(errno, "/proc/self/limits"));
  return {};
}

}  // namespace masu::io
