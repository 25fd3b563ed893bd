#include "core/ingest/recording_files.h"

#include <algorithm>
#include <system_error>

#include "core/waveform/audio_file.h"

namespace masu::ingest {
namespace {

namespace fs = std::filesystem;

/// The part that two folders have in common from their beginning.
fs::path commonFolder(const fs::path& a, const fs::path& b) {
  fs::path common;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end() && *i == *j; ++i, ++j) common /= *i;
  return common;
}

Result<void> walk(const fs::path& folder, std::vector<fs::path>& found, const JobContext& job) {
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const bool hidden = entry->path().filename().native().starts_with('.');
    if (entry->is_directory(error)) {
      if (hidden) entry.disable_recursion_pending();
      continue;
    }
    if (!hidden && waveform::hasAudioName(entry->path())) found.push_back(entry->path());
  }
  if (error) return fail(Error::fromErrno(error.value(), folder.string()));
  return {};
}

}  // namespace

Result<RecordingFiles> findRecordings(const std::vector<fs::path>& sources, const JobContext& job) {
  RecordingFiles files;
  std::vector<fs::path> found;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    std::error_code error;
    const fs::path source = fs::canonical(sources[i], error);
    if (error) return fail(Error::fromErrno(error.value(), sources[i].string()));
    const bool folder = fs::is_directory(source, error);
    if (folder) {
      MASU_CHECK(walk(source, found, job));
    } else {
      found.push_back(source);
    }
    const fs::path place = folder ? source : source.parent_path();
    files.root = i == 0 ? place : commonFolder(files.root, place);
  }
  if (found.empty()) {
    const std::string place = sources.empty() ? std::string() : sources.front().string();
    return fail(
        Errc::noSamples,
        MASU_TEXT("core", "There are no recordings in {0}. Masu reads WAV, FLAC, Ogg, AIFF and other sound files."),
        {place}, {place});
  }
  files.paths.reserve(found.size());
  for (const fs::path& path : found) files.paths.push_back(path.lexically_relative(files.root).generic_string());
  std::sort(files.paths.begin(), files.paths.end());
  files.paths.erase(std::unique(files.paths.begin(), files.paths.end()), files.paths.end());
  return files;
}

}  // namespace masu::ingest
