// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/run_directory.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <system_error>

#include "core/io/atomic_file.h"
#include "core/io/confinement.h"
#include "core/metrics/event_file.h"
#include "core/metrics/step_log.h"
#include "core/table/number_text.h"

namespace masu::train {

namespace {

Result<void> makeFolder(const std::filesystem::path& folder) {
  std::error_code failure;
  io::unconfined([&] { std::filesystem::create_directories(folder, failure); });
  if (failure) return fail(Error::fromErrno(failure.value(), folder.string()));
  return {};
}

/// A run's folder for one model: not a link, which may lead to files that belong to somebody else.
Result<void> checkModelFolder(const std::filesystem::path& folder) {
  std::error_code ignored;
  const auto status = std::filesystem::symlink_status(folder, ignored);
  if (std::filesystem::is_symlink(status)) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "{0} is a symbolic link, through which Masu does not write. Remove it, or choose another "
                          "folder."),
                {folder.string()}, {folder.string()});
  }
  if (std::filesystem::exists(status) && !std::filesystem::is_directory(status))
    return fail(Error::fromErrno(ENOTDIR, folder.string()));
  return {};
}

std::string epochName(int epoch) {
  const std::string digits = std::to_string(epoch);
  constexpr std::size_t kDigits = 4;  // so that names sort as the epochs do
  return "epoch-" + std::string(kDigits - std::min(kDigits, digits.size()), '0') + digits;
}

/// Epochs from one that is kept to the one that takes its place, which may be beyond an int; 0: none does.
std::int64_t epochsKept(const metrics::RunSpec& spec) {
  return std::int64_t{std::max(0, spec.keep)} * spec.keepEvery;
}

double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string csvHead() {
  std::string head = "epoch";
  for (const char* split : {"train_", "validation_"}) {
    for (const metrics::NamedFigure& figure : metrics::kFigures) head += std::string(",") + split + figure.name;
  }
  return head + ",seconds\n";
}

std::string csvRow(const metrics::EpochDone& epoch) {
  std::string row = std::to_string(epoch.epoch);
  for (const metrics::Figures* figures : {&epoch.train, &epoch.validation}) {
    for (const metrics::NamedFigure& figure : metrics::kFigures) {
      row += ',';
      if (const double value = figures->*figure.value; !std::isnan(value))
        table::appendNumber(row, value, table::DType::f64);
    }
  }
  row += ',';
  table::appendNumber(row, epoch.seconds, table::DType::f64);
  return row + '\n';
}

}  // namespace

bool keepsEpoch(const metrics::RunSpec& spec, int epoch) {
  return spec.keepEvery > 0 && epoch % spec.keepEvery == 0;
}

int droppedFor(const metrics::RunSpec& spec, int epoch) {
  const std::int64_t kept = epochsKept(spec);
  return kept > 0 && kept < epoch ? static_cast<int>(epoch - kept) : 0;
}

int droppedAt(const metrics::RunSpec& spec, int epoch) {
  const std::int64_t kept = epochsKept(spec);
  return kept > 0 && epoch + kept <= spec.epochs ? static_cast<int>(epoch + kept) : 0;
}

RunDirectory::RunDirectory(const metrics::RunSpec& spec, std::uint64_t stepsPerEpoch)
    : m_out(spec.out), m_stepsPerEpoch(stepsPerEpoch) {
  for (const std::filesystem::path& folder : metrics::modelFolders(spec))
    m_folders.push_back(folder.empty() ? m_out : m_out / folder);
}

Result<RunDirectory> RunDirectory::create(const metrics::RunSpec& spec, const RunNotes& notes,
                                          std::uint64_t stepsPerEpoch) {
  if (spec.out.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "Name the folder that the training run is to write."));
  }
  RunDirectory directory(spec, stepsPerEpoch);
  std::error_code failure;
  if (!spec.overwrite && std::filesystem::exists(spec.out / metrics::kSpecName, failure)) {
    return fail(Errc::exists,
                MASU_TEXT("core", "{0} holds a training run: choose another folder, or allow it to be overwritten."),
                {spec.out.string()}, {spec.out.string(), 0, 0});
  }
  MASU_CHECK(makeFolder(spec.out));
  for (const std::filesystem::path& folder : directory.m_folders) {
    if (folder != spec.out) MASU_CHECK(checkModelFolder(folder));
  }
  MASU_TRY(directory.m_replacement, metrics::RunReplacement::begin(spec.out));
  const auto place = [&](const char* name) { return directory.placeOf(spec.out / name); };
  MASU_CHECK(io::writeText(place(metrics::kSpecName), metrics::toJson(spec) + "\n", io::Overwrite::yes));
  MASU_CHECK(io::writeText(place("data.json"), notes.data + "\n", io::Overwrite::yes));
  MASU_CHECK(io::writeText(place("recipe.json"), notes.recipe, io::Overwrite::yes));
  MASU_TRY(directory.m_events, AppendLog::create(place(metrics::kEventLogName)));
  for (const std::filesystem::path& folder : directory.m_folders) {
    MASU_CHECK(makeFolder(directory.placeOf(folder)));
    ModelLogs logs;
    MASU_TRY(logs.csv, AppendLog::create(directory.placeOf(folder / "metrics.csv")));
    MASU_TRY(logs.board, AppendLog::create(directory.placeOf(folder / metrics::kBoardName)));
    MASU_CHECK(logs.csv.append(csvHead()));
    MASU_CHECK(logs.board.append(metrics::eventFileHead(now())));
    directory.m_logs.push_back(std::move(logs));
  }
  MASU_TRY(directory.m_steps, AppendLog::create(place(metrics::kStepLogName)));
  MASU_CHECK(directory.m_steps.append(metrics::stepLogHead(directory.m_folders.size())));
  return directory;
}

