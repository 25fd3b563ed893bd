// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/bundle.h"

#include "core/io/file.h"
#include "core/shards/write/shard_file.h"

namespace masu::shards {

namespace {

std::span<const std::byte> asBytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}

}  // namespace

Format bundledFormat(const store::Dataset& dataset) {
  return dataset.meta().kind == store::SampleKind::table ? Format::csv : Format::npy;
}

Result<Bundle> Bundle::create(const std::filesystem::path& folder, const std::string& path,
                              std::span<const ShardFile> packed, HashThread* hashes) {
  std::vector<ZipMember> members;
  std::uint64_t end = 0;
  for (const ShardFile& file : packed) {
    members.push_back({file.path, file.bytes, end, file.crc32, true});
    end += bytesOf(file);
  }
  MASU_TRY(io::File file, packed.empty() ? io::File::create(folder / path) : io::File::openReadWrite(folder / path));
  MASU_TRY(auto writer, BlockWriter::create(std::move(file), hashes));
  MASU_CHECK(writer->continueAt(end));
  // After a crash of the machine the disk may have what comes after a head and not the head as it was written last.
  for (const ZipMember& member : members) MASU_CHECK(writer->rewrite(member.offset, asBytes(zipHead(member))));
  return Bundle(folder, path, std::move(writer), std::move(members));
}

std::uint64_t Bundle::bytesOf(const ShardFile& file) {
  const ZipMember member{file.path, file.bytes, 0, 0, true};
  return zipHead(member).size() + file.bytes;
}

Result<void> Bundle::beginMember(const std::string& path) {
  const ZipMember& member = m_members.emplace_back(ZipMember{path, 0, m_file->bytes(), 0, true});
  MASU_CHECK(append(asBytes(zipHead(member))));
  return m_file->beginHash();
}

Result<ShardFile> Bundle::endMember(ShardFile member) {
  member.sha256 = m_file->endHash();
  ZipMember& last = m_members.back();
  last.bytes = member.bytes;
  last.crc32 = member.crc32;
  MASU_CHECK(m_file->rewrite(last.offset, asBytes(zipHead(last))));
  return member;
}

Result<void> Bundle::add(const ShardFile& file) {
  MASU_TRY(const io::File from, io::File::openRead(m_folder / file.path));
  MASU_TRY(GrowingFile member, GrowingFile::create(m_folder, file.path, {nullptr, this}));
  MASU_CHECK(io::eachBlock(from, 0, file.bytes, [&](std::uint64_t, auto block) { return member.append(block); }));
  MASU_CHECK(member.finish());
  std::error_code ignored;
  std::filesystem::remove(m_folder / file.path, ignored);
  return {};
}

Result<ShardFile> Bundle::finish() {
  MASU_CHECK(append(asBytes(zipDirectory(m_members, m_file->bytes()))));
  const std::uint64_t bytes = m_file->bytes();
  MASU_CHECK(m_file->finish());
  return ShardFile{m_path, bytes, {}};
}

}  // namespace masu::shards
