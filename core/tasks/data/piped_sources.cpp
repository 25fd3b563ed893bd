// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/piped_sources.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <span>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "core/flow/machine.h"
#include "core/io/scratch_folder.h"
#include "core/io/unpack.h"

namespace masu::tasks {

namespace {

namespace fs = std::filesystem;

constexpr const char* kStandardInput = "-";
constexpr int kLookMilliseconds = 100;  // for a stop

/// A shell calls <(program) by a number alone, which nobody would know in a sentence.
fs::path nameOf(const fs::path& pipe) {
  const fs::path name = pipe.filename();
  return pipe.parent_path() == "/dev/fd" ? fs::path("pipe " + name.string()) : name;
}

/// Takes a front off every value that begins with it.
void removeFront(Argument& argument, const std::string& front) {
  if (!argument.isMessage && argument.text.starts_with(front)) argument.text.erase(0, front.size());
  for (Argument& inner : argument.arguments) removeFront(inner, front);
}

/// What one pipe gives. Owns the descriptor of all but standard input.
class Pipe {
 public:
  static Result<Pipe> open(const fs::path& source) {
    if (source != kStandardInput) {
      // O_NONBLOCK: nobody may have begun to write.
      const int descriptor = ::open(source.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
      if (descriptor < 0) return fail(Error::fromErrno(errno, source));
      return Pipe(descriptor, nameOf(source));
    }
    if (::isatty(STDIN_FILENO) != 0) {
      return fail(
          Errc::invalidArgument,
          MASU_TEXT("core", "Standard input (-) is a terminal: name a file, or pipe a program's output into Masu."));
    }
    return Pipe(STDIN_FILENO, "standard input");
  }

  Pipe(Pipe&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, STDIN_FILENO)), m_name(other.m_name) {}
  Pipe& operator=(Pipe&&) = delete;
  ~Pipe() {
    if (m_descriptor != STDIN_FILENO) ::close(m_descriptor);
  }

  const fs::path& name() const { return m_name; }

  /// Fills the front; 0 at the end.
  Result<std::size_t> read(std::span<std::byte> out, const JobContext& job) const {
    for (;;) {
      if (job.stopRequested()) return fail(Error::cancelled());
      pollfd asked{m_descriptor, POLLIN, 0};
      const int ready = ::poll(&asked, 1, kLookMilliseconds);
      // Before a program writes to a named pipe, reading it would say that it is at its end.
      if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
      const ::ssize_t count = ::read(m_descriptor, out.data(), out.size());
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR && errno != EAGAIN) return fail(Error::fromErrno(errno, m_name));
    }
  }

 private:
  Pipe(int descriptor, fs::path name) : m_descriptor(descriptor), m_name(std::move(name)) {}

  int m_descriptor;
  fs::path m_name;
};

Result<fs::path> makeFolder() {
  std::string made = io::scratchFolder() / "masu-pipe-XXXXXX";
  if (::mkdtemp(made.data()) == nullptr) return fail(Error::fromErrno(errno, io::scratchFolder()));
  return fs::path(made);
}

/// A name in the folder that is free: two pipes may have the same.
fs::path freeName(const fs::path& folder, const fs::path& name) {
  fs::path wanted = folder / name;
  std::error_code ignored;
  for (int number = 2; fs::is_symlink(wanted, ignored); ++number)
    wanted = folder / (name.string() + " (" + std::to_string(number) + ")");
  return wanted;
}

Error namedTwice() {
  return {Errc::invalidArgument,
          MASU_TEXT("core", "Standard input (-) is named twice as a source; it can be read only once.")};
}

/// Sources are named by their place below the folder that has them all, and what came through a pipe is in none that
/// people know.
Error besideFiles() {
  return {
      Errc::invalidArgument,
      MASU_TEXT("core", "A pipe and files cannot be sources of one import: import the one, then append the other.")};
}

}  // namespace

PipedSources::PipedSources(PipedSources&& other) noexcept
    : m_folder(std::exchange(other.m_folder, {})),
      m_kept(std::exchange(other.m_kept, {})),
      m_bytes(other.m_bytes),
      m_inMemory(other.m_inMemory) {}

PipedSources& PipedSources::operator=(PipedSources&& other) noexcept {
  std::swap(m_folder, other.m_folder);
  std::swap(m_kept, other.m_kept);
  std::swap(m_bytes, other.m_bytes);
  std::swap(m_inMemory, other.m_inMemory);
  return *this;
}

PipedSources::~PipedSources() {
  std::error_code ignored;
  if (!m_folder.empty()) fs::remove_all(m_folder, ignored);
}

bool PipedSources::isPipe(const fs::path& source) {
  std::error_code ignored;
  return source == kStandardInput || fs::is_fifo(source, ignored);
}

Result<PipedSources> PipedSources::take(std::vector<fs::path>& sources, const Resources& resources,
                                        const JobContext& job) {
  PipedSources piped;
  if (std::ranges::none_of(sources, isPipe)) return piped;
  if (!std::ranges::all_of(sources, isPipe)) return fail(besideFiles());
  if (std::ranges::count(sources, fs::path(kStandardInput)) > 1) return fail(namedTwice());
  const std::uint64_t inMemory = std::min(io::kMostInMemory, flow::resolve(resources).memoryBytes / 4);
  MASU_TRY(piped.m_folder, makeFolder());
  for (fs::path& source : sources) {
    if (!isPipe(source)) continue;
    MASU_TRY(const Pipe pipe, Pipe::open(source));
    const auto read = [&](std::span<std::byte> out) { return pipe.read(out, job); };
    MASU_TRY(io::File file, io::unpackAll(pipe.name(), read, 0, std::numeric_limits<std::uint64_t>::max(), inMemory));
    MASU_TRY(const std::uint64_t bytes, file.size());
    piped.m_bytes += bytes;
    piped.m_inMemory = piped.m_inMemory && bytes <= inMemory;
    // By the number of this process, as its children read sources, too.
    const fs::path kept = "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(file.descriptor());
    source = freeName(piped.m_folder, pipe.name());
    if (::symlink(kept.c_str(), source.c_str()) != 0) return fail(Error::fromErrno(errno, source));
    piped.m_kept.push_back(std::move(file));
  }
  return piped;
}

Error PipedSources::named(Error error) const {
  if (m_folder.empty()) return error;
  const std::string front = m_folder.string() + '/';
  for (Argument& argument : error.message.arguments) removeFront(argument, front);
  if (error.source.file.starts_with(front)) error.source.file.erase(0, front.size());
  return error;
}

Message PipedSources::note() const {
  if (m_inMemory) {
    return {MASU_TEXT("core", "What came through a pipe, {0} bytes, was kept in memory until it was read."),
            {std::to_string(m_bytes)}};
  }
  return {MASU_TEXT("core",
                    "What came through a pipe, {0} bytes, was kept in a temporary file in {1} until it was read, as it "
                    "is surveyed and then imported."),
          {std::to_string(m_bytes), m_folder.parent_path().string()}};
}

}  // namespace masu::tasks
