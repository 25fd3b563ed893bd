// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/archive_reader.h"

#include <QString>
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include <quazip.h>
#include <quazipfileinfo.h>
#include <unzip.h>

#include "core/base/crc32.h"

namespace masu::io {

namespace {

/// Beyond both a member is not data that people pack: tables shrink to a tenth, sparse ones to a fiftieth.
constexpr std::uint64_t kMostTimes = 100;
constexpr std::uint64_t kHarmlessBytes = std::uint64_t{64} << 20;

constexpr std::uint64_t kStored = 0;
constexpr std::uint64_t kDeflated = 8;
constexpr std::uint64_t kEncryptedFlag = 1;

constexpr std::size_t kLongestField = 0xFFFF;  ///< of the directory: two bytes hold its length

/// Whether the fields after a name, each of two bytes what it is and two how long, hold the name in Unicode.
bool namesInUnicode(std::string_view fields) {
  constexpr std::string_view kUnicodePath = "up";  // 0x7075
  while (fields.size() >= 4) {
    if (fields.starts_with(kUnicodePath)) return true;
    const std::size_t length =
        static_cast<unsigned char>(fields[2]) | std::size_t{static_cast<unsigned char>(fields[3])} << 8U;
    fields.remove_prefix(std::min(fields.size(), 4 + length));
  }
  return false;
}

/// The name without the components that say nothing: `./a//b` is a/b, as whoever makes a path of it takes it.
std::string tidied(std::string_view name) {
  std::string tidy = name.starts_with('/') ? "/" : "";
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = std::min(name.find('/', at), name.size());
    const std::string_view part = name.substr(at, end - at);
    if (!part.empty() && part != ".") tidy.append(part).append(end < name.size() ? "/" : "");
    at = end + 1;
  }
  return tidy;
}

}  // namespace

/// Of QuaZip, what opens the archive and decodes names that are not plain; what is below it does the rest, since
/// going through thousands of members by its classes takes as long as unpacking them.
struct ArchiveReader::State {
  std::filesystem::path path;
  QuaZip zip;
  std::shared_ptr<const ArchiveDirectory> directory;
  File file;
  std::size_t at = 0;
  bool isOpen = false;  ///< the member at `at`
  std::uint64_t read = 0;
  std::uint64_t storedAt = 0;  ///< where the content of a stored member is in the file; 0: it is packed
  std::uint32_t checksum = 0;  ///< of what was read of a stored member

  ~State() { close(); }
  unzFile handle() { return zip.getUnzFile(); }
  /// False where the checksum differs of what was read wholly.
  bool close() { return !std::exchange(isOpen, false) || unzCloseCurrentFile(handle()) == UNZ_OK; }
  const ArchiveMember& member() const { return directory->members()[at]; }
  std::string currentName(std::string_view plain, std::string_view fields);
  std::optional<std::size_t> readStored(std::span<std::byte> out);
};

std::string ArchiveReader::State::currentName(std::string_view plain, std::string_view fields) {
  const bool ascii = std::ranges::all_of(plain, [](char c) { return static_cast<signed char>(c) > 0; });
  QuaZipFileInfo64 info;
  if ((ascii && !namesInUnicode(fields)) || !zip.getCurrentFileInfo(&info)) return std::string(plain);
  return info.name.toStdString();
}

std::optional<std::size_t> ArchiveDirectory::find(std::string_view name) const {
  const auto found = m_names.find(name);
  return found == m_names.end() ? std::nullopt : std::optional(found->second);
}

