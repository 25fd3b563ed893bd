// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/worker/worker_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <span>
#include <system_error>

#include <dlfcn.h>
#include <poll.h>
#include <unistd.h>

namespace masu::tasks {

namespace {

constexpr std::chrono::seconds kGrace{10};
constexpr int kPollMilliseconds = 50;
constexpr std::size_t kComplaintBytes = 4096;

/// Cuts what comes in pieces into lines.
class LineCutter {
 public:
  void add(std::string_view piece, const std::function<void(std::string_view)>& onLine) {
    m_text += piece;
    std::size_t begin = 0;
    for (std::size_t end = m_text.find('\n'); end != std::string::npos; end = m_text.find('\n', begin)) {
      onLine(std::string_view(m_text).substr(begin, end - begin));
      begin = end + 1;
    }
    m_text.erase(0, begin);
  }

 private:
  std::string m_text;
};

/// What is there to read; an empty text is the end.
std::string_view readSome(int descriptor, std::span<char> buffer) {
  ssize_t count = 0;
  do {
    count = read(descriptor, buffer.data(), buffer.size());
  } while (count < 0 && errno == EINTR);
  return {buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

/// Asks once, and insists once when the time of grace is over.
class Stopper {
 public:
  void poll(const ChildProcess& child, const std::stop_token& stop) {
    if (!stop.stop_requested()) return;
    const auto now = std::chrono::steady_clock::now();
    if (!m_asked) {
      m_asked = true;
      m_asking = now;
      child.signal(SIGTERM);
    } else if (!m_insisted && now - m_asking > kGrace) {
      m_insisted = true;
      child.signal(SIGKILL);
    }
  }

 private:
  bool m_asked = false;
  bool m_insisted = false;
  std::chrono::steady_clock::time_point m_asking;
};

/// Lets the worker wait, and continue. Before its first line it may not be ready for such a signal, which would end it.
class Pauser {
 public:
  explicit Pauser(const std::atomic<bool>* wanted) : m_wanted(wanted) {}

  void hear() { m_ready = true; }
  void poll(const ChildProcess& child) {
    if (m_wanted == nullptr || !m_ready || *m_wanted == m_paused) return;
    m_paused = !m_paused;
    child.signal(m_paused ? SIGUSR1 : SIGUSR2);
  }

 private:
  const std::atomic<bool>* m_wanted;
  bool m_ready = false;
  bool m_paused = false;
};

constexpr const char* kName = "masu-train";

/// Where this code is a module of Python: in the build folder, and in the prefix or virtual environment of both.
void addPlacesOfModule(std::vector<std::filesystem::path>& places) {
  Dl_info code{};
  if (dladdr(reinterpret_cast<const void*>(&runWorker), &code) == 0 || code.dli_fname == nullptr) return;
  const std::filesystem::path folder = std::filesystem::path(code.dli_fname).parent_path();
  if (!folder.is_absolute()) return;
  for (const char* bin : {"../../bin", "../../../../bin"}) places.push_back((folder / bin / kName).lexically_normal());
}

bool runs(const std::filesystem::path& program) {
  return std::filesystem::is_regular_file(program) && access(program.c_str(), X_OK) == 0;
}

}  // namespace

Result<std::filesystem::path> findTrainingWorker() {
  std::vector<std::filesystem::path> places;
  if (const char* named = std::getenv("MASU_TRAIN")) places.emplace_back(named);
  std::error_code ignored;
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  if (!here.empty()) {
    places.push_back(here / kName);
    places.push_back(here.parent_path() / "libexec" / "masu" / kName);
  }
  addPlacesOfModule(places);
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) places.push_back(std::filesystem::path(rest.substr(0, end)) / kName);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  for (const std::filesystem::path& place : places) {
    if (runs(place)) return place;
  }
  return fail(Errc::notFound, MASU_TEXT("core",
                                        "Training and estimates need the program masu-train, which is not "
                                        "installed: install the package masu-train."));
}

Result<WorkerEnd> runWorker(const WorkerCommand& command, const std::function<void(std::string_view)>& onLine,
                            const std::stop_token& stop, const std::atomic<bool>* paused) {
  MASU_TRY(ChildProcess child, ChildProcess::start(command));
  std::array<pollfd, 2> watched = {pollfd{child.output(), POLLIN, 0}, pollfd{child.error(), POLLIN, 0}};
  std::array<char, 65536> buffer;
  LineCutter lines;
  Stopper stopper;
  Pauser pauser(paused);
  std::string complaint;
  while (watched[0].fd >= 0 || watched[1].fd >= 0) {
    stopper.poll(child, stop);
    pauser.poll(child);
    if (::poll(watched.data(), watched.size(), kPollMilliseconds) <= 0) continue;
    for (pollfd& end : watched) {
      if (end.fd < 0 || end.revents == 0) continue;
      const std::string_view piece = readSome(end.fd, buffer);
      if (piece.empty()) {
        end.fd = -1;  // poll() passes over it from now on
      } else if (end.fd == child.output()) {
        lines.add(piece, onLine);
        pauser.hear();
      } else {
        complaint += piece;
        if (complaint.size() > kComplaintBytes) complaint.erase(0, complaint.size() - kComplaintBytes);
      }
    }
  }
  WorkerEnd end = child.wait();
  end.complaint = std::move(complaint);
  return end;
}

}  // namespace masu::tasks
