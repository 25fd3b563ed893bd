// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/sources.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <glob.h>

#include "core/base/ascii.h"
#include "core/base/hash.h"
#include "core/ingest/sources/files_below.h"
#include "core/ingest/sources/foreign_content.h"
#include "core/ingest/sources/json_table.h"
#include "core/ingest/sources/lock_file.h"
#include "core/ingest/sources/recording_name.h"
#include "core/ingest/sources/sheet_table.h"
#include "core/ingest/sources/source_bytes.h"
#include "core/ingest/sources/tagged_table.h"
#include "core/io/file.h"
#include "core/io/file_stamp.h"

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

std::string unpackedExtension(const fs::path& file) {
  return lowerExtension(isPacked(file) ? file.stem() : file);
}

bool isCsvName(const fs::path& file) {
  static const std::set<std::string> kExtensions = {".csv", ".tsv", ".tab"};
  return kExtensions.contains(unpackedExtension(file));
}

bool isTableName(const fs::path& file) {
  return isCsvName(file) || hasJsonLinesName(file);
}

/// The archives of time series have each set in both formats. Other files are called .ts, too.
bool isArff(const fs::path& file) {
  return unpackedExtension(file) == ".arff" && taggedFormatOf(file) == TaggedFormat::arff;
}

bool isSeriesFile(const fs::path& file) {
  return unpackedExtension(file) == ".ts" && taggedFormatOf(file) == TaggedFormat::ts;
}

/// Links keep the name they were given: rules and people look for that name, not for what it points at.
fs::path namedPath(const fs::path& file) {
  std::error_code error;
  const fs::path absolute = fs::absolute(file, error);
  return (error ? file : absolute).lexically_normal();
}

/// All files below a folder that match, hidden ones apart, in the order of their paths.
Result<std::vector<fs::path>> filesIn(const fs::path& folder, bool (*matches)(const fs::path&), std::size_t most) {
  FolderSearch search{.takes = matches, .stops = {}, .most = most, .skipsUnreadable = true};
  MASU_TRY(std::vector<fs::path> files, filesBelow(folder, search));
  std::sort(files.begin(), files.end());
  return files;
}

Result<bool> anyFile(const fs::path& folder, bool (*matches)(const fs::path&)) {
  MASU_TRY(const std::vector<fs::path> found, filesIn(folder, matches, 1));
  return !found.empty();
}

/// The front of a file or a member, unpacked; nothing of what cannot be read.
std::string frontOf(const fs::path& path) {
  std::string front(kForeignBytes, '\0');
  std::size_t length = 0;
  Result<SourceBytes> source = SourceBytes::open(path);
  for (std::size_t read = source ? 1 : 0; read > 0 && length < front.size(); length += read)
    read = source->read(std::as_writable_bytes(std::span(front).subspan(length))).value_or(0);
  front.resize(length);
  return front;
}

bool hasWorkbookName(const fs::path& file) {
  const std::string extension = lowerExtension(file);
  return extension == ".xlsx" || extension == ".xlsm";
}

std::optional<Message> foreignIn(const fs::path& path) {
  const std::string front = frontOf(path);
  if (auto foreign = foreignBinary(front, path.string())) return foreign;
  return foreignText(front, front.size() < kForeignBytes, path.string());
}

/// That an archive holds no table: a workbook is an archive, too, and what it holds instead may be named.
Error noTableIn(const fs::path& archive, const std::vector<fs::path>& members) {
  const std::string shown = archive.string();
  if (auto office = foreignIn(archive))
    return {Errc::format, std::move(office->text), std::move(office->arguments), {shown, 0, 0}};
  const auto book = std::ranges::find_if(members, hasWorkbookName);
  if (book != members.end()) {
    return {Errc::unsupported,
            MASU_TEXT("core",
                      "The archive {0} holds no CSV file, but Excel workbooks, such as {1}, which are not read within "
                      "an archive. Unpack it, e.g. by unzip, and import the workbooks or their folder."),
            {shown, book->native().substr(archive.native().size() + 1)},
            {shown, 0, 0}};
  }
  // Raw samples are what they are, whatever describes them.
  const bool raw = std::ranges::any_of(
      members, [](const fs::path& member) { return recordingNameOf(member) == RecordingName::raw; });
  std::optional<Message> foreign = members.empty() || raw ? std::nullopt : foreignIn(members.front());
  if (foreign) {
    return {Errc::format,
            MASU_TEXT("core", "The archive {0} holds no CSV file. {1}"),
            {shown, std::move(*foreign)},
            {shown, 0, 0}};
  }
  return {Errc::notFound, MASU_TEXT("core", "The archive {0} holds no CSV file."), {shown}, {shown, 0, 0}};
}

