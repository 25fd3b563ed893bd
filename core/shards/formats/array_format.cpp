// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/formats/array_format.h"

#include "core/base/crc32.h"
#include "core/shards/formats/shard_blocks.h"

namespace masu::shards {

std::uint64_t ArrayHead::bytes() const {
  std::uint64_t bytes = table::sizeOf(type);
  for (const std::uint64_t length : shape) bytes *= length;
  return bytes;
}

std::vector<ArrayHead> ArrayFormat::heads(std::uint64_t samples, std::span<const std::uint64_t> textBytes) const {
  std::vector<ArrayHead> heads;
  for (const ArrayField& field : m_fields.all()) {
    ArrayHead head{field.name, field.type, {samples}};
    head.shape.insert(head.shape.end(), field.shape.begin(), field.shape.end());
    heads.push_back(std::move(head));
  }
  for (std::size_t i = 0; i < m_fields.texts().size(); ++i) {
    const std::string& text = m_fields.texts()[i].name;
    heads.push_back({text + ".lengths", table::DType::u32, {samples}});
    heads.push_back({text + ".utf8", table::DType::u8, {i < textBytes.size() ? textBytes[i] : 0}});
  }
  return heads;
}

std::vector<WrittenName> ArrayFormat::names() const {
  std::vector<WrittenName> names;
  const std::size_t arrays = m_fields.all().size();
  for (const ArrayHead& head : heads(0)) {
    const std::size_t at = names.size();
    // A text has two arrays.
    const std::string& object = at < arrays ? head.name : m_fields.texts()[(at - arrays) / 2].name;
    names.push_back({writtenName(head.name), object});
  }
  return names;
}

std::uint64_t ArrayFormat::mostFixedBytes(std::uint64_t samples, std::uint64_t bytes) const {
  return frameBytes(heads(samples, std::vector<std::uint64_t>(m_fields.texts().size(), bytes)));
}

Result<std::vector<std::uint64_t>> ArrayFormat::mostBytes(SampleReader& reader,
                                                          std::span<const std::uint64_t> samples) const {
  return bytesWithTexts(m_fields.texts(), m_fields.sampleBytes(), sizeof(std::uint32_t), reader, samples);
}

std::optional<std::uint64_t> ArrayFormat::mostBytesOfAny() const {
  if (!m_fields.texts().empty()) return std::nullopt;
  return m_fields.sampleBytes();
}

Result<void> ArrayFormat::writeArrays(ArraySink& sink, const Shard& shard, const ShardRoom& room, const JobContext& job,
                                      std::vector<ArrayHead>& arrays) const {
  auto head = arrays.begin();
  const auto write = [&](std::uint64_t memoryPerSample, const store::ObjectInfo& object, auto values) -> Result<void> {
    const bool last = &*head == &arrays.back();
    const auto pass = [&](auto use) {
      return forBlocks(shard, room.blockBytes / memoryPerSample, object.chunkSamples, job,
                       [&](auto samples) -> Result<void> {
                         MASU_TRY(const std::span<const std::byte> bytes, values(samples));
                         return use(bytes, samples.size());
                       });
    };
    if (const auto before = sink.sumBefore(*head)) {
      head->crc32 = *before;
      MASU_CHECK(pass([&](std::span<const std::byte> bytes, std::size_t) -> Result<void> {
        head->crc32 = crc32(head->crc32, bytes);
        return {};
      }));
    }
    MASU_CHECK(sink.begin(*head++));
    MASU_CHECK(pass([&](std::span<const std::byte> bytes, std::size_t samples) -> Result<void> {
      if (last) job.progress.add(samples);
      return sink.append(bytes);
    }));
    return sink.end();
  };
  using Bytes = Result<std::span<const std::byte>>;
  ArrayFields::Room fieldRoom;
  for (const ArrayField& field : m_fields.all()) {
    const std::uint64_t memory = field.sampleBytes() + field.object->sampleBytes() + sizeof(std::uint64_t);
    MASU_CHECK(write(memory, *field.object,
                     [&](auto samples) -> Bytes { return m_fields.read(field, room.reader, samples, fieldRoom); }));
  }
  std::vector<std::uint32_t> lengths;
  std::string joined;
  for (const TextField& text : m_fields.texts()) {
    MASU_CHECK(write(kLengthBytes, *text.object, [&](auto samples) -> Bytes {
      MASU_TRY(lengths, room.reader.textLengths(*text.object, samples));
      return std::as_bytes(std::span<const std::uint32_t>(lengths));
    }));
    MASU_CHECK(write(kTextBytes, *text.object, [&](auto samples) -> Bytes {
      MASU_TRY(const auto texts, room.reader.texts(*text.object, samples));
      joined.clear();
      for (const std::string& one : texts) joined += one;
      return std::as_bytes(std::span<const char>(joined));
    }));
  }
  return {};
}

Result<std::vector<ShardFile>> ArrayFormat::write(const std::filesystem::path& folder, const Shard& shard,
                                                  const ShardRoom& room, const JobContext& job) const {
  MASU_TRY(const auto texts, textBytesOf(m_fields.texts(), shard, room, job));
  std::vector<ArrayHead> arrays = heads(shard.count, texts);
  MASU_TRY(const auto sink, open(folder, shard, room, arrays));
  MASU_CHECK(writeArrays(*sink, shard, room, job, arrays));
  return sink->finish();
}

}  // namespace masu::shards
