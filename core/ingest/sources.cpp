#include "core/ingest/sources.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <set>

#include "core/base/hash.h"
#include "core/io/file.h"
#include "core/waveform/audio_file.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kHashedBytes = std::uint64_t{1} << 20;

std::string lowerExtension(const fs::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

/// Of files in a folder: any file may be named itself, but a folder holds licences and notes too.
bool isTableName(const fs::path& file) {
  static const std::set<std::string> kExtensions = {".csv", ".tsv", ".tab"};
  static const std::set<std::string> kPacked = {".gz", ".zst"};
  return kExtensions.contains(lowerExtension(kPacked.contains(lowerExtension(file)) ? file.stem() : file));
}

/// Links keep the name they were given: rules and people look for that name, not for what it points at.
fs::path namedPath(const fs::path& file) {
  std::error_code error;
  const fs::path absolute = fs::absolute(file, error);
  return (error ? file : absolute).lexically_normal();
}

template <class Iterator>
bool anyFile(const fs::path& folder, bool (*matches)(const fs::path&)) {
  std::error_code error;
  for (Iterator at(folder, fs::directory_options::skip_permission_denied, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored) && matches(at->path())) return true;
  }
  return false;
}

Result<SourceKind> kindOfOne(const fs::path& source) {
  std::error_code error;
  const fs::file_status status = fs::status(source, error);
  if (!fs::exists(status))
    return fail(Error::fromErrno(error && error.value() != 0 ? error.value() : ENOENT, source.string()));
  if (!fs::is_directory(status)) return waveform::hasAudioName(source) ? SourceKind::recordings : SourceKind::table;
  if (anyFile<fs::recursive_directory_iterator>(source, waveform::hasAudioName)) return SourceKind::recordings;
  if (anyFile<fs::directory_iterator>(source, isTableName)) return SourceKind::table;
  return fail(Errc::notFound, MASU_TEXT("core", "The folder {0} holds no CSV file and no recording that Masu reads."),
              {source.string()}, {source.string(), 0, 0});
}

}  // namespace

bool asksForRecordings(const ImportOptions& options) {
  const RecordingOptions& recordings = options.recordings;
  return options.as == SourceKind::recordings ||
         (options.as == SourceKind::automatic &&
          (recordings.window != 0 || recordings.hop || recordings.oneWindow || !recordings.channels.empty() ||
           recordings.rate != 0 || !recordings.labelFrom.empty() || !recordings.groupFrom.empty()));
}

Result<SourceKind> kindOf(const ImportOptions& options) {
  if (options.sources.empty()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "No source was given. Name a CSV file, or a folder of recordings."));
  }
  std::optional<SourceKind> found;
  for (const fs::path& source : options.sources) {
    MASU_TRY(const SourceKind kind, kindOfOne(source));
    if (found && *found != kind && options.as == SourceKind::automatic) {
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
  std::vector<fs::path> files;
  for (const fs::path& source : sources) {
    std::error_code error;
    if (!fs::is_directory(source, error)) {
      files.push_back(source);
      continue;
    }
    std::vector<fs::path> inside;
    for (fs::directory_iterator at(source, error), end; !error && at != end; at.increment(error)) {
      std::error_code ignored;
      if (at->is_regular_file(ignored) && isTableName(at->path())) inside.push_back(at->path());
    }
    if (inside.empty()) {
      return fail(Errc::notFound, MASU_TEXT("core", "The folder {0} holds no CSV file."), {source.string()},
                  {source.string(), 0, 0});
    }
    std::sort(inside.begin(), inside.end());
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

Result<store::SourceFile> describeSource(const fs::path& file, const fs::path& root) {
  std::error_code error;
  if (fs::is_directory(file, error)) return fail(Error::fromErrno(EISDIR, file.string()));
  MASU_TRY(const io::File opened, io::File::openRead(file));
  MASU_TRY(const std::uint64_t size, opened.size());
  Hasher64 hasher;
  hasher.update(std::as_bytes(std::span(&size, 1)));
  const std::uint64_t part = std::min(size, kHashedBytes);
  std::vector<std::byte> bytes(part);
  std::set<std::uint64_t> offsets = {0, (size - part) / 2, size - part};
  for (const std::uint64_t offset : offsets) {
    MASU_CHECK(opened.readAt(offset, bytes));
    hasher.update(bytes);
  }
  store::SourceFile source;
  source.path = namedPath(file).lexically_relative(root).generic_string();
  if (source.path.empty()) source.path = file.filename().generic_string();
  source.bytes = size;
  source.hash = hex64(hasher.digest());
  return source;
}

}  // namespace masu::ingest
