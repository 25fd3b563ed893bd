// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_log.h"

#include <cerrno>
#include <fstream>
#include <limits>
#include <type_traits>
#include <utility>

namespace masu::metrics {

namespace {

template <class Event>
constexpr bool kOfOneRun = !std::is_same_v<Event, Finished> && !std::is_same_v<Event, Failed>;

void fold(RunSummary& run, const RunStarted& event) {
  run.model = event.model;
  run.parameters = event.parameters;
  run.epochsPlanned = event.epochs;
  run.stepsPerEpoch = event.stepsPerEpoch;
  run.learningRate = event.learningRate;
  run.confinement = event.confinement;
  run.repeat = event.repeat;
}

void fold(RunSummary& run, const StepDone& event) {
  run.lastStep = event;
}

void fold(RunSummary& run, const EpochDone& event) {
  // A run that was resumed repeats the epoch it was stopped in.
  while (!run.epochs.empty() && run.epochs.back().epoch >= event.epoch) run.epochs.pop_back();
  run.epochs.push_back(event);
  if (!event.confusion.empty()) run.confusion = event.confusion;
}

void fold(RunSummary& run, const CheckpointWritten& event) {
  run.checkpoint = event.path;
}

void fold(RunSummary& run, const RunTested& event) {
  run.tested = true;
  run.test = event.test;
  run.baseline = event.baseline;
  run.ridge = event.ridge;
  run.nearest = event.nearest;
  run.points = event.points;
  run.temperature = event.temperature;
  run.confusion = event.confusion;
  run.reliability = event.reliability;
  run.thresholds = event.thresholds;
  run.threshold = event.threshold;
  run.worst = event.worst;
  run.seconds = event.seconds;
  if (!event.checkpoint.empty()) run.checkpoint = event.checkpoint;
}

}  // namespace

const EpochDone* RunSummary::bestEpoch() const {
  const EpochDone* best = nullptr;
  double lowest = std::numeric_limits<double>::infinity();
  for (const EpochDone& epoch : epochs) {
    if (!(epoch.validation.loss < lowest)) continue;
    lowest = epoch.validation.loss;
    best = &epoch;
  }
  return best;
}

void RunLog::add(const RunEvent& event) {
  const std::lock_guard lock(m_mutex);
  std::visit(
      [&]<class Event>(const Event& one) {
        if constexpr (kOfOneRun<Event>) {
          const auto index = static_cast<std::size_t>(one.run);
          if (one.run < 0 || index >= kMostModels) return;  // a damaged line
          if (index >= m_runs.size()) m_runs.resize(index + 1);
          fold(m_runs[index], one);
          if constexpr (std::is_same_v<Event, StepDone>) keepStep(index, one);
        } else if constexpr (std::is_same_v<Event, Finished>) {
          m_totals = one;
          m_finished = true;
        }
      },
      event);
}

void RunLog::keepStep(std::size_t run, const StepDone& step) {
  m_thinning.resize(m_runs.size());
  Thinning& thinning = m_thinning[run];
  std::vector<StepDone>& steps = m_runs[run].steps;
  if (thinning.seen++ % thinning.stride == 0) steps.push_back(step);
  if (steps.size() <= RunSummary::kMostSteps) return;
  for (std::size_t i = 0; 2 * i < steps.size(); ++i) steps[i] = steps[2 * i];
  steps.resize((steps.size() + 1) / 2);
  thinning.stride *= 2;
}

void RunLog::setSpec(RunSpec spec) {
  const std::lock_guard lock(m_mutex);
  m_spec = std::move(spec);
}

std::optional<RunSpec> RunLog::spec() const {
  const std::lock_guard lock(m_mutex);
  return m_spec;
}

std::vector<RunSummary> RunLog::runs() const {
  const std::lock_guard lock(m_mutex);
  return m_runs;
}

bool RunLog::finished() const {
  const std::lock_guard lock(m_mutex);
  return m_finished;
}

Finished RunLog::totals() const {
  const std::lock_guard lock(m_mutex);
  return m_totals;
}

Result<std::vector<RunSummary>> RunLog::read(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream lines(file);
  if (!lines) return fail(Error::fromErrno(errno, file));
  RunLog log;
  std::uint64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty()) continue;
    auto event = eventFromJsonLine(line);
    // A run that was killed may have left half a line at the end.
    if (!event && lines.eof()) break;
    if (!event) {
      event.error().source = {file, number, 0};
      return fail(std::move(event.error()));
    }
    log.add(*event);
  }
  return log.runs();
}

}  // namespace masu::metrics
