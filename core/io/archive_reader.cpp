#include "core/io/archive_reader.h"

#include <QString>
#include <algorithm>
#include <array>
#include <cstring>

#include <quazip.h>
#include <quazipfile.h>
#include <quazipfileinfo.h>

namespace masu::io {

namespace {

/// Beyond both a member is no data that people pack: tables shrink to a tenth, sparse ones to a fiftieth.
constexpr std::uint64_t kMostTimes = 100;
constexpr std::uint64_t kHarmlessBytes = std::uint64_t{64} << 20;

constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint16_t kEncryptedFlag = 1;

}  // namespace

struct ArchiveReader::State {
  std::filesystem::path path;
  QuaZip zip;
  /// The member being read. Made anew for each: one whose checksum differs stays open for ever.
  std::unique_ptr<QuaZipFile> file;
  std::vector<ArchiveMember> members;
  std::vector<int> places;  ///< of each member in the directory, which counts folders too
  std::vector<std::uint16_t> methods;
  std::size_t at = 0;
  int place = 0;  ///< where the library stands in the directory, from which it goes ahead only
  std::uint64_t read = 0;
};

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
  const std::filesystem::path path(name);
  if (std::any_of(path.begin(), path.end(), [](const auto& part) { return part == "__MACOSX"; })) return true;
  const std::string base = path.filename().string();
  return base.empty() || base.front() == '.' || base == "Thumbs.db" || base == "desktop.ini";
}

ArchiveReader::ArchiveReader(std::unique_ptr<State> state) : m_state(std::move(state)) {}
ArchiveReader::ArchiveReader(ArchiveReader&&) noexcept = default;
ArchiveReader& ArchiveReader::operator=(ArchiveReader&&) noexcept = default;
ArchiveReader::~ArchiveReader() = default;

Result<ArchiveReader> ArchiveReader::open(const std::filesystem::path& path) {
  // Opened here first, since the library does not tell why it cannot.
  MASU_TRY(const File file, File::openRead(path));
  return open(file);
}

Result<ArchiveReader> ArchiveReader::open(const File& file) {
  MASU_TRY(const std::uint64_t size, file.size());
  auto state = std::make_unique<State>();
  state->path = file.path();
  state->zip.setZipName(QString::fromStdString(file.openPath().string()));
  const std::string shown = file.path().string();
  if (!state->zip.open(QuaZip::mdUnzip)) {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is no whole ZIP archive: its directory cannot be read."), {shown},
                {shown, 0, 0});
  }
  std::uint64_t packed = 0;
  const QList<QuaZipFileInfo64> infos = state->zip.getFileInfoList64();
  if (infos.size() != state->zip.getEntriesCount()) {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is no whole ZIP archive: its directory cannot be read."), {shown},
                {shown, 0, 0});
  }
  for (int i = 0; i < infos.size(); ++i) {
    packed += infos[i].compressedSize;
    if (infos[i].name.endsWith('/')) continue;
    const bool encrypted = (infos[i].flags & kEncryptedFlag) != 0;
    state->members.push_back(
        {infos[i].name.toStdString(), infos[i].uncompressedSize, infos[i].compressedSize, infos[i].crc, encrypted});
    std::replace(state->members.back().name.begin(), state->members.back().name.end(), '\\', '/');
    state->places.push_back(i);
    state->methods.push_back(infos[i].method);
  }
  if (packed > size) {
    return fail(Errc::damaged,
                MASU_TEXT("core",
                          "The members of {0} share bytes, as those of a ZIP bomb do: it is not read. Pack its files "
                          "anew if you trust them."),
                {shown}, {shown, 0, 0});
  }
  return ArchiveReader(std::move(state));
}

const std::vector<ArchiveMember>& ArchiveReader::members() const {
  return m_state->members;
}

Error ArchiveReader::damaged() const {
  const std::string path = m_state->path.string();
  return {Errc::damaged,
          MASU_TEXT("core", "{1} in {0} is damaged: what it unpacks to is not what was packed. Get the archive anew."),
          {path, m_state->members[m_state->at].name},
          {path, 0, 0}};
}

Result<void> ArchiveReader::begin(std::size_t index) {
  State& state = *m_state;
  const ArchiveMember& member = state.members[index];
  const std::string path = state.path.string();
  state.file.reset();
  state.at = index;
  state.read = 0;
  if (member.encrypted) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "{1} in {0} is encrypted. Unpack it with its password, then import the files."),
                {path, member.name}, {path, 0, 0});
  }
  if (state.methods[index] != kStored && state.methods[index] != kDeflated) {
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
  bool there = true;
  if (state.place == 0 || state.place > state.places[index]) {
    there = state.zip.goToFirstFile();
    state.place = 0;
  }
  for (; there && state.place < state.places[index]; ++state.place) there = state.zip.goToNextFile();
  if (!there) state.place = 0;
  state.file = std::make_unique<QuaZipFile>(&state.zip);
  if (!there || !state.file->open(QIODevice::ReadOnly)) return fail(damaged());
  return {};
}

Result<std::size_t> ArchiveReader::read(std::span<std::byte> out) {
  State& state = *m_state;
  const ArchiveMember& member = state.members[state.at];
  constexpr std::size_t kMost = 1U << 30U;
  const auto room = static_cast<qint64>(std::min(out.size(), kMost));
  const qint64 count = state.file->isOpen() ? state.file->read(reinterpret_cast<char*>(out.data()), room) : 0;
  if (count < 0) return fail(damaged());
  state.read += static_cast<std::uint64_t>(count);
  if (state.read > member.bytes) return fail(damaged());
  if (count > 0 || out.empty()) return static_cast<std::size_t>(count);
  if (state.file->isOpen()) {
    // Closing compares the checksum.
    state.file->close();
    if (state.file->getZipError() != UNZ_OK || state.read != member.bytes) return fail(damaged());
  }
  return std::size_t{0};
}

}  // namespace masu::io
