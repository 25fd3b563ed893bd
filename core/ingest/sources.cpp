#include "core/ingest/sources.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <set>

#include <glob.h>

#include "core/base/hash.h"
#include "core/base/lower_case.h"
#include "core/ingest/recording_formats.h"
#include "core/ingest/source_bytes.h"
#include "core/io/file.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kHashedBytes = std::uint64_t{1} << 20;

std::string lowerExtension(const fs::path& file) {
  return lowerCase(file.extension().string());
}

/// Of files in a folder: any file may be named itself, but a folder holds licences and notes too.
bool isPacked(const fs::path& file) {
  static const std::set<std::string> kPacked = {".gz", ".zst"};
  return kPacked.contains(lowerExtension(file));
}

bool isTableName(const fs::path& file) {
  static const std::set<std::string> kExtensions = {".csv", ".tsv", ".tab"};
  return kExtensions.contains(lowerExtension(isPacked(file) ? file.stem() : file));
}

/// Links keep the name they were given: rules and people look for that name, not for what it points at.
fs::path namedPath(const fs::path& file) {
  std::error_code error;
  const fs::path absolute = fs::absolute(file, error);
  return (error ? file : absolute).lexically_normal();
}

/// All files below a folder that match, hidden ones apart, in the order of their paths.
Result<std::vector<fs::path>> filesBelow(const fs::path& folder, bool (*matches)(const fs::path&), std::size_t most) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end && files.size() < most; at.increment(error)) {
    std::error_code ignored;
    const bool hidden = io::isJunkMember(at->path().filename().string());
    if (hidden && at->is_directory(ignored)) at.disable_recursion_pending();
    if (!hidden && at->is_regular_file(ignored) && matches(at->path())) files.push_back(at->path());
  }
  if (error) return fail(Error::fromErrno(error.value(), folder.string()));
  std::sort(files.begin(), files.end());
  return files;
}

bool anyFile(const fs::path& folder, bool (*matches)(const fs::path&)) {
  const auto found = filesBelow(folder, matches, 1);
  return found && !found->empty();
}

/// The tables among the members of an archive. A packed file in a packed file is left alone.
Result<std::vector<fs::path>> tablesAmong(std::vector<fs::path> members, const fs::path& archive) {
  std::erase_if(members, [](const fs::path& member) { return isPacked(member) || !isTableName(member); });
  if (!members.empty()) return members;
  return fail(Errc::notFound, MASU_TEXT("core", "The archive {0} holds no CSV file."), {archive.string()},
              {archive.string(), 0, 0});
}

Result<std::vector<fs::path>> tablesIn(const fs::path& archive) {
  MASU_TRY(std::vector<fs::path> members, membersOf(archive));
  return tablesAmong(std::move(members), archive);
}

bool isRecordingName(const fs::path& file) {
  return recordingNameOf(file) == RecordingName::recording;
}

bool isHdf5Name(const fs::path& file) {
  return recordingNameOf(file) == RecordingName::hdf5;
}

/// An NPZ is one, too, and a recording.
bool isArchiveFile(const fs::path& file) {
  return recordingNameOf(file) == RecordingName::none && io::isArchive(file);
}

Result<SourceKind> kindOfArchive(const fs::path& archive) {
  MASU_TRY(std::vector<fs::path> members, membersOf(archive));
  if (std::ranges::any_of(members, isRecordingName)) return SourceKind::recordings;
  MASU_CHECK(tablesAmong(std::move(members), archive));
  return SourceKind::table;
}

/// What a shell would make of a pattern, where none has: on the desktop, or in quotes.
Result<std::vector<fs::path>> matchesOf(const fs::path& source) {
  std::error_code error;
  const bool pattern = source.native().find_first_of("*?[") != std::string::npos;
  if (!pattern || fs::exists(source, error) || memberPath(source)) return std::vector{source};
  glob_t found{};
  const int status = ::glob(source.c_str(), 0, nullptr, &found);
  std::vector<fs::path> paths;
  for (std::size_t i = 0; status == 0 && i < found.gl_pathc; ++i) paths.emplace_back(found.gl_pathv[i]);
  ::globfree(&found);
  if (!paths.empty()) return paths;
  return fail(Errc::notFound, MASU_TEXT("core", "No file matches {0}."), {source.string()}, {source.string(), 0, 0});
}

Result<void> checkThere(const fs::path& source) {
  std::error_code error;
  const fs::file_status status = fs::status(source, error);
  if (fs::exists(status) || memberPath(source)) return {};
  return fail(Error::fromErrno(error && error.value() != 0 ? error.value() : ENOENT, source.string()));
}

Result<SourceKind> kindOfOne(const fs::path& source) {
  MASU_CHECK(checkThere(source));
  std::error_code error;
  const fs::file_status status = fs::status(source, error);
  if (!fs::exists(status)) return isRecordingName(source) ? SourceKind::recordings : SourceKind::table;
  if (!fs::is_directory(status) && (isRecordingName(source) || isHdf5Name(source))) return SourceKind::recordings;
  if (io::isArchive(source)) return kindOfArchive(source);
  if (!fs::is_directory(status)) return SourceKind::table;
  if (anyFile(source, isRecordingName)) return SourceKind::recordings;
  if (anyFile(source, isTableName)) return SourceKind::table;
  if (anyFile(source, isHdf5Name)) return SourceKind::recordings;
  // As they were downloaded: an archive beside notes about it.
  const auto archives = filesBelow(source, isArchiveFile, 1);
  if (archives && !archives->empty()) return kindOfArchive(archives->front());
  return fail(Errc::notFound, MASU_TEXT("core", "The folder {0} holds no CSV file and no recording that Masu reads."),
              {source.string()}, {source.string(), 0, 0});
}

