#include "core/tasks/sample_task.h"

#include <string>
#include <system_error>
#include <utility>

#include "core/io/atomic_file.h"
#include "core/tasks/sample_census.h"
#include "core/tasks/sample_digits.h"
#include "core/waveform/wav_writer.h"

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

/// A folder that appears under its final name only when complete; destruction before commit() removes what is in it.
class NewFolder {
 public:
  static Result<NewFolder> create(const fs::path& target, bool overwrite) {
    std::error_code error;
    if (fs::exists(target, error) && !overwrite) {
      return fail(Errc::exists,
                  MASU_TEXT("core", "{0} exists already. Choose another name, or allow it to be overwritten."),
                  {target.string()}, {target.string()});
    }
    if (fs::exists(target, error) && !holdsOnlySounds(target)) {
      return fail(Errc::exists, MASU_TEXT("core", "{0} holds other things than WAV files and is not replaced."),
                  {target.string()}, {target.string()});
    }
    NewFolder folder(target);
    fs::remove_all(folder.m_partial, error);
    fs::create_directories(folder.m_partial, error);
    if (error) return fail(Error::fromErrno(error.value(), folder.m_partial.string()));
    folder.m_owned = true;
    return folder;
  }
  NewFolder(NewFolder&& other) noexcept
      : m_target(std::move(other.m_target)),
        m_partial(std::move(other.m_partial)),
        m_owned(std::exchange(other.m_owned, false)) {}
  NewFolder& operator=(NewFolder&&) = delete;
  ~NewFolder() {
    std::error_code ignored;
    if (m_owned) fs::remove_all(m_partial, ignored);
  }

  const fs::path& path() const { return m_partial; }

  /// Puts the folder in place of what is there.
  Result<void> commit() {
    std::error_code error;
    fs::remove_all(m_target, error);
    if (!error) fs::rename(m_partial, m_target, error);
    if (error) return fail(Error::fromErrno(error.value(), m_target.string()));
    m_owned = false;
    return {};
  }

 private:
  explicit NewFolder(fs::path target) : m_target(std::move(target)), m_partial(m_target) { m_partial += ".partial"; }

  fs::path m_target;
  fs::path m_partial;
  bool m_owned = false;
};

Result<SampleOutcome> makeCensus(const SampleRequest& request, const JobContext& job) {
  constexpr std::uint64_t kRowsPerWrite = 4096;
  SampleOutcome outcome{.path = request.out / "census-persons.csv", .rows = request.rows == 0 ? kPeople : request.rows};
  const auto overwrite = request.overwrite ? io::Overwrite::yes : io::Overwrite::no;
  MASU_TRY(auto file, io::AtomicFile::create(outcome.path, overwrite));
  std::string text;
  appendCensusHeader(text);
  for (std::uint64_t row = 0; row < outcome.rows; ++row) {
    appendCensusRow(request.seed, row, text);
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
  MASU_TRY(auto folder, NewFolder::create(outcome.path, request.overwrite));
  for (std::uint64_t number = 0; number < outcome.rows; ++number) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const DigitSound sound = makeDigitSound(request.seed, number);
    const fs::path path = folder.path() / sound.fileName;
    MASU_CHECK(waveform::writeWav(path, sound.frames, 1, kDigitRate));
    std::error_code ignored;
    outcome.bytes += fs::file_size(path, ignored);
    job.progress.set(number + 1);
  }
  MASU_CHECK(folder.commit());
  return outcome;
}

}  // namespace

Result<SampleOutcome> makeSample(const SampleRequest& request, const JobContext& job) {
  std::error_code error;
  fs::create_directories(request.out, error);
  if (error) return fail(Error::fromErrno(error.value(), request.out.string()));
  const bool people = request.set == SampleSet::tabular;
  const std::uint64_t rows = request.rows != 0 ? request.rows : people ? kPeople : kRecordings;
  job.progress.begin(MASU_TEXT("core", "Writing sample data"), rows, Progress::Unit::samples);
  return people ? makeCensus(request, job) : makeRecordings(request, job);
}

}  // namespace masu::tasks
