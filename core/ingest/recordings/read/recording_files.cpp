// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/recording_files.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <system_error>
#include <utility>

#include "core/base/ascii.h"
#include "core/ingest/labels/idx_labels.h"
#include "core/ingest/sources/files_below.h"
#include "core/ingest/sources/recording_name.h"
#include "core/ingest/sources/source_bytes.h"
#include "core/ingest/sources/sources.h"

namespace masu::ingest {
namespace {

namespace fs = std::filesystem;

/// The part that two folders have in common from their beginning.
fs::path commonFolder(const fs::path& a, const fs::path& b) {
  fs::path common;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end() && *i == *j; ++i, ++j) common /= *i;
  return common;
}

/// The list that a rule such as "csv:labels.csv#file,label" names.
bool isListOf(const std::string& rule, const fs::path& path) {
  constexpr std::string_view kList = "csv:";
  if (!rule.starts_with(kList)) return false;
  const std::string file = rule.substr(kList.size(), rule.rfind('#') - kList.size());
  const fs::path list = fs::path(file).lexically_normal();
  std::error_code error;
  if (fs::equivalent(list, path, error)) return true;
  return list.is_relative() && !list.empty() && path.generic_string().ends_with('/' + list.generic_string());
}

void eraseLabels(std::vector<fs::path>& files, const RecordingOptions& options) {
  std::erase_if(files, [&](const fs::path& file) {
    return holdsIdxLabels(file) || isListOf(options.labelFrom, file) || isListOf(options.groupFrom, file);
  });
}

/// The recordings among files that are not labels. What is not taken, and belongs to none, stays in `files`.
std::vector<fs::path> recordingsAmong(std::vector<fs::path>& files, const RecordingOptions& options) {
  constexpr std::array kInOrder = {RecordingName::recording, RecordingName::hdf5, RecordingName::table,
                                   RecordingName::text};
  if (!options.raw) eraseDescribed(files);
  std::vector<RecordingName> names;
  std::ranges::transform(files, std::back_inserter(names), recordingNameOf);
  const auto named = [&](RecordingName wanted) {
    std::vector<fs::path> taken;
    for (std::size_t i = 0; i < files.size(); ++i)
      if (names[i] == wanted) taken.push_back(std::exchange(files[i], {}));
    std::erase_if(files, [](const fs::path& file) { return file.empty(); });
    return taken;
  };
  if (options.raw) return named(RecordingName::raw);
  for (const RecordingName wanted : kInOrder) {
    if (auto taken = named(wanted); !taken.empty()) return taken;
  }
  return {};
}

/// A source as an absolute path without links, which a member of an archive has too. What no folder lists, as what came
/// through a pipe, keeps the name by which it is reached.
Result<fs::path> placeOf(const fs::path& source) {
  std::error_code error;
  if (const auto inside = memberPath(source)) return fs::canonical(inside->archive, error) / inside->member;
  fs::path place = fs::canonical(source, error);
  if (!error) return place;
  std::error_code unlisted;
  if (fs::is_regular_file(source, unlisted)) {
    const fs::path folder = fs::canonical(fs::absolute(source, unlisted).parent_path(), unlisted);
    if (!unlisted) return folder / source.filename();
  }
  return fail(Error::fromErrno(error.value(), source.string()));
}

bool holdsFiles(const fs::path& source) {
  std::error_code error;
  if (fs::is_directory(source, error)) return true;
  const auto name = recordingNameOf(source);  // an NPZ is an archive, and one recording
  return name != RecordingName::recording && io::isArchive(source);
}

void append(std::vector<Message>& notes, std::vector<Message> more) {
  std::ranges::move(more, std::back_inserter(notes));
}

/// The files below a folder, with those in its archives. Errors: an archive that cannot be listed.
Result<FoundFiles> everythingBelow(const fs::path& folder, const JobContext& job) {
  MASU_TRY(const std::vector<fs::path> files,
           filesBelow(folder, {.takes = {}, .stops = [&] { return job.stopRequested(); }}));
  FoundFiles all;
  for (const fs::path& file : files) {
    if (recordingNameOf(file) != RecordingName::none || !io::isArchive(file)) {
      all.files.push_back(file);
      continue;
    }
    MASU_TRY(const MemberPaths members, membersOf(file));
    all.files.insert(all.files.end(), members.files.begin(), members.files.end());
    append(all.notes, notesOnArchive(file, members.refused, {}));
  }
  return all;
}

Result<FoundFiles> filesOf(const fs::path& source, const RecordingOptions& options, const JobContext& job) {
  if (!holdsFiles(source)) return FoundFiles{{source}, {}};
  std::error_code error;
  FoundFiles found;
  if (fs::is_directory(source, error)) {
    MASU_TRY(found, everythingBelow(source, job));
    eraseLabels(found.files, options);
    found.files = recordingsAmong(found.files, options);
    return found;
  }
  MASU_TRY(MemberPaths members, membersOf(source));
  eraseLabels(members.files, options);
  found.files = recordingsAmong(members.files, options);
  found.notes = notesOnArchive(source, members.refused, members.files);
  return found;
}

/// Below a root that is above it.
std::string pathBelow(const fs::path& root, const fs::path& file) {
  const std::string& above = root.native();
  const std::string& whole = file.native();
  const bool plain = whole.size() > above.size() + 1 && whole.starts_with(above) && whole[above.size()] == '/';
  return plain ? whole.substr(above.size() + 1) : file.lexically_relative(root).generic_string();
}

}  // namespace

Result<RecordingFiles> findRecordings(const std::vector<fs::path>& sources, const RecordingOptions& options,
                                      const JobContext& job) {
  RecordingFiles result;
  std::vector<std::pair<fs::path, std::size_t>> found;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    MASU_TRY(const fs::path source, placeOf(sources[i]));
    MASU_TRY(FoundFiles files, filesOf(source, options, job));
    for (const fs::path& file : files.files) found.emplace_back(file, i);
    append(result.notes, std::move(files.notes));
    const fs::path place = holdsFiles(source) ? source : source.parent_path();
    result.root = i == 0 ? place : commonFolder(result.root, place);
  }
  if (found.empty()) {
    const std::string place = sources.empty() ? std::string() : sources.front().string();
    return fail(Errc::noSamples,
                MASU_TEXT("core",
                          "There are no recordings in {0}. Masu reads sound (WAV, FLAC, Ogg, AIFF …), EDF, BDF, WFDB, "
                          "BrainVision, MAT, NPY, NPZ, IDX, HDF5 and CSV files, and raw samples whose layout is "
                          "given."),
                {place}, {place});
  }
  for (const auto& [path, source] : found) result.files.push_back({pathBelow(result.root, path), source});
  std::ranges::stable_sort(result.files, {}, &RecordingFile::path);
  const auto samePath = [](const RecordingFile& a, const RecordingFile& b) { return a.path == b.path; };
  result.files.erase(std::unique(result.files.begin(), result.files.end(), samePath), result.files.end());
  return result;
}

bool mayHoldText(const std::vector<fs::path>& sources, const RecordingOptions& options) {
  if (options.raw) return false;
  // A program that writes to a pipe would end if it were opened and left again.
  std::error_code ignored;
  if (std::ranges::any_of(sources, [&](const fs::path& source) { return fs::is_fifo(source, ignored); })) return true;
  Progress unseen;
  const auto found = findRecordings(sources, options, {{}, unseen});
  if (!found) return true;
  return std::ranges::any_of(found->files, [](const RecordingFile& file) {
    const RecordingName name = recordingNameOf(file.path);
    return name != RecordingName::recording && name != RecordingName::hdf5;
  });
}

}  // namespace masu::ingest