/// The tables among the members of an archive. A packed file in a packed file is left alone.
Result<FoundFiles> tablesIn(const fs::path& archive) {
  MASU_TRY(MemberPaths members, membersOf(archive));
  // Beside CSV files, JSON Lines are as a rule logs and lists.
  const bool csv = std::ranges::any_of(members.files, isCsvName);
  const auto isTable = [&](const fs::path& member) {
    return !isPacked(member) && (csv ? isCsvName(member) : isTableName(member));
  };
  const auto others = std::stable_partition(members.files.begin(), members.files.end(), isTable);
  if (others == members.files.begin()) return fail(noTableIn(archive, members.files));
  FoundFiles found;
  found.notes = notesOnArchive(archive, members.refused, {others, members.files.end()});
  members.files.erase(others, members.files.end());
  found.files = std::move(members.files);
  return found;
}

void append(FoundFiles& all, FoundFiles more) {
  std::ranges::move(more.files, std::back_inserter(all.files));
  std::ranges::move(more.notes, std::back_inserter(all.notes));
}

bool isRecordingName(const fs::path& file) {
  return recordingNameOf(file) == RecordingName::recording;
}

bool isHdf5Name(const fs::path& file) {
  return recordingNameOf(file) == RecordingName::hdf5;
}

bool isWorkbook(const fs::path& file) {
  return sheetPath(file).has_value();
}

/// What a folder without CSV files is searched for, in this order: beside others they are as a rule notes, logs and
/// lists.
constexpr std::array kOtherTables = {isWorkbook, hasJsonLinesName, isArff, isSeriesFile};

/// An NPZ is one, too, and a recording, and so is a workbook, which is a table.
bool isArchiveFile(const fs::path& file) {
  return recordingNameOf(file) == RecordingName::none && io::isArchive(file) && !isWorkbook(file);
}

Result<SourceKind> kindOfArchive(const fs::path& archive) {
  MASU_TRY(const MemberPaths members, membersOf(archive));
  if (std::ranges::any_of(members.files, isRecordingName)) return SourceKind::recordings;
  MASU_CHECK(tablesIn(archive));
  return SourceKind::table;
}

/// What a shell would make of a pattern, where none has: on the desktop, or in quotes.
Result<std::vector<fs::path>> matchesOf(const fs::path& source) {
  std::error_code error;
  const bool pattern = source.native().find_first_of("*?[") != std::string::npos;
  if (!pattern || fs::exists(source, error) || memberPath(source) || sheetPath(source)) return std::vector{source};
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
  if (fs::exists(status) || memberPath(source) || sheetPath(source)) return {};
  return fail(Error::fromErrno(error && error.value() != 0 ? error.value() : ENOENT, source.string()));
}

/// By the names of the files below it, which are listed once; archives, workbooks and JSON Lines are looked for where
/// there is nothing else.
Result<SourceKind> kindOfFolder(const fs::path& folder) {
  bool tables = false;
  bool hdf5 = false;
  const auto takes = [&](const fs::path& file) {
    tables = tables || isCsvName(file);
    hdf5 = hdf5 || isHdf5Name(file);
    return isRecordingName(file);
  };
  MASU_TRY(const std::vector<fs::path> recordings,
           filesBelow(folder, {.takes = takes, .stops = {}, .most = 1, .skipsUnreadable = true}));
  if (!recordings.empty()) return SourceKind::recordings;
  if (tables) return SourceKind::table;
  if (hdf5) return SourceKind::recordings;
  // As they were downloaded: an archive beside notes about it.
  MASU_TRY(const std::vector<fs::path> archives, filesIn(folder, isArchiveFile, 1));
  if (!archives.empty()) return kindOfArchive(archives.front());
  for (const auto matches : kOtherTables) {
    MASU_TRY(const bool any, anyFile(folder, matches));
    if (any) return SourceKind::table;
  }
  return fail(Errc::notFound, MASU_TEXT("core", "The folder {0} holds no CSV file and no recording that Masu reads."),
              {folder.string()}, {folder.string(), 0, 0});
}

