// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/side_file.h"

#include <algorithm>
#include <vector>

#include "core/io/file.h"

namespace masu::store {

Result<void> SideFile::reopen(std::uint64_t bytes, std::uint64_t hash) {
  if (bytes == 0) return {};
  MASU_TRY(m_file, io::File::openReadWrite(m_path));
  MASU_TRY(const std::uint64_t size, m_file.size());
  if (size < bytes) return fail(Errc::damaged, {});
  m_bytes = bytes;
  MASU_CHECK(io::eachBlock(m_file, 0, bytes, [this](std::uint64_t, auto block) -> Result<void> {
    m_hasher.update(block);
    return {};
  }));
  if (m_hasher.digest() != hash) return fail(Errc::damaged, {});
  return m_file.resize(bytes);
}

Result<void> SideFile::append(std::string_view text) {
  if (!m_file.isOpen()) {
    MASU_TRY(m_file, io::File::create(m_path));
  }
  MASU_CHECK(m_file.writeAt(m_bytes, std::as_bytes(std::span(text))));
  m_bytes += text.size();
  m_hasher.update(std::as_bytes(std::span(text)));
  return {};
}

Result<void> SideFile::note(ImportJournal::Entry& entry) const {
  entry.record.sideFileBytes = m_bytes;
  entry.record.sideFileHash = m_hasher.digest();
  if (m_bytes == 0) return {};
  MASU_TRY(entry.companion, io::File::openRead(m_path));
  return {};
}

Result<void> SideFile::copyTo(const io::File& to) const {
  return io::eachBlock(m_file, 0, m_bytes, [&](std::uint64_t at, auto bytes) { return to.writeAt(at, bytes); });
}

Result<bool> SideFile::equals(const io::File& other) const {
  MASU_TRY(const std::uint64_t size, other.size());
  bool equal = size == m_bytes;
  if (!equal) return false;
  std::vector<std::byte> there;
  const auto compare = [&](std::uint64_t at, std::span<const std::byte> bytes) -> Result<void> {
    if (!equal) return {};
    there.resize(bytes.size());
    MASU_CHECK(other.readAt(at, there));
    equal = std::ranges::equal(there, bytes);
    return {};
  };
  MASU_CHECK(io::eachBlock(m_file, 0, m_bytes, compare));
  return equal;
}

bool SideFile::holds(const std::filesystem::path& folder, const io::File& other) {
  SideFile side(folder);
  auto file = io::File::openRead(side.m_path);
  if (!file) return false;
  const auto bytes = file->size();
  if (!bytes || *bytes == 0) return false;
  side.m_file = std::move(*file);
  side.m_bytes = *bytes;
  const auto equal = side.equals(other);
  return equal && *equal;
}

}  // namespace masu::store