/// Nothing where the directory is not what it says of itself. `packed`: the bytes of all members together.
std::shared_ptr<const ArchiveDirectory> ArchiveReader::list(State& state, std::uint64_t& packed) {
  auto directory = std::make_shared<ArchiveDirectory>();
  const int entries = state.zip.getEntriesCount();
  bool there = state.zip.goToFirstFile();  // only then does the library know of a current one
  const auto name = std::make_unique_for_overwrite<char[]>(kLongestField + 1);
  const auto fields = std::make_unique_for_overwrite<char[]>(kLongestField);
  for (int entry = 0; entry < entries; ++entry) {
    unz_file_info64 info{};
    unz64_file_pos place{};
    if (!there || unzGetFilePos64(state.handle(), &place) != UNZ_OK ||
        unzGetCurrentFileInfo64(state.handle(), &info, name.get(), kLongestField + 1, fields.get(), kLongestField,
                                nullptr, 0) != UNZ_OK) {
      return nullptr;
    }
    packed += info.compressed_size;
    const std::size_t extra = std::min<std::size_t>(info.size_file_extra, kLongestField);
    std::string shown = state.currentName(name.get(), {fields.get(), extra});
    std::ranges::replace(shown, '\\', '/');
    shown = tidied(shown);
    if (!shown.empty() && !shown.ends_with('/')) {
      directory->m_members.push_back({std::move(shown), info.uncompressed_size, info.compressed_size,
                                      static_cast<std::uint32_t>(info.crc), (info.flag & kEncryptedFlag) != 0});
      directory->m_entries.push_back({place.pos_in_zip_directory, place.num_of_file, info.compression_method});
    }
    there = entry + 1 == entries || unzGoToNextFile(state.handle()) == UNZ_OK;
  }
  if (entries < 0) return nullptr;
  // Now that the members stay where they are.
  const auto& members = directory->m_members;
  directory->m_names.reserve(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) directory->m_names.emplace(members[i].name, i);
  return directory;
}

/// The library copies what is not packed byte by byte, and sums it up as slowly. Nothing: it is damaged.
std::optional<std::size_t> ArchiveReader::State::readStored(std::span<std::byte> out) {
  const ArchiveMember& member = this->member();
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), member.bytes - read));
  if (count == 0) return checksum == member.checksum ? std::optional(count) : std::nullopt;
  if (!file.readAt(storedAt + read, out.first(count))) return std::nullopt;
  checksum = crc32(checksum, out.first(count));
  read += count;
  return count;
}

bool isArchive(std::span<const std::byte> head) {
  constexpr std::array<unsigned char, 4> kMember = {'P', 'K', 3, 4};
  constexpr std::array<unsigned char, 4> kEmpty = {'P', 'K', 5, 6};
  return head.size() >= kMember.size() && (std::memcmp(head.data(), kMember.data(), kMember.size()) == 0 ||
                                           std::memcmp(head.data(), kEmpty.data(), kEmpty.size()) == 0);
}

bool isArchive(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  const Result<File> file = File::openRead(path);
  std::array<std::byte, 4> head{};
  const Result<std::uint64_t> size = file ? file->size() : Result<std::uint64_t>(0);
  return file && size && *size >= head.size() && file->readAt(0, head) && isArchive(std::span<const std::byte>(head));
}

bool isJunkMember(const std::string& name) {
  const auto isHidden = [](std::string_view part) { return part.starts_with('.') && part != "." && part != ".."; };
  std::string_view rest = name;
  for (std::size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
    if (const std::string_view folder = rest.substr(0, slash); folder == "__MACOSX" || isHidden(folder)) return true;
    rest.remove_prefix(slash + 1);
  }
  return rest.empty() || rest.front() == '.' || rest == "Thumbs.db" || rest == "desktop.ini" || rest == "__MACOSX";
}

ArchiveReader::ArchiveReader(std::unique_ptr<State> state) : m_state(std::move(state)) {}
ArchiveReader::ArchiveReader(ArchiveReader&&) noexcept = default;
ArchiveReader& ArchiveReader::operator=(ArchiveReader&&) noexcept = default;
ArchiveReader::~ArchiveReader() = default;

Result<ArchiveReader> ArchiveReader::open(const std::filesystem::path& path) {
  // Opened here first, since the library does not report why it cannot.
  MASU_TRY(const File file, File::openRead(path));
  return open(file);
}

Result<std::unique_ptr<ArchiveReader::State>> ArchiveReader::opened(const File& file) {
  auto state = std::make_unique<State>();
  state->path = file.path();
  MASU_TRY(state->file, File::openRead(file.openPath()));
  state->zip.setZipName(QString::fromStdString(file.openPath().string()));
  if (state->zip.open(QuaZip::mdUnzip)) return state;
  const std::string shown = file.path().string();
  return fail(Errc::damaged, MASU_TEXT("core", "{0} is not a whole ZIP archive: its directory cannot be read."),
              {shown}, {shown, 0, 0});
}

