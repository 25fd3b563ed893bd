// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/restore/shard_source.h"

#include <algorithm>

#include "core/io/file.h"
#include "core/shards/formats/array_format.h"
#include "core/shards/formats/shard_blocks.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

std::uint64_t samplesFor(std::uint64_t bytes, const ExportedIndex& index) {
  std::uint64_t sample = 0;
  for (const store::ObjectInfo& object : index.objects) sample += object.isText() ? kTextBytes : object.sampleBytes();
  return std::max<std::uint64_t>(bytes / std::max<std::uint64_t>(sample, 1), 1);
}

/// The arrays of an .npy shard, a file each.
class NpySource final : public ShardSource {
 public:
  NpySource(const ExportedIndex& index, const ShardInfo& shard) : m_index(index), m_shard(shard) {}

  Result<void> open(const fs::path& folder) {
    std::size_t file = 0;
    for (const store::ObjectInfo& object : m_index.objects) {
      Arrays arrays;
      const table::DType type = object.isText() ? table::DType::u32 : object.dtype;
      std::vector<std::uint64_t> shape = {m_shard.samples};
      shape.insert(shape.end(), object.sampleShape.begin(), object.sampleShape.end());
      MASU_TRY(arrays.main, openArray(folder, file++, type, shape));
      arrays.begin = npyHeader(type, shape).size();
      if (object.isText()) {
        if (file >= m_shard.files.size()) return fail(notAsIndexed(folder / m_shard.path));
        MASU_TRY(arrays.texts, io::File::openRead(folder / m_shard.files[file++].path));
        MASU_TRY(arrays.textEnd, arrays.texts.size());
        arrays.textBegin = headBytes(arrays.textEnd);
      }
      m_arrays.push_back(std::move(arrays));
    }
    return {};
  }

  Result<void> next(std::uint64_t bytes, ShardBlock& block) override {
    block.first = m_done;
    block.count = std::min(samplesFor(bytes, m_index), m_shard.samples - m_done);
    block.values.resize(m_index.objects.size());
    block.texts.resize(m_index.objects.size());
    for (std::size_t i = 0; i < m_arrays.size() && block.count > 0; ++i) {
      const store::ObjectInfo& object = m_index.objects[i];
      if (object.isText()) {
        MASU_CHECK(readTexts(m_arrays[i], block.count, block.texts[i]));
        continue;
      }
      block.values[i].resize(block.count * object.sampleBytes());
      MASU_CHECK(m_arrays[i].main.readAt(m_arrays[i].begin + m_done * object.sampleBytes(), block.values[i]));
    }
    m_done += block.count;
    return {};
  }

 private:
  struct Arrays {
    io::File main;  ///< the values, or the lengths of texts
    std::uint64_t begin = 0;
    io::File texts;
    std::uint64_t textBegin = 0;
    std::uint64_t textEnd = 0;
  };

  /// Only what Masu writes is read: the header is the one that an export would write.
  Result<io::File> openArray(const fs::path& folder, std::size_t number, table::DType type,
                             const std::vector<std::uint64_t>& shape) {
    if (number >= m_shard.files.size()) return fail(notAsIndexed(folder / m_shard.path));
    const fs::path path = folder / m_shard.files[number].path;
    MASU_TRY(io::File file, io::File::openRead(path));
    const std::string wanted = npyHeader(type, shape);
    std::string found(wanted.size(), '\0');
    MASU_CHECK(file.readAt(0, std::as_writable_bytes(std::span(found))));
    if (found != wanted) return fail(notAsIndexed(path));
    return file;
  }

  /// Of a file of `bytes` bytes that holds one array of bytes: the head grows with the number it holds.
  static std::uint64_t headBytes(std::uint64_t bytes) {
    for (std::uint64_t head = 64; head <= bytes; head += 64) {
      const std::vector<std::uint64_t> shape = {bytes - head};
      if (npyHeader(table::DType::u8, shape).size() == head) return head;
    }
    return bytes;
  }

