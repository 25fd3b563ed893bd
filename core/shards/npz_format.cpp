#include "core/io/each_block.h"
#include "core/shards/array_format.h"
#include "core/shards/crc32.h"
#include "core/shards/shard_file.h"
#include "core/shards/zip_layout.h"

namespace masu::shards {

namespace {

ZipMember memberOf(const ArrayHead& array) {
  return {array.name + ".npy", npyHeader(array.type, array.shape).size() + array.bytes()};
}

/// A member's sum stands in front of it and is known at its end. A shard therefore goes by way of the page cache, from
/// where each member is read once more to be hashed.
class NpzSink final : public ArraySink {
 public:
  NpzSink(io::File file, Sha256 hash, std::string path)
      : m_file(std::move(file)), m_hash(std::move(hash)), m_path(std::move(path)) {}

  Result<void> begin(const ArrayHead& array) override {
    ZipMember& member = m_members.emplace_back(memberOf(array));
    member.offset = m_position;
    MASU_CHECK(write(zipHead(member)));
    const std::string header = npyHeader(array.type, array.shape);
    return append(std::as_bytes(std::span(header)));
  }
  Result<void> append(std::span<const std::byte> values) override {
    m_members.back().crc32 = crc32(m_members.back().crc32, values);
    MASU_CHECK(m_file.writeAt(m_position, values));
    m_position += values.size();
    if (m_position - m_begunUpTo < kWritebackBytes) return {};
    m_file.startWriteback();
    m_begunUpTo = m_position;
    return {};
  }
  Result<void> end() override {
    const ZipMember& member = m_members.back();
    const std::string head = zipHead(member);
    MASU_CHECK(m_file.writeAt(member.offset, std::as_bytes(std::span(head))));
    return io::eachBlock(m_file, member.offset, m_position - member.offset,
                         [&](std::uint64_t, std::span<const std::byte> block) -> Result<void> {
                           m_hash.update(block);
                           return {};
                         });
  }
  Result<std::vector<ShardFile>> finish() override {
    const std::string directory = zipDirectory(m_members, m_position);
    MASU_CHECK(write(directory));
    m_hash.update(std::as_bytes(std::span(directory)));
    m_file.startWriteback();
    return std::vector<ShardFile>{{std::move(m_path), m_position, m_hash.finish()}};
  }

 private:
  /// So much is written before the disk is asked to begin.
  static constexpr std::uint64_t kWritebackBytes = 8 << 20;

  Result<void> write(std::string_view text) {
    MASU_CHECK(m_file.writeAt(m_position, std::as_bytes(std::span(text))));
    m_position += text.size();
    return {};
  }

  io::File m_file;
  Sha256 m_hash;
  std::string m_path;
  std::vector<ZipMember> m_members;
  std::uint64_t m_position = 0;
  std::uint64_t m_begunUpTo = 0;
};

class NpzFormat final : public ArrayFormat {
 public:
  using ArrayFormat::ArrayFormat;

  std::string path(const Portion& portion, std::uint64_t number) const override {
    return shardPath(name(), portion, number, ".npz");
  }
  std::uint64_t fixedBytes(std::uint64_t samples) const override {
    std::vector<ZipMember> members;
    std::uint64_t values = 0;
    for (const ArrayHead& array : heads(samples)) {
      members.push_back(memberOf(array));
      values += array.bytes();
    }
    return zipBytes(members) - values;
  }

 protected:
  Result<std::unique_ptr<ArraySink>> open(const std::filesystem::path& folder, const Shard& shard, const ShardRoom&,
                                          const std::vector<ArrayHead>&) const override {
    std::string to = path(*shard.portion, shard.number);
    MASU_TRY(Sha256 hash, Sha256::create());
    MASU_TRY(io::File file, io::File::create(folder / to));
    return std::make_unique<NpzSink>(std::move(file), std::move(hash), std::move(to));
  }
};

}  // namespace

Result<std::unique_ptr<ShardFormat>> makeNpzFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                   std::string name) {
  return std::make_unique<NpzFormat>(dataset, encoding, std::move(name));
}

}  // namespace masu::shards