Result<SourceKind> kindOfOne(const fs::path& source) {
  MASU_CHECK(checkThere(source));
  std::error_code error;
  const fs::file_status status = fs::status(source, error);
  if (sheetPath(source)) return SourceKind::table;
  if (!fs::exists(status)) return isRecordingName(source) ? SourceKind::recordings : SourceKind::table;
  if (!fs::is_directory(status) && (isRecordingName(source) || isHdf5Name(source))) return SourceKind::recordings;
  if (const auto header = fs::is_directory(status) ? std::nullopt : headerBeside(source))
    return fail(belongsTo(*header, source));
  if (io::isArchive(source)) return kindOfArchive(source);
  return fs::is_directory(status) ? kindOfFolder(source) : SourceKind::table;
}

/// What the sources match, but for lock files: a pattern takes those in, too.
Result<FoundFiles> allMatches(const std::vector<fs::path>& sources) {
  FoundFiles all;
  for (const fs::path& source : sources) {
    MASU_TRY(const std::vector<fs::path> matches, matchesOf(source));
    for (const fs::path& match : matches) {
      if (const auto locked = lockedBy(match)) {
        all.notes.push_back({MASU_TEXT("core",
                                       "{0} is passed over: it only says that {1} is open in another program. Changes "
                                       "that are not saved there are not imported."),
                             {match.string(), locked->string()}});
      } else {
        all.files.push_back(match);
      }
    }
  }
  if (!all.files.empty() || all.notes.empty()) return all;
  return fail(
      Errc::format,
      MASU_TEXT("core", "{0} is not a table: it only says that {1} is open in another program. Import that file."),
      all.notes.front().arguments);
}

/// The tables below a folder: CSV files; where there are none, those in its archives; where it has none,
/// workbooks; where it has none of these, JSON Lines, then ARFF, then .ts files.
Result<FoundFiles> tablesBelow(const fs::path& folder) {
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  FoundFiles tables;
  MASU_TRY(tables.files, filesIn(folder, isCsvName, kAll));
  if (!tables.files.empty()) return tables;
  MASU_TRY(const std::vector<fs::path> archives, filesIn(folder, isArchiveFile, kAll));
  for (const fs::path& archive : archives) {
    MASU_TRY(FoundFiles inside, tablesIn(archive));
    append(tables, std::move(inside));
  }
  for (const auto matches : kOtherTables) {
    if (!archives.empty() || !tables.files.empty()) break;
    MASU_TRY(tables.files, filesIn(folder, matches, kAll));
  }
  if (!tables.files.empty()) return tables;
  return fail(Errc::notFound, MASU_TEXT("core", "The folder {0} holds no CSV file."), {folder.string()},
              {folder.string(), 0, 0});
}

/// A file that was named twice, or by two links, is read twice: a note says so. Members of archives are not looked at.
void noteRepeated(FoundFiles& found) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, const fs::path*> met;
  for (const fs::path& file : found.files) {
    const auto stamp = io::stampOf(file);
    if (!stamp) continue;
    const auto [first, isNew] = met.emplace(std::pair(stamp->device, stamp->inode), &file);
    if (isNew) continue;
    found.notes.push_back({MASU_TEXT("core",
                                     "{1} is the same file as {0}, whose records are imported twice. Leave one of them "
                                     "out if that is not meant."),
                           {first->second->string(), file.string()}});
    return;
  }
}

}  // namespace

