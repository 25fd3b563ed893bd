// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "core/estimate/model_footprint.h"
#include "core/flow/process_group.h"
#include "core/metrics/replay_spec.h"
#include "core/metrics/run_event.h"
#include "core/metrics/run_spec.h"
#include "core/train/models/confine.h"
#include "core/train/models/model_limits.h"
#include "core/train/prediction/predict.h"
#include "core/train/probe/probe.h"
#include "core/train/run/process_memory.h"
#include "core/train/run/replay.h"
#include "core/train/run/trainer.h"

namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kCancelled = 130;

/// Where the handler of signals writes them. A handler, as libraries here have threads before main() begins, which a
/// signal that is only blocked and waited for would kill.
int signalPipe[2] = {-1, -1};

extern "C" void noteSignal(int number) {
  const char token = static_cast<char>(number);
  [[maybe_unused]] const auto written = write(signalPipe[1], &token, 1);
}

/// What SIGUSR1 sets and SIGUSR2 ends.
masu::train::Pause runPause;

/// A step of a model of others may never end, and masu, which would insist, may be gone.
void endSoon() {
  static bool called = false;
  if (std::exchange(called, true)) return;
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::seconds(10));
    _exit(kCancelled);
  }).detach();
}

/// A token that SIGINT and SIGTERM stop. Lifetime: the process'.
std::stop_token stopOnSignals() {
  std::stop_source source;
  if (pipe2(signalPipe, O_CLOEXEC) != 0) return source.get_token();
  fcntl(signalPipe[1], F_SETFL, O_NONBLOCK);
  // Ends with the process: it waits for nothing but the pipe and owns nothing that needs an end.
  std::thread([source]() mutable {
    char number = 0;
    while (read(signalPipe[0], &number, 1) != 0) {
      if (number == SIGUSR1 || number == SIGUSR2) {
        runPause.set(number == SIGUSR1);
      } else if (number != 0) {
        source.request_stop();
        endSoon();
      }
      number = 0;
    }
  }).detach();
  struct sigaction action = {};
  action.sa_handler = noteSignal;
  action.sa_flags = SA_RESTART;
  for (const int number : {SIGINT, SIGTERM, SIGUSR1, SIGUSR2}) sigaction(number, &action, nullptr);
  return source.get_token();
}

/// What the program that started this one is spared: a worker that lives on without it, and being killed in its place
/// when memory runs out. One that ended before the signal was asked for reads the output no more: its number would not
/// say so, as a script may be between the two.
void serveTheStarter() {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  pollfd output = {STDOUT_FILENO, 0, 0};
  if (poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0) _exit(kCancelled);
  std::ofstream("/proc/self/oom_score_adj") << "500\n";
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

int run(const masu::flow::ProcessGroup& place) {
  const auto spec = masu::metrics::specFromJson(readInput(), {}, place.isAlone() ? 1 : masu::metrics::kSlicesOfRanks);
  if (!spec) return failWith(spec.error());
  masu::Progress progress;
  const auto print = [](const masu::metrics::RunEvent& event) { printLine(masu::metrics::toJsonLine(event)); };
  const auto done = masu::train::train(*spec, print, {stopOnSignals(), progress}, &runPause, place);
  return done ? 0 : exitCodeFor(done.error());
}

int findRates() {
  const auto spec = masu::metrics::specFromJson(readInput());
  if (!spec) return failWith(spec.error());
  masu::Progress progress;
  const auto print = [](const masu::metrics::RunEvent& event) { printLine(masu::metrics::toJsonLine(event)); };
  const auto curves = masu::train::findRates(*spec, print, {stopOnSignals(), progress});
  if (!curves) return failWith(curves.error());
  for (const auto& curve : *curves) printLine(masu::metrics::toJson(curve));
  return 0;
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

int replay() {
  const auto spec = masu::metrics::replaySpecFromJson(readInput());
  if (!spec) return failWith(spec.error());
  masu::Progress progress;
  const auto print = [](const masu::metrics::ReplayProgress& now) { printLine(masu::metrics::toJson(now)); };
  const auto summary = masu::train::replay(*spec, print, {stopOnSignals(), progress});
  if (!summary) return failWith(summary.error());
  printLine(masu::metrics::toJson(*summary));
  return 0;
}

/// What people ask for where masu-train gets a command.
std::string_view askedBy(std::string_view command) {
  if (command == "rates") return "masu train --find-lr";
  if (command == "trace" || command == "measure") return "masu estimate";
  if (command == "predict") return "masu predict";
  if (command == "replay") return "masu receipt check";
  return command;
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
  masu::train::confineFromModelsOn();
  masu::train::limitModels([](const masu::Error& error) { _exit(failWith(error)); });
  serveTheStarter();
  const auto place = masu::flow::processGroupFrom(masu::flow::processEnvironment());
  if (!place && !command.empty()) {
    failWith(place.error());
    return kUsage;
  }
  if (command == "run") return run(*place);
  if (!command.empty() && !place->isAlone()) {
    failWith(masu::flow::notShared(askedBy(command), *place));
    return kUsage;
  }
  if (command == "rates") return findRates();
  if (command == "trace") return trace();
  if (command == "measure") return measure();
  if (command == "predict") return predict();
  if (command == "replay") return replay();
  std::fputs(
      "Usage: masu-train run|rates|trace|measure|predict|replay < SPEC.json\n"
      "The training worker of Masu; masu train and masu-gui start it. Started several times with RANK, WORLD_SIZE,\n"
      "LOCAL_RANK, MASTER_ADDR and MASTER_PORT, by srun or by mpirun, run trains one run by all of them together.\n",
      stderr);
  return kUsage;
}
