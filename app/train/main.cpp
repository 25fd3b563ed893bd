#include <csignal>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "core/estimate/footprint_json.h"
#include "core/metrics/run_event.h"
#include "core/metrics/run_spec.h"
#include "core/train/predict.h"
#include "core/train/process_memory.h"
#include "core/train/trainer.h"

namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kCancelled = 130;

/// Where the handler of SIGINT and SIGTERM writes. A handler, as libraries here have threads before main() begins,
/// which a signal that is only blocked and waited for would kill.
int stopPipe[2] = {-1, -1};

extern "C" void tellStop(int) {
  const char token = 0;
  [[maybe_unused]] const auto written = write(stopPipe[1], &token, 1);
}

/// A token that SIGINT and SIGTERM stop. Lifetime: the process'.
std::stop_token stopOnSignals() {
  std::stop_source source;
  if (pipe2(stopPipe, O_CLOEXEC | O_NONBLOCK) != 0) return source.get_token();
  // Ends with the process: it waits for nothing but the pipe and owns nothing that needs an end.
  std::thread([source]() mutable {
    pollfd waited = {stopPipe[0], POLLIN, 0};
    while (poll(&waited, 1, -1) <= 0) {
    }
    source.request_stop();
  }).detach();
  struct sigaction action = {};
  action.sa_handler = tellStop;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return source.get_token();
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
  masu::Progress progress;
  const auto print = [](const masu::metrics::RunEvent& event) { printLine(masu::metrics::toJsonLine(event)); };
  const auto done = masu::train::train(*spec, print, {stopOnSignals(), progress});
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

int measure() {
  const auto spec = masu::metrics::specFromJson(readInput());
  if (!spec) return failWith(spec.error());
  const auto measurement = masu::train::measure(*spec, stopOnSignals());
  if (!measurement) return failWith(measurement.error());
  printLine(masu::estimate::toJson(*measurement));
  return 0;
}

int predict() {
  const auto spec = masu::metrics::predictSpecFromJson(readInput());
  if (!spec) return failWith(spec.error());
  masu::Progress progress;
  const auto summary = masu::train::predict(*spec, {stopOnSignals(), progress});
  if (!summary) return failWith(summary.error());
  printLine(masu::metrics::toJson(*summary));
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
  masu::train::returnLargeBlocks();
  if (command == "run") return run();
  if (command == "trace") return trace();
  if (command == "measure") return measure();
  if (command == "predict") return predict();
  std::fputs(
      "Usage: masu-train run|trace|measure|predict < SPEC.json\n"
      "The training worker of Masu; masu train and masu-gui start it.\n",
      stderr);
  return kUsage;
}
