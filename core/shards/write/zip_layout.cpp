// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/zip_layout.h"

#include <algorithm>

namespace masu::shards {

namespace {

/// A field with this value says that the true one is in the Zip64 part.
constexpr std::uint32_t kElsewhere = 0xFFFFFFFFU;
constexpr std::uint16_t kManyMembers = 0xFFFFU;
constexpr std::uint16_t kVersion = 20;
constexpr std::uint16_t kZip64Version = 45;
constexpr std::uint16_t kUtf8Names = 0x0800;
constexpr std::uint16_t kUnix = 3 << 8;
/// A file that everyone may read and its owner write.
constexpr std::uint32_t kRights = 0100644U << 16U;
/// The first day that ZIP can hold.
constexpr std::uint16_t kDate = 1 << 5 | 1;

class Fields {
 public:
  Fields& u16(std::uint16_t value) { return put(value, 2); }
  Fields& u32(std::uint32_t value) { return put(value, 4); }
  Fields& u64(std::uint64_t value) { return put(value, 8); }
  /// What 32 bits cannot hold is elsewhere.
  Fields& most32(std::uint64_t value) { return put(std::min<std::uint64_t>(value, kElsewhere), 4); }
  Fields& text(const std::string& value) {
    m_bytes += value;
    return *this;
  }
  const std::string& bytes() const { return m_bytes; }

 private:
  Fields& put(std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i) m_bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
    return *this;
  }

  std::string m_bytes;
};

bool isLarge(std::uint64_t value) {
  return value >= kElsewhere;
}

/// Keeps the place of Zip64's part in a head, should the member become large: the packaging format of Microsoft has a
/// part for such room, which others pass over.
std::string roomToGrow() {
  constexpr std::uint16_t kGrowthHint = 0xA220;
  constexpr std::uint16_t kSignature = 0xA028;
  constexpr std::uint16_t kRoom = 12;
  return Fields().u16(kGrowthHint).u16(kRoom + 4).u16(kSignature).u16(kRoom).u32(0).u64(0).bytes();
}

/// Zip64's part of a head or an entry; empty where it is not needed.
std::string zip64Part(const Fields& values) {
  if (values.bytes().empty()) return {};
  return Fields().u16(1).u16(static_cast<std::uint16_t>(values.bytes().size())).text(values.bytes()).bytes();
}

/// From the version a reader needs up to the lengths of name and extra part: head and entry have them alike.
void putCommon(Fields& to, const ZipMember& member, bool zip64, const std::string& extra) {
  to.u16(zip64 ? kZip64Version : kVersion).u16(kUtf8Names);
  to.u16(0).u16(0).u16(kDate).u32(member.crc32).most32(member.bytes).most32(member.bytes);
  to.u16(static_cast<std::uint16_t>(member.name.size())).u16(static_cast<std::uint16_t>(extra.size()));
}

std::string entryOf(const ZipMember& member) {
  Fields large;
  if (isLarge(member.bytes)) large.u64(member.bytes).u64(member.bytes);
  if (isLarge(member.offset)) large.u64(member.offset);
  const std::string extra = zip64Part(large);
  Fields entry;
  entry.u32(0x02014B50).u16(kUnix | kZip64Version);
  putCommon(entry, member, !extra.empty(), extra);
  return entry.u16(0).u16(0).u16(0).u32(kRights).most32(member.offset).text(member.name).text(extra).bytes();
}

}  // namespace

std::string zipHead(const ZipMember& member) {
  const bool large = isLarge(member.bytes);
  std::string extra;
  if (large) {
    extra = zip64Part(Fields().u64(member.bytes).u64(member.bytes));
  } else if (member.grows) {
    extra = roomToGrow();
  }
  Fields head;
  head.u32(0x04034B50);
  putCommon(head, member, large, extra);
  return head.text(member.name).text(extra).bytes();
}

std::string zipDirectory(std::span<const ZipMember> members, std::uint64_t offset) {
  Fields all;
  for (const ZipMember& member : members) all.text(entryOf(member));
  const std::uint64_t bytes = all.bytes().size();
  const std::uint64_t count = members.size();
  if (count >= kManyMembers || isLarge(bytes) || isLarge(offset)) {
    all.u32(0x06064B50).u64(44).u16(kUnix | kZip64Version).u16(kZip64Version).u32(0).u32(0);
    all.u64(count).u64(count).u64(bytes).u64(offset);
    all.u32(0x07064B50).u32(0).u64(offset + bytes).u32(1);
  }
  const auto counted = static_cast<std::uint16_t>(std::min<std::uint64_t>(count, kManyMembers));
  return all.u32(0x06054B50).u16(0).u16(0).u16(counted).u16(counted).most32(bytes).most32(offset).u16(0).bytes();
}

std::uint64_t zipBytes(std::span<ZipMember> members) {
  std::uint64_t bytes = 0;
  for (ZipMember& member : members) {
    member.offset = bytes;
    bytes += zipHead(member).size() + member.bytes;
  }
  return bytes + zipDirectory(members, bytes).size();
}

}  // namespace masu::shards