Result<std::vector<fs::path>> allMatches(const std::vector<fs::path>& sources) {
  std::vector<fs::path> all;
  for (const fs::path& source : sources) {
    MASU_TRY(const std::vector<fs::path> matches, matchesOf(source));
    all.insert(all.end(), matches.begin(), matches.end());
  }
  return all;
}

/// The tables below a folder; where there are none, those in its archives.
Result<std::vector<fs::path>> tablesBelow(const fs::path& folder) {
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  MASU_TRY(std::vector<fs::path> tables, filesBelow(folder, isTableName, kAll));
  if (!tables.empty()) return tables;
  MASU_TRY(const std::vector<fs::path> archives, filesBelow(folder, isArchiveFile, kAll));
  for (const fs::path& archive : archives) {
    MASU_TRY(const std::vector<fs::path> members, tablesIn(archive));
    tables.insert(tables.end(), members.begin(), members.end());
  }
  if (!tables.empty()) return tables;
  return fail(Errc::notFound, MASU_TEXT("core", "The folder {0} holds no CSV file."), {folder.string()},
              {folder.string(), 0, 0});
}

}  // namespace

bool asksForRecordings(const ImportOptions& options) {
  const RecordingOptions& recordings = options.recordings;
  return options.as == SourceKind::recordings ||
         (options.as == SourceKind::automatic &&
          (recordings.window != 0 || recordings.windowSeconds != 0 || recordings.hopSeconds != 0 || recordings.raw ||
           !recordings.labelFiles.empty() || recordings.hop || recordings.oneWindow || !recordings.channels.empty() ||
           recordings.rate != 0 || !recordings.labelFrom.empty() || !recordings.groupFrom.empty()));
}

Result<SourceKind> kindOf(const ImportOptions& options) {
  if (options.sources.empty()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "No source was given. Name a CSV file, or a folder of recordings."));
  }
  std::optional<SourceKind> found;
  MASU_TRY(const std::vector<fs::path> sources, allMatches(options.sources));
  const bool told = options.as != SourceKind::automatic || asksForRecordings(options);
  for (const fs::path& source : sources) {
    if (told) {
      MASU_CHECK(checkThere(source));
      continue;
    }
    MASU_TRY(const SourceKind kind, kindOfOne(source));
    if (found && *found != kind) {
      return fail(
          Errc::invalidArgument,
          MASU_TEXT("core", "The sources mix tables and recordings. Import them apart, or say which with --as."), {},
          {source.string(), 0, 0});
    }
    found = kind;
  }
  if (options.as != SourceKind::automatic) return options.as;
  return asksForRecordings(options) ? SourceKind::recordings : *found;
}

Result<std::vector<fs::path>> tableFiles(const std::vector<fs::path>& sources) {
  MASU_TRY(const std::vector<fs::path> given, allMatches(sources));
  std::vector<fs::path> files;
  for (const fs::path& source : given) {
    std::error_code error;
    std::vector<fs::path> inside = {source};
    if (fs::is_directory(source, error)) {
      MASU_TRY(inside, tablesBelow(source));
    } else if (io::isArchive(source)) {
      MASU_TRY(inside, tablesIn(source));
    }
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

fs::path commonRoot(const std::vector<fs::path>& files) {
  fs::path root;
  for (const fs::path& file : files) {
    const fs::path folder = namedPath(file).parent_path();
    if (root.empty()) {
      root = folder;
      continue;
    }
    fs::path shared;
    for (auto a = root.begin(), b = folder.begin(); a != root.end() && b != folder.end() && *a == *b; ++a, ++b)
      shared /= *a;
    root = shared;
  }
  return root;
}

SourceContent contentOf(const io::ArchiveMember& member) {
  Hasher64 hasher;
  hasher.update(std::as_bytes(std::span(&member.bytes, 1)));
  hasher.update(std::as_bytes(std::span(&member.checksum, 1)));
  return {member.bytes, hex64(hasher.digest())};
}

Result<SourceContent> contentOf(const io::File& file) {
  MASU_TRY(const std::uint64_t size, file.size());
  Hasher64 hasher;
  hasher.update(std::as_bytes(std::span(&size, 1)));
  const std::uint64_t part = std::min(size, kHashedBytes);
  std::vector<std::byte> bytes;
  for (const std::uint64_t offset : std::set<std::uint64_t>{0, (size - part) / 2, size - part}) {
    const bool held = offset + part <= file.front().size();
    if (!held) {
      bytes.resize(part);
      MASU_CHECK(file.readAt(offset, bytes));
    }
    hasher.update(held ? file.front().subspan(offset, part) : std::span<const std::byte>(bytes));
  }
  return SourceContent{size, hex64(hasher.digest())};
}

Result<store::SourceFile> describeSource(const fs::path& file, const fs::path& root) {
  store::SourceFile source;
  SourceContent content;
  if (const std::optional<MemberPath> inside = memberPath(file)) {
    MASU_TRY(const io::ArchiveMember member, memberAt(*inside));
    content = contentOf(member);
  } else {
    MASU_TRY(const io::File opened, io::File::openRead(file));
    MASU_TRY(content, contentOf(opened));
  }
  source.path = namedPath(file).lexically_relative(root).generic_string();
  if (source.path.empty()) source.path = file.filename().generic_string();
  source.bytes = content.bytes;
  source.hash = std::move(content.hash);
  return source;
}

}  // namespace masu::ingest
