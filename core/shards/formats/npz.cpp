// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/crc32.h"
#include "core/shards/formats/array_format.h"
#include "core/shards/write/shard_file.h"
#include "core/shards/write/zip_layout.h"

namespace masu::shards {

namespace {

ZipMember memberOf(const ArrayHead& array) {
  return {array.name + ".npy", npyHeader(array.type, array.shape).size() + array.bytes()};
}

class NpzSink final : public ArraySink {
 public:
  explicit NpzSink(GrowingFile file) : m_file(std::move(file)) {}

  std::optional<std::uint32_t> sumBefore(const ArrayHead& array) const override {
    const std::string header = npyHeader(array.type, array.shape);
    return crc32(0, std::as_bytes(std::span(header)));
  }
  Result<void> begin(const ArrayHead& array) override {
    ZipMember& member = m_members.emplace_back(memberOf(array));
    member.offset = m_file.bytes();
    member.crc32 = array.crc32;
    m_file.text() += zipHead(member) + npyHeader(array.type, array.shape);
    return {};
  }
  Result<void> append(std::span<const std::byte> values) override { return m_file.append(values); }
  Result<void> end() override { return {}; }
  Result<std::vector<ShardFile>> finish() override {
    m_file.text() += zipDirectory(m_members, m_file.bytes());
    MASU_TRY(ShardFile written, m_file.finish());
    return std::vector{std::move(written)};
  }

 private:
  GrowingFile m_file;
  std::vector<ZipMember> m_members;
};

class NpzFormat final : public ArrayFormat {
 public:
  using ArrayFormat::ArrayFormat;

  std::string path(const ExportSplit& exportSplit, std::uint64_t number) const override {
    return shardPath(name(), exportSplit, number, ".npz");
  }

 protected:
  std::uint64_t frameBytes(const std::vector<ArrayHead>& arrays) const override {
    std::vector<ZipMember> members;
    std::uint64_t values = 0;
    for (const ArrayHead& array : arrays) {
      members.push_back(memberOf(array));
      values += array.bytes();
    }
    return zipBytes(members) - values;
  }
  Result<std::unique_ptr<ArraySink>> open(const std::filesystem::path& folder, const Shard& shard,
                                          const ShardRoom& room, const std::vector<ArrayHead>&) const override {
    MASU_TRY(GrowingFile file, GrowingFile::create(folder, path(*shard.exportSplit, shard.number), room.files));
    return std::make_unique<NpzSink>(std::move(file));
  }
};

}  // namespace

Result<std::unique_ptr<ShardFormat>> makeNpzFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                   std::string name) {
  return std::make_unique<NpzFormat>(dataset, encoding, std::move(name));
}

}  // namespace masu::shards
