#include "core/io/archive_writer.h"

#include <QDateTime>
#include <QString>
#include <cerrno>

#include <quazip.h>
#include <quazipfile.h>
#include <quazipnewinfo.h>

#include "core/io/file.h"

namespace masu::io {

struct ArchiveWriter::State {
  std::filesystem::path path;
  QuaZip zip;
  QuaZipFile member{&zip};
};

ArchiveWriter::ArchiveWriter(std::unique_ptr<State> state) : m_state(std::move(state)) {}
ArchiveWriter::ArchiveWriter(ArchiveWriter&&) noexcept = default;
ArchiveWriter& ArchiveWriter::operator=(ArchiveWriter&&) noexcept = default;
ArchiveWriter::~ArchiveWriter() = default;

Result<ArchiveWriter> ArchiveWriter::create(const std::filesystem::path& path) {
  // Created here, since the library does not tell why it cannot.
  MASU_TRY(const File file, File::create(path));
  auto state = std::make_unique<State>();
  state->path = path;
  state->zip.setZipName(QString::fromStdString(path.string()));
  state->zip.setZip64Enabled(true);
  state->zip.setUtf8Enabled(true);
  // Sizes and checksums go into the header of a member, where readers of a stream look for them.
  state->zip.setDataDescriptorWritingEnabled(false);
  ArchiveWriter writer(std::move(state));
  if (!writer.m_state->zip.open(QuaZip::mdCreate)) return fail(writer.failure());
  return writer;
}

Error ArchiveWriter::failure() const {
  // The library reports "cannot write" alone; on a disk without room that is the reason.
  std::error_code ignored;
  const auto space = std::filesystem::space(m_state->path.parent_path(), ignored);
  constexpr std::uint64_t kNearlyFull = 1 << 20;
  return Error::fromErrno(space.available < kNearlyFull ? ENOSPC : EIO, m_state->path.string());
}

Result<void> ArchiveWriter::begin(const std::string& name, Method method) {
  // The first moment that ZIP can tell.
  static const QDateTime kDate(QDate(1980, 1, 1), QTime(0, 0));
  QuaZipNewInfo info(QString::fromStdString(name));
  info.dateTime = kDate;
  info.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther);
  const bool stored = method == Method::stored;
  const bool opened = m_state->member.open(QIODevice::WriteOnly, info, nullptr, 0, stored ? 0 : Z_DEFLATED,
                                           stored ? 0 : Z_DEFAULT_COMPRESSION);
  if (!opened) return fail(failure());
  return {};
}

Result<void> ArchiveWriter::append(std::span<const std::byte> bytes) {
  // The library counts the bytes of one call in 32 bits.
  constexpr std::size_t kMost = 1U << 30U;
  while (!bytes.empty()) {
    const auto piece = bytes.first(std::min(bytes.size(), kMost));
    const auto size = static_cast<qint64>(piece.size());
    if (m_state->member.write(reinterpret_cast<const char*>(piece.data()), size) != size) return fail(failure());
    bytes = bytes.subspan(piece.size());
  }
  return {};
}

Result<void> ArchiveWriter::end() {
  m_state->member.close();
  if (m_state->member.getZipError() != UNZ_OK) return fail(failure());
  return {};
}

Result<void> ArchiveWriter::finish() {
  m_state->zip.close();
  if (m_state->zip.getZipError() != ZIP_OK) return fail(failure());
  MASU_TRY(const File file, File::openReadWrite(m_state->path));
  return file.sync();
}

}  // namespace masu::io
