// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <new>
#include <thread>

#include <poll.h>
#include <unistd.h>

#include "app/cli/format.h"
#include "app/cli/progress_line.h"
#include "core/base/stop_wait.h"
#include "core/base/unexpected.h"

namespace masu::cli {

namespace {

void drawUntilStopped(const std::stop_token& stop, const Progress& progress, const Console::News& news) {
  const bool terminal = isatty(STDERR_FILENO) == 1;
  if (!terminal && !news) return;
  ProgressLine line;
  const auto show = [&](bool last) {
    if (terminal) std::fputs(ProgressLine::kErase, stderr);
    if (news) std::fputs(shownText(news(), LineEnds::kept).c_str(), stderr);
    if (terminal && !last) std::fputs(line.text(progress).c_str(), stderr);
    std::fflush(stderr);
  };
  // Asked once a round: work that ends after it was asked has one more round, which erases the line.
  for (bool last = false; !last;) {
    pauseFor(std::chrono::milliseconds(100), stop);
    last = stop.stop_requested();
    show(last);
  }
}

}  // namespace

Result<Report> guarded(const Work& work, const JobContext& job) {
  try {
    return work(job);
  } catch (const std::bad_alloc&) {
    return fail(Errc::outOfMemory,
                MASU_TEXT("core", "Memory ran out. Give a smaller --memory, or close other programs."));
  } catch (const std::exception& error) {
    return fail(unexpected(error.what()));
  }
}

bool printOut(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {  // the reader of a pipe that does not block is slow
      pollfd room = {STDOUT_FILENO, POLLOUT, 0};
      ::poll(&room, 1, -1);
      continue;
    }
    if (written < 0) {
      printError("The output could not be written to stdout: " + std::string(std::strerror(errno)) + ".");
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool printJson(const nlohmann::ordered_json& json) {
  return printOut(shownJson(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace)) + "\n");
}

void printError(const std::string& sentence) {
  std::fputs(("masu: " + shownText(sentence, LineEnds::shown) + "\n").c_str(), stderr);
}

int Console::run(const Work& work, const News& news) {
  if (m_caller) return m_caller(work);
  Interrupt interrupt(m_ending);
  Progress progress;
  Result<Report> result = [&] {
    const std::jthread drawing([&](const std::stop_token& stop) { drawUntilStopped(stop, progress, news); });
    return guarded(work, JobContext{interrupt.token(), progress});
  }();
  return finish(result);
}

int Console::finish(const Result<Report>& result) const {
  if (result) {
    const bool printed = m_json ? printJson(result->json) : printOut(shownText(result->text, LineEnds::kept));
    std::fputs(shownText(result->problems, LineEnds::kept).c_str(), stderr);
    return printed ? result->exitCode : 1;
  }
  const Error& error = result.error();
  if (m_json) printJson(errorJson(error));
  printError(errorText(error));
  return error.code == Errc::cancelled ? 130 : 1;
}

}  // namespace masu::cli
