#include <csignal>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>

#include "core/estimate/footprint_json.h"
#include "core/metrics/run_event.h"
#include "core/metrics/run_spec.h"
#include "core/train/trainer.h"

namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kCancelled = 130;

/// The signals that ask for a polite end. Blocked in every thread, so that one of ours may wait for them.
sigset_t stopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

std::string readInput() {
  return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
}

/// A line at once, as the reader shows progress by it. A reader that is gone ends this program through SIGPIPE.
void printLine(const std::string& line) {
  std::cout << line << '\n' << std::flush;
}

int exitCodeFor(const masu::Error& error) {
  return error.code == masu::Errc::cancelled ? kCancelled : kFailed;
}

int failWith(const masu::Error& error) {
  printLine(masu::metrics::toJsonLine(masu::metrics::Failed{error}));
  return exitCodeFor(error);
}

int run() {
  const auto spec = masu::metrics::specFromJson(readInput());
  if (!spec) return failWith(spec.error());
  std::stop_source source;
  // Ends with the process; a detached wait needs no signal sent to itself to be joined.
  std::thread([source]() mutable {
    const sigset_t signals = stopSignals();
    int number = 0;
    sigwait(&signals, &number);
    source.request_stop();
  }).detach();
  masu::Progress progress;
  const auto print = [](const masu::metrics::RunEvent& event) { printLine(masu::metrics::toJsonLine(event)); };
  const auto done = masu::train::train(*spec, print, {source.get_token(), progress});
  return done ? 0 : exitCodeFor(done.error());
}

int trace() {
  const auto spec = masu::metrics::specFromJson(readInput());
  if (!spec) return failWith(spec.error());
  const auto footprints = masu::train::trace(*spec);
  if (!footprints) return failWith(footprints.error());
  for (const auto& footprint : *footprints) printLine(masu::estimate::toJson(footprint));
  return 0;
}

}  // namespace

/// masu-train, the worker that masu and masu-gui start: it alone links LibTorch, and its end takes neither of them
/// down.
int main(int argc, char** argv) {
  const std::string_view command = argc == 2 ? argv[1] : "";
  if (command == "--version") {
    std::printf("masu-train %s\n", MASU_VERSION);
    return 0;
  }
  if (command == "run") {
    const sigset_t signals = stopSignals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    return run();
  }
  if (command == "trace") return trace();
  std::fputs(
      "Usage: masu-train run|trace < SPEC.json\n"
      "The training worker of Masu; masu train and masu-gui start it.\n",
      stderr);
  return kUsage;
}
