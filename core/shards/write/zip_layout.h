// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace masu::shards {

/// A file inside a ZIP file, not compressed. All of them have the same date and rights, so that equal content is equal
/// bytes.
struct ZipMember {
  std::string name;  ///< in UTF-8, with forward slashes
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;  ///< of its head in the ZIP file
  std::uint32_t crc32 = 0;
  bool grows = false;  ///< its head is as long for any size, so that it can be written again once that is known
};

/// What is before a member's content: as long for any offset and crc32.
std::string zipHead(const ZipMember& member);

/// What follows the last member: the directory, which begins at `offset`, and the end of the file. Members, sizes and
/// offsets beyond the old format's limits are written as Zip64.
/// Source: PKWARE, APPNOTE.TXT 6.3.
std::string zipDirectory(std::span<const ZipMember> members, std::uint64_t offset);

/// Of a ZIP file that holds the members in their order, whose offsets it sets.
std::uint64_t zipBytes(std::span<ZipMember> members);

}  // namespace masu::shards
