// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/sample_task.h"

#include <string>
#include <system_error>

#include "core/io/atomic_file.h"
#include "core/samples/sample_data.h"
#include "core/store/staging/staging_directory.h"
#include "core/waveform/sound/wav_writer.h"

namespace masu::tasks {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kPeople = 48'842;
constexpr std::uint64_t kRecordings = 3'000;

/// True where a folder holds WAV files alone, so that replacing it takes nothing from anybody but generated sounds.
bool holdsOnlySounds(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->is_regular_file(error) || entry->path().extension() != ".wav") return false;
  }
  return !error;
}

/// Errors: what is there is not to be replaced.
Result<void> checkReplaceable(const fs::path& target, bool overwrite) {
  std::error_code error;
  if (!fs::exists(target, error)) return {};
  if (!overwrite) {
    return fail(Errc::exists,
                MASU_TEXT("core", "{0} exists already. Choose another name, or allow it to be overwritten."),
                {target.string()}, {target.string()});
  }
  if (holdsOnlySounds(target)) return {};
  return fail(Errc::exists, MASU_TEXT("core", "{0} holds other things than WAV files and is not replaced."),
              {target.string()}, {target.string()});
}

Result<void> renameFolder(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  return error ? fail(Error::fromErrno(error.value(), to.string())) : Result<void>{};
}

Result<SampleOutcome> makeCensus(const SampleRequest& request, const JobContext& job) {
  constexpr std::uint64_t kRowsPerWrite = 4096;
  SampleOutcome outcome{.path = request.out / "census-persons.csv", .rows = request.rows == 0 ? kPeople : request.rows};
  const auto overwrite = request.overwrite ? io::Overwrite::yes : io::Overwrite::no;
  MASU_TRY(auto file, io::AtomicFile::create(outcome.path, overwrite));
  std::string text;
  samples::appendCensusHeader(text);
  for (std::uint64_t row = 0; row < outcome.rows; ++row) {
    samples::appendCensusRow(request.seed, row, text);
    if (row + 1 < outcome.rows && (row + 1) % kRowsPerWrite != 0) continue;
    if (job.stopRequested()) return fail(Error::cancelled());
    MASU_CHECK(file.append(text));
    outcome.bytes += text.size();
    text.clear();
    job.progress.set(row + 1);
  }
  MASU_CHECK(file.commit());
  return outcome;
}

Result<SampleOutcome> makeRecordings(const SampleRequest& request, const JobContext& job) {
  SampleOutcome outcome{.path = request.out / "recordings", .rows = request.rows == 0 ? kRecordings : request.rows};
  MASU_CHECK(checkReplaceable(outcome.path, request.overwrite));
  MASU_TRY(const store::StagingDirectory partial, store::StagingDirectory::claim(outcome.path));
  partial.discard();
  const fs::path folder = partial.path() / "new";
  std::error_code error;
  fs::create_directory(folder, error);
  if (error) return fail(Error::fromErrno(error.value(), folder.string()));
  for (std::uint64_t number = 0; number < outcome.rows; ++number) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const samples::DigitSound sound = samples::makeDigitSound(request.seed, number);
    const fs::path path = folder / sound.fileName;
    MASU_CHECK(waveform::writeWav(path, sound.frames, 1, samples::kDigitRate));
    std::error_code ignored;
    outcome.bytes += fs::file_size(path, ignored);
    job.progress.set(number + 1);
  }
  if (fs::exists(outcome.path, error)) MASU_CHECK(renameFolder(outcome.path, partial.path() / "old"));
  MASU_CHECK(renameFolder(folder, outcome.path));
  return outcome;
}

}  // namespace

Result<SampleOutcome> makeSample(const SampleRequest& request, const JobContext& job) {
  std::error_code error;
  fs::create_directories(request.out, error);
  if (error) return fail(Error::fromErrno(error.value(), request.out.string()));
  const bool people = request.set == SampleData::tabular;
  const std::uint64_t rows = request.rows != 0 ? request.rows : people ? kPeople : kRecordings;
  job.progress.begin(MASU_TEXT("core", "Writing sample data"), rows, Progress::Unit::samples);
  return people ? makeCensus(request, job) : makeRecordings(request, job);
}

}  // namespace masu::tasks