Result<ArchiveReader> ArchiveReader::open(const std::filesystem::path& path,
                                          std::shared_ptr<const ArchiveDirectory> directory) {
  MASU_TRY(const File file, File::openRead(path));
  MASU_TRY(auto state, opened(file));
  state->directory = std::move(directory);
  return ArchiveReader(std::move(state));
}

Result<ArchiveReader> ArchiveReader::open(const File& file) {
  MASU_TRY(const std::uint64_t size, file.size());
  MASU_TRY(auto state, opened(file));
  const std::string shown = file.path().string();
  std::uint64_t packed = 0;
  state->directory = list(*state, packed);
  if (state->directory == nullptr) {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is not a whole ZIP archive: its directory cannot be read."),
                {shown}, {shown, 0, 0});
  }
  if (packed > size) {
    return fail(Errc::damaged,
                MASU_TEXT("core",
                          "The members of {0} share bytes, as those of a ZIP bomb do: it is not read. Pack its files "
                          "again if you trust them."),
                {shown}, {shown, 0, 0});
  }
  return ArchiveReader(std::move(state));
}

const std::shared_ptr<const ArchiveDirectory>& ArchiveReader::directory() const {
  return m_state->directory;
}

Error ArchiveReader::damaged() const {
  const std::string path = m_state->path.string();
  return {
      Errc::damaged,
      MASU_TEXT("core",
                "{1} in {0} is damaged: its unpacked bytes do not match their checksum. Download the archive again."),
      {path, m_state->member().name},
      {path, 0, 0}};
}

Result<void> ArchiveReader::begin(std::size_t index) {
  State& state = *m_state;
  const ArchiveMember& member = members()[index];
  const ArchiveDirectory::Entry& entry = state.directory->m_entries[index];
  const std::string path = state.path.string();
  state.close();
  state.at = index;
  state.read = 0;
  if (member.encrypted) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "{1} in {0} is encrypted. Unpack it with its password, then import the files."),
                {path, member.name}, {path, 0, 0});
  }
  if (entry.method != kStored && entry.method != kDeflated) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "{1} in {0} is packed by a method that Masu does not read. Unpack it first."),
                {path, member.name}, {path, 0, 0});
  }
  if (member.bytes > kHarmlessBytes && member.bytes / kMostTimes > member.packedBytes) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "{1} in {0} would unpack to {2} bytes from {3}, as a ZIP bomb does: it is not read. Unpack "
                          "it by hand if you trust it."),
                {path, member.name, std::to_string(member.bytes), std::to_string(member.packedBytes)}, {path, 0, 0});
  }
  const unz64_file_pos place{entry.offset, entry.number};
  state.isOpen = unzGoToFilePos64(state.handle(), &place) == UNZ_OK && unzOpenCurrentFile(state.handle()) == UNZ_OK;
  if (!state.isOpen) return fail(damaged());
  state.storedAt = entry.method == kStored ? unzGetCurrentFileZStreamPos64(state.handle()) : 0;
  state.checksum = 0;
  if (state.storedAt > 0 && member.bytes != member.packedBytes) return fail(damaged());
  return {};
}

Result<std::size_t> ArchiveReader::read(std::span<std::byte> out) {
  State& state = *m_state;
  const ArchiveMember& member = state.member();
  constexpr std::size_t kMost = 1U << 30U;
  if (!state.isOpen || out.empty()) return std::size_t{0};
  if (state.storedAt > 0) {
    const std::optional<std::size_t> count = state.readStored(out);
    if (!count) return fail(damaged());
    return *count;
  }
  const int count = unzReadCurrentFile(state.handle(), out.data(), static_cast<unsigned>(std::min(out.size(), kMost)));
  if (count < 0) return fail(damaged());
  state.read += static_cast<std::uint64_t>(count);
  if (state.read > member.bytes) return fail(damaged());
  if (count > 0) return static_cast<std::size_t>(count);
  if (!state.close() || state.read != member.bytes) return fail(damaged());
  return std::size_t{0};
}

}  // namespace masu::io