Result<RunDirectory> RunDirectory::reopen(const metrics::RunSpec& spec, const std::vector<std::uint64_t>& logBytes,
                                          std::uint64_t stepsPerEpoch) {
  RunDirectory directory(spec, stepsPerEpoch);
  if (logBytes.size() != 2 + 2 * directory.m_folders.size()) {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged, so the run cannot be resumed."),
                {stateFile(spec.out).string()}, {stateFile(spec.out).string(), 0, 0});
  }
  MASU_TRY(directory.m_events, AppendLog::reopen(directory.eventLog(), logBytes[0]));
  for (std::size_t i = 0; i < directory.m_folders.size(); ++i) {
    if (directory.m_folders[i] != spec.out) MASU_CHECK(checkModelFolder(directory.m_folders[i]));
    ModelLogs logs;
    MASU_TRY(logs.csv, AppendLog::reopen(directory.m_folders[i] / "metrics.csv", logBytes[1 + 2 * i]));
    MASU_TRY(logs.board, AppendLog::reopen(directory.m_folders[i] / metrics::kBoardName, logBytes[2 + 2 * i]));
    directory.m_logs.push_back(std::move(logs));
  }
  MASU_TRY(directory.m_steps, AppendLog::reopen(spec.out / metrics::kStepLogName, logBytes.back()));
  return directory;
}

std::filesystem::path RunDirectory::placeOf(const std::filesystem::path& file) const {
  return m_replacement.isPending() ? m_replacement.folder() / file.lexically_relative(m_out) : file;
}

std::filesystem::path RunDirectory::epochCheckpoint(int run, int epoch) const {
  return folder(run) / (epochName(epoch) + ".pt");
}

std::filesystem::path RunDirectory::epochState(const std::filesystem::path& out, int epoch) {
  return out / (epochName(epoch) + ".state");
}

Result<void> RunDirectory::append(const metrics::RunEvent& event) {
  MASU_CHECK(m_events.append(metrics::toJsonLine(event) + "\n"));
  if (const auto* step = std::get_if<metrics::StepDone>(&event)) return logStep(*step);
  if (const auto* epoch = std::get_if<metrics::EpochDone>(&event)) return logEpoch(*epoch);
  return {};
}

Result<void> RunDirectory::logStep(const metrics::StepDone& step) {
  const metrics::Scalar scalars[] = {{"step/loss", step.loss},
                                     {"step/learning_rate", step.learningRate},
                                     {"step/samples_per_second", step.samplesPerSecond},
                                     {"step/starved_fraction", step.starvedFraction},
                                     {"step/memory_bytes", static_cast<double>(step.memoryBytes)}};
  ModelLogs& logs = m_logs[static_cast<std::size_t>(step.run)];
  return logs.board.append(metrics::eventRecord(now(), static_cast<std::int64_t>(step.step), scalars));
}

Result<void> RunDirectory::logEpoch(const metrics::EpochDone& epoch) {
  const auto run = static_cast<std::size_t>(epoch.run);
  std::vector<metrics::Scalar> scalars;
  for (const auto& [split, figures] :
       {std::pair{"/train", &epoch.train}, std::pair{"/validation", &epoch.validation}}) {
    for (const metrics::NamedFigure& figure : metrics::kFigures) {
      const double value = figures->*figure.value;
      if (!std::isnan(value)) scalars.push_back({std::string(figure.name) + split, value});
    }
  }
  const auto step = static_cast<std::uint64_t>(epoch.epoch) * m_stepsPerEpoch;
  MASU_CHECK(m_logs[run].board.append(metrics::eventRecord(now(), static_cast<std::int64_t>(step), scalars)));
  return m_logs[run].csv.append(csvRow(epoch));
}

Result<void> RunDirectory::noteStep(std::uint64_t order, std::span<const double> losses) {
  constexpr std::size_t kWrittenAtOnce = 16 << 10;
  metrics::appendStep(m_unwritten, order, losses);
  return m_unwritten.size() < kWrittenAtOnce ? Result<void>() : flushSteps();
}

Result<void> RunDirectory::flushSteps() {
  MASU_CHECK(m_steps.append(m_unwritten));
  m_unwritten.clear();
  return {};
}

std::vector<std::uint64_t> RunDirectory::logBytes() const {
  std::vector<std::uint64_t> bytes = {m_events.bytes()};
  for (const ModelLogs& logs : m_logs) {
    bytes.push_back(logs.csv.bytes());
    bytes.push_back(logs.board.bytes());
  }
  bytes.push_back(m_steps.bytes());
  return bytes;
}

}  // namespace masu::train