  Result<void> readTexts(Arrays& arrays, std::uint64_t count, std::vector<std::string>& texts) const {
    std::vector<std::uint32_t> lengths(count);
    MASU_CHECK(
        arrays.main.readAt(arrays.begin + m_done * sizeof(std::uint32_t), std::as_writable_bytes(std::span(lengths))));
    texts.resize(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      if (lengths[i] > arrays.textEnd - arrays.textBegin) return fail(notAsIndexed(arrays.texts.path()));
      texts[i].resize(lengths[i]);
      MASU_CHECK(arrays.texts.readAt(arrays.textBegin, std::as_writable_bytes(std::span(texts[i]))));
      arrays.textBegin += lengths[i];
    }
    return {};
  }

  const ExportedIndex& m_index;
  const ShardInfo& m_shard;
  std::vector<Arrays> m_arrays;
  std::uint64_t m_done = 0;
};

/// A shard that is a dataset itself.
class Hdf5Source final : public ShardSource {
 public:
  Hdf5Source(const ExportedIndex& index, std::shared_ptr<const store::Dataset> shard)
      : m_index(index), m_shard(std::move(shard)) {}

  Result<void> next(std::uint64_t bytes, ShardBlock& block) override {
    block.first = m_done;
    block.count = std::min(samplesFor(bytes, m_index), m_shard->samples() - m_done);
    block.values.resize(m_index.objects.size());
    block.texts.resize(m_index.objects.size());
    for (std::size_t i = 0; i < m_index.objects.size() && block.count > 0; ++i) {
      const store::ObjectInfo& object = m_index.objects[i];
      const store::ObjectInfo* found = m_shard->find(object.name);
      if (found == nullptr || (!object.isText() && found->sampleBytes() != object.sampleBytes())) {
        return fail(notAsIndexed(m_shard->path()));
      }
      if (object.isText()) {
        MASU_TRY(block.texts[i], m_shard->readTexts(object.name.substr(5), m_done, block.count));
        continue;
      }
      block.values[i].resize(block.count * object.sampleBytes());
      MASU_CHECK(m_shard->read(*found, m_done, block.count, block.values[i]));
    }
    m_done += block.count;
    return {};
  }

 private:
  const ExportedIndex& m_index;
  std::shared_ptr<const store::Dataset> m_shard;
  std::uint64_t m_done = 0;
};

}  // namespace

Error notAsIndexed(const fs::path& file) {
  return {Errc::format,
          MASU_TEXT("core", "{0} does not match the index of its export. Export it again."),
          {file.string()},
          {file.string()}};
}

Result<std::unique_ptr<ShardSource>> openNpyShard(const ExportedIndex& index, const ShardInfo& shard,
                                                  const fs::path& folder) {
  auto source = std::make_unique<NpySource>(index, shard);
  MASU_CHECK(source->open(folder));
  return source;
}

Result<std::unique_ptr<ShardSource>> openHdf5Shard(const ExportedIndex& index, const ShardInfo& shard,
                                                   const fs::path& folder) {
  MASU_TRY(auto dataset, store::Dataset::open(folder / shard.path));
  const bool listed = shard.files.size() == 1 && shard.files.front().path == shard.path;
  if (!listed || dataset->samples() != shard.samples) return fail(notAsIndexed(folder / shard.path));
  return std::make_unique<Hdf5Source>(index, std::move(dataset));
}

Result<std::unique_ptr<ShardSource>> openShard(const ExportedIndex& index, const ShardInfo& shard,
                                               const fs::path& folder) {
  if (shard.files.empty()) return fail(notAsIndexed(folder / shard.path));
  switch (index.format) {
    case Format::csv:
      return openCsvShard(index, shard, folder);
    case Format::npy:
      return openNpyShard(index, shard, folder);
    case Format::hdf5:
      return openHdf5Shard(index, shard, folder);
    default:
      break;
  }
  return fail(Errc::unsupported,
              MASU_TEXT("core", "Masu does not read {0} shards back. It reads csv, npy, hdf5 and zip."),
              {std::string(name(index.format))});
}

}  // namespace masu::shards
