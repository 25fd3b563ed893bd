// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as each of what Masu reads of a training run, which may come from strangers: what a checkpoint says of
// itself, the state to resume from, the files of its folder, the log of records that it predicts for, and what LibTorch
// says of a module that it cannot read. The first byte says which.
#include <array>
#include <span>
#include <string>

#include "core/base/hash.h"
#include "core/ingest/journal/record_log.h"
#include "core/metrics/data_note.h"
#include "core/metrics/figures/chosen_threshold.h"
#include "core/metrics/figures/temperature.h"
#include "core/metrics/run_log.h"
#include "core/metrics/run_replacement.h"
#include "core/metrics/run_spec.h"
#include "core/train/models/guarded.h"
#include "core/train/run/checkpoint.h"
#include "core/train/run/run_state.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;
namespace fs = std::filesystem;

namespace {

std::span<const std::uint8_t> bytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

void readNote(const std::string& text) {
  const auto temperature = train::temperatureFromNote(text, "best.pt");
  fuzz::require(!temperature || metrics::isTemperature(*temperature));
  const auto threshold = train::thresholdFromNote(text, "best.pt");
  fuzz::require(!threshold || !*threshold || metrics::isThreshold(**threshold));
  const auto facts = train::factsFromNote(text, "last.pt");
  if (!facts) return;
  const std::string written = train::checkpointMetadata({}, {"mlp"}, 1, *facts);
  const auto again = train::factsFromNote(written, "last.pt");
  fuzz::require(again && train::checkpointMetadata({}, {"mlp"}, 1, *again) == written);
}

/// With the checksum that Masu would have written, and without.
void readResumeState(const std::string& text) {
  constexpr std::size_t kMostBytes = 1024;  // the library reads arrays in arrays by calling itself
  static const fuzz::ScratchFolder folder;
  std::string file = text.substr(0, kMostBytes);
  static_cast<void>(train::readState(folder.write("state", bytesOf(file))));
  const std::uint64_t sum = hash64(file);
  file.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  const auto state = train::readState(folder.write("state", bytesOf(file)));
  if (!state) return;
  const std::vector<std::uint8_t> written = train::encodeState(*state);
  const auto again = train::readState(folder.write("state", written));
  fuzz::require(again && train::encodeState(*again) == written);
}

void readFolder(const std::string& text) {
  static const fuzz::ScratchFolder folder;
  for (const char* name : {"spec.json", "data.json", "events.jsonl"}) folder.write(name, bytesOf(text));
  static_cast<void>(metrics::readSpec(folder.path()));
  static_cast<void>(metrics::readDataNote(folder.path()));
  static_cast<void>(metrics::RunLog::read(folder.path() / "events.jsonl"));
}

/// Whatever a run's folder says of files that take each other's place, files of others stay where and as they are.
void completeReplacement(const std::string& text) {
  static const fuzz::ScratchFolder folder;
  folder.clear();
  const fs::path run = folder.path() / "run";
  const auto write = [&](const fs::path& file) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "content";
  };
  const std::array<fs::path, 4> foreign = {folder.path() / "last.pt", folder.path() / "spec.json",
                                           folder.path() / "theirs" / "last.pt", run / "notes.txt"};
  for (const fs::path& file : foreign) write(file);
  for (const char* name : {"spec.json", "last.pt", "1-mlp/best.pt"}) {
    write(run / name);
    write(run / "run.partial" / "new" / name);
  }
  fs::create_directory_symlink(folder.path() / "theirs", run / "2-mlp");
  fs::create_directory_symlink(folder.path() / "theirs", run / "run.partial" / "new" / "3-mlp");
  std::ofstream(run / "run.partial" / "renames") << text;
  static_cast<void>(metrics::completeReplacement(run));
  for (const fs::path& file : foreign) fuzz::require(fs::is_regular_file(file) && fs::file_size(file) == 7);
}

void readRecords(const std::string& text) {
  static const fuzz::ScratchFolder folder;
  auto reader = ingest::RecordLogReader::open(folder.write("records", bytesOf(text)));
  if (!reader) return;
  ingest::LoggedRecord record;
  std::size_t records = 0;
  for (auto more = reader->next(record); more && *more; more = reader->next(record)) {
    fuzz::require(record.source < reader->sources().size());
    fuzz::require(++records <= text.size());
  }
}

void readComplaint(const std::string& text) {
  const std::string line = train::firstErrorLine(text);
  fuzz::require(line.find('\n') == std::string::npos && line.size() <= std::max<std::size_t>(text.size(), 64));
}

constexpr std::array<void (*)(const std::string&), 6> kReaders = {
    readNote, readResumeState, readFolder, completeReplacement, readRecords, readComplaint};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  kReaders[data[0] % kReaders.size()](std::string(reinterpret_cast<const char*>(data + 1), size - 1));
  return 0;
}