bool asksForRecordings(const ImportOptions& options) {
  const RecordingOptions& recordings = options.recordings;
  return options.as == SourceKind::recordings ||
         (options.as == SourceKind::automatic &&
          (recordings.window != 0 || recordings.windowSeconds != 0 || recordings.hopSeconds != 0 || recordings.raw ||
           !recordings.labelFiles.empty() || recordings.hop || recordings.oneWindow || !recordings.channels.empty() ||
           recordings.time || recordings.rate != 0 || recordings.frames != waveform::FrameAxis::longer ||
           !recordings.labelFrom.empty() || !recordings.groupFrom.empty()));
}

Result<SourceKind> kindOf(const ImportOptions& options) {
  if (options.sources.empty()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "No source was given. Name a CSV file, or a folder of recordings."));
  }
  std::optional<SourceKind> found;
  MASU_TRY(const FoundFiles sources, allMatches(options.sources));
  const bool isStated = options.as != SourceKind::automatic || asksForRecordings(options);
  for (const fs::path& source : sources.files) {
    if (isStated) {
      MASU_CHECK(checkThere(source));
      continue;
    }
    MASU_TRY(const SourceKind kind, kindOfOne(source));
    if (found && *found != kind) {
      return fail(
          Errc::invalidArgument,
          MASU_TEXT("core", "The sources mix tables and recordings. Import them separately, or choose one by --as."),
          {}, {source.string(), 0, 0});
    }
    found = kind;
  }
  if (options.as != SourceKind::automatic) return options.as;
  return asksForRecordings(options) ? SourceKind::recordings : *found;
}

std::vector<Message> notesOnArchive(const fs::path& archive, const std::vector<std::string>& refused,
                                    const std::vector<fs::path>& others) {
  std::vector<Message> notes;
  if (refused.size() == 1) {
    notes.push_back({MASU_TEXT("core", "A member of {0} is left out, as its name leads out of it: {1}."),
                     {archive.string(), refused.front()}});
  } else if (!refused.empty()) {
    notes.push_back({MASU_TEXT("core", "{0} members of {1} are left out, as their names lead out of it: {2} is one."),
                     {std::to_string(refused.size()), archive.string(), refused.front()}});
  }
  const auto nameOf = [&](const fs::path& member) { return member.native().substr(archive.native().size() + 1); };
  if (others.size() == 1) {
    notes.push_back({MASU_TEXT("core", "A member of {0} is another file and left out: {1}."),
                     {archive.string(), nameOf(others.front())}});
  } else if (!others.empty()) {
    notes.push_back({MASU_TEXT("core", "{0} members of {1} are other files and left out: {2} is one."),
                     {std::to_string(others.size()), archive.string(), nameOf(others.front())}});
  }
  return notes;
}

Result<FoundFiles> tableFiles(const std::vector<fs::path>& sources) {
  MASU_TRY(FoundFiles given, allMatches(sources));
  FoundFiles found{{}, std::move(given.notes)};
  for (const fs::path& source : given.files) {
    std::error_code error;
    FoundFiles inside{{source}, {}};
    if (fs::is_directory(source, error)) {
      MASU_TRY(inside, tablesBelow(source));
    } else if (io::isArchive(source) && !isWorkbook(source)) {
      MASU_TRY(inside, tablesIn(source));
    }
    append(found, std::move(inside));
  }
  noteRepeated(found);
  return found;
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

namespace {

/// Sheets of one workbook are different sources.
std::string hashOfSheet(const std::string& workbook, const std::optional<std::string>& sheet) {
  Hasher64 hasher;
  hasher.update(std::as_bytes(std::span(workbook)));
  if (sheet) hasher.update(std::as_bytes(std::span(*sheet)));
  return hex64(hasher.digest());
}

}  // namespace

Result<store::SourceFile> describeSource(const fs::path& file, const fs::path& root) {
  store::SourceFile source;
  SourceContent content;
  if (const std::optional<MemberPath> inside = memberPath(file)) {
    MASU_TRY(const io::ArchiveMember member, memberAt(*inside));
    content = contentOf(member);
  } else if (const std::optional<SheetPath> sheet = sheetPath(file)) {
    MASU_TRY(const io::File opened, io::File::openRead(sheet->file));
    MASU_TRY(content, contentOf(opened));
    content.hash = hashOfSheet(content.hash, sheet->sheet);
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
