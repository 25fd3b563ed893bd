#include "core/shards/bundle.h"

#include <algorithm>

#include <fcntl.h>

#include "core/io/file.h"

namespace masu::shards {

Format bundledFormat(const store::Dataset& dataset) {
  return dataset.meta().kind == store::SampleKind::table ? Format::csv : Format::npy;
}

Result<Bundle> Bundle::create(const std::filesystem::path& folder, const std::string& path,
                              std::span<const ShardFile> packed) {
  std::vector<ZipMember> members;
  std::uint64_t end = 0;
  for (const ShardFile& file : packed) {
    members.push_back({file.path, file.bytes, end, file.crc32});
    end += bytesOf(file);
  }
  MASU_TRY(GrowingFile file,
           packed.empty() ? GrowingFile::create(folder, path) : GrowingFile::resume(folder, path, end));
  return Bundle(folder, std::move(file), std::move(members));
}

std::uint64_t Bundle::bytesOf(const ShardFile& file) {
  return zipHead({file.path, file.bytes}).size() + file.bytes;
}

Result<void> Bundle::add(const ShardFile& file, const std::stop_token& stop) {
  const ZipMember& member = m_members.emplace_back(ZipMember{file.path, file.bytes, m_file.bytes(), file.crc32});
  m_file.text() += zipHead(member);
  MASU_TRY(const io::File from, io::File::openReadWrite(m_folder / file.path));
  std::vector<std::byte> buffer(std::min<std::uint64_t>(file.bytes, 256 << 10));
  for (std::uint64_t at = 0, kept = 0; at < file.bytes;) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    const auto piece = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), file.bytes - at));
    MASU_CHECK(from.readAt(at, piece));
    MASU_CHECK(m_file.append(piece));
    at += piece.size();
    if (at - kept < kPackingBytes) continue;
    // Best effort: where holes are unknown, the disk holds the file twice until it is packed.
    ::fallocate(from.descriptor(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(kept),
                static_cast<off_t>(at - kept));
    kept = at;
  }
  std::error_code ignored;
  std::filesystem::remove(m_folder / file.path, ignored);
  return {};
}

Result<ShardFile> Bundle::finish() {
  m_file.text() += zipDirectory(m_members, m_file.bytes());
  return m_file.finish();
}

Result<void> PackingLine::pack(std::size_t number, const Result<ShardInfo>& written, const std::stop_token& stop) {
  if (!m_turns.wait(number, stop)) return written ? fail(Error::cancelled()) : fail(written.error());
  auto packed = packAll(written, stop);
  m_broken = !packed;
  m_turns.pass();
  return packed;
}

Result<void> PackingLine::packAll(const Result<ShardInfo>& written, const std::stop_token& stop) {
  if (!written) return fail(written.error());
  if (m_broken) return fail(Error::cancelled());
  for (const ShardFile& file : written->files) MASU_CHECK(m_bundle.add(file, stop));
  return {};
}

Result<void> PackingLine::pass(std::size_t number, const std::stop_token& stop) {
  if (!m_turns.wait(number, stop)) return fail(Error::cancelled());
  m_turns.pass();
  return {};
}

}  // namespace masu::shards
