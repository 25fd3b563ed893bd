#include "core/io/archive_writer.h"
#include "core/shards/array_format.h"
#include "core/shards/shard_file.h"

namespace masu::shards {

namespace {

class NpzSink final : public ArraySink {
 public:
  NpzSink(io::ArchiveWriter archive, std::filesystem::path folder, std::string path)
      : m_archive(std::move(archive)), m_folder(std::move(folder)), m_path(std::move(path)) {}

  Result<void> begin(const ArrayHead& array) override {
    MASU_CHECK(m_archive.begin(array.name + ".npy", io::ArchiveWriter::Method::stored));
    const std::string header = npyHeader(array.type, array.shape);
    return m_archive.append(std::as_bytes(std::span(header)));
  }
  Result<void> append(std::span<const std::byte> values) override { return m_archive.append(values); }
  Result<void> end() override { return m_archive.end(); }
  Result<std::vector<ShardFile>> finish() override {
    MASU_CHECK(m_archive.finish());
    // Sizes and sums stand in front of the members, so that it is not hashed while it is written.
    std::vector<ShardFile> files;
    MASU_TRY(files.emplace_back(), describeFile(m_folder, m_path));
    return files;
  }

 private:
  io::ArchiveWriter m_archive;
  std::filesystem::path m_folder;
  std::string m_path;
};

class NpzFormat final : public ArrayFormat {
 public:
  using ArrayFormat::ArrayFormat;

  std::string path(const Portion& portion, std::uint64_t number) const override {
    return shardPath(name(), portion, number, ".npz");
  }
  std::uint64_t fixedBytes(std::uint64_t samples) const override {
    // A member's local header and its entry in the directory, each with the sizes of Zip64, and what ends the archive.
    constexpr std::uint64_t kMemberBytes = 30 + 20 + 46 + 20;
    constexpr std::uint64_t kEndBytes = 22 + 56 + 20;
    std::uint64_t bytes = kEndBytes;
    for (const ArrayHead& array : heads(samples)) {
      bytes += npyHeader(array.type, array.shape).size() + 2 * (array.name.size() + 4) + kMemberBytes;
    }
    return bytes;
  }

 protected:
  Result<std::unique_ptr<ArraySink>> open(const std::filesystem::path& folder, const Shard& shard,
                                          const std::vector<ArrayHead>&) const override {
    std::string to = path(*shard.portion, shard.number);
    MASU_TRY(io::ArchiveWriter archive, io::ArchiveWriter::create(folder / to));
    return std::make_unique<NpzSink>(std::move(archive), folder, std::move(to));
  }
};

}  // namespace

Result<std::unique_ptr<ShardFormat>> makeNpzFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                   std::string name) {
  return std::make_unique<NpzFormat>(dataset, encoding, std::move(name));
}

}  // namespace masu::shards
