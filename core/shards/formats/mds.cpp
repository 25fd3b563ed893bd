// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/shards/formats/record_format.h"
#include "core/shards/formats/sample_block.h"
#include "core/shards/formats/shard_blocks.h"

namespace masu::shards {

namespace {

constexpr int kVersion = 2;
/// Samples whose records are measured at once.
constexpr std::uint64_t kHeadBlock = 64 << 10;
/// Offsets into a shard are 32 bits wide.
constexpr std::uint64_t kLargestShard = (std::uint64_t{1} << 32U) - 1;

std::string_view numpyName(table::DType type) {
  using table::DType;
  switch (type) {
    case DType::f64:
      return "float64";
    case DType::f32:
      return "float32";
    case DType::f16:
      return "float16";
    case DType::i32:
      return "int32";
    case DType::u32:
      return "uint32";
    case DType::i16:
      return "int16";
    case DType::u16:
      return "uint16";
    case DType::i8:
      return "int8";
    case DType::i64:
      return "int64";
    case DType::u8:
      break;
  }
  return "uint8";
}

struct MdsColumn {
  std::string name;
  std::string encoding;
  std::optional<std::uint64_t> bytes;  ///< of every value; unset: each value says its own
  std::size_t source = 0;              ///< of the arrays, or of the texts where bytes is unset
};

MdsColumn columnOf(const ArrayField& field, std::size_t source) {
  MdsColumn column{plainName(field.name), std::string(numpyName(field.type)), field.sampleBytes(), source};
  if (!field.shape.empty()) {
    std::string shape;
    for (const std::uint64_t length : field.shape) shape += (shape.empty() ? "" : ",") + std::to_string(length);
    column.encoding = "ndarray:" + column.encoding + ":" + shape;
  }
  return column;
}

void appendU32(std::string& to, std::uint64_t value) {
  for (unsigned i = 0; i < 4; ++i) to += static_cast<char>((value >> (8 * i)) & 0xFFU);
}

class MdsFormat final : public RecordFormat {
 public:
  MdsFormat(const store::Dataset& dataset, const Encoding& encoding, std::string name)
      : m_fields(dataset, encoding), m_name(std::move(name)) {
    for (std::size_t i = 0; i < m_fields.all().size(); ++i) m_columns.push_back(columnOf(m_fields.all()[i], i));
    for (std::size_t i = 0; i < m_fields.texts().size(); ++i) {
      m_columns.push_back({plainName(m_fields.texts()[i].name), "str", std::nullopt, i});
    }
    std::ranges::sort(m_columns, {}, &MdsColumn::name);
    m_config = describe().dump();
  }

  Usual usual() const override { return {0, std::uint64_t{64} << 20U}; }
  std::string path(const ExportSplit& exportSplit, std::uint64_t number) const override {
    return exportSplit.name() + "/" + shardPath(m_name, exportSplit, number, ".mds");
  }
  std::map<std::string, std::string> companions(const std::vector<ShardInfo>& shards) const override;
  std::vector<WrittenName> names() const override { return plainNames(m_fields); }

  /// Samples have their offsets in the head.
  std::uint64_t fixedBytes(std::uint64_t) const override { return headBytes(0); }
  Result<std::vector<std::uint64_t>> mostBytes(SampleReader& reader,
                                               std::span<const std::uint64_t> samples) const override {
    constexpr std::uint64_t kNumber = sizeof(std::uint32_t);
    return bytesWithTexts(m_fields.texts(), m_fields.sampleBytes() + kNumber, kNumber, reader, samples);
  }
  std::optional<std::uint64_t> mostBytesOfAny() const override {
    if (!m_fields.texts().empty()) return std::nullopt;
    return m_fields.sampleBytes() + sizeof(std::uint32_t);
  }

  const ArrayFields& fields() const { return m_fields; }
  const std::vector<MdsColumn>& columns() const { return m_columns; }

 protected:
  std::unique_ptr<RecordEncoder> encoder() const override;
  std::uint64_t headBytes(std::uint64_t samples) const override {
    return sizeof(std::uint32_t) * (samples + 2) + m_config.size();
  }
  Result<std::string> head(const Shard& shard, const ShardRoom& room, const JobContext& job) const override;

 private:
  /// Keys in alphabetical order, as the format wants them.
  nlohmann::json describe() const {
    nlohmann::json names = nlohmann::json::array(), encodings = names, sizes = names;
    for (const MdsColumn& column : m_columns) {
      names.push_back(column.name);
      encodings.push_back(column.encoding);
      sizes.push_back(column.bytes ? nlohmann::json(*column.bytes) : nlohmann::json(nullptr));
    }
    return {{"column_encodings", encodings}, {"column_names", names}, {"column_sizes", sizes},
            {"compression", nullptr},        {"format", "mds"},       {"hashes", {"sha256"}},
            {"size_limit", nullptr},         {"version", kVersion}};
  }

  ArrayFields m_fields;
  std::string m_name;
  std::vector<MdsColumn> m_columns;  ///< by name
  std::string m_config;
};

class MdsEncoder final : public RecordEncoder {
 public:
  explicit MdsEncoder(const MdsFormat& format) : m_format(format), m_block(format.fields()) {}

  std::uint64_t memoryPerSample() const override { return m_format.fields().memoryPerSample(); }
  Result<void> read(SampleReader& reader, std::span<const std::uint64_t> samples) override {
    return m_block.read(reader, samples);
  }
  void append(std::size_t i, std::string& to) const override {
    for (const MdsColumn& column : m_format.columns()) {
      if (!column.bytes) appendU32(to, m_block.text(column.source, i).size());
    }
    for (const MdsColumn& column : m_format.columns()) {
      if (column.bytes) {
        const std::span<const std::byte> values = m_block.array(column.source, i);
        to.append(reinterpret_cast<const char*>(values.data()), values.size());
      } else {
        to += m_block.text(column.source, i);
      }
    }
  }

 private:
  const MdsFormat& m_format;
  SampleBlock m_block;
};

std::unique_ptr<RecordEncoder> MdsFormat::encoder() const {
  return std::make_unique<MdsEncoder>(*this);
}

/// Where each record begins, which follows from the lengths of its texts.
Result<std::string> MdsFormat::head(const Shard& shard, const ShardRoom& room, const JobContext& job) const {
  std::uint64_t offset = headBytes(shard.count);
  std::string head;
  head.reserve(offset);
  appendU32(head, shard.count);
  appendU32(head, offset);
  const std::uint64_t fixed = m_fields.sampleBytes() + sizeof(std::uint32_t) * m_fields.texts().size();
  std::vector<std::uint64_t> sizes;
  const auto measure = [&](std::span<const std::uint64_t> samples) -> Result<void> {
    sizes.assign(samples.size(), fixed);
    for (const TextField& text : m_fields.texts()) {
      MASU_TRY(const auto lengths, room.reader.textLengths(*text.object, samples));
      for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] += lengths[i];
    }
    for (const std::uint64_t size : sizes) appendU32(head, offset += size);
    return {};
  };
  MASU_CHECK(forBlocks(shard, kHeadBlock, 1, job, measure));
  if (offset > kLargestShard) {
    return fail(
        Errc::unsupported,
        MASU_TEXT("core", "A shard of MDS holds 4 GiB at most, and {0} would be larger. Ask for smaller shards."),
        {path(*shard.exportSplit, shard.number)});
  }
  return head + m_config;
}

std::map<std::string, std::string> MdsFormat::companions(const std::vector<ShardInfo>& shards) const {
  std::map<std::string, nlohmann::json> lists;
  for (const ShardInfo& shard : shards) {
    const ShardFile& file = shard.files.front();
    nlohmann::json one = describe();
    one["raw_data"] = {{"basename", std::filesystem::path(file.path).filename().string()},
                       {"bytes", file.bytes},
                       {"hashes", {{"sha256", file.sha256}}}};
    one["samples"] = shard.samples;
    one["zip_data"] = nullptr;
    lists[shard.split].push_back(std::move(one));
  }
  std::map<std::string, std::string> texts;
  for (auto& [split, list] : lists) {
    texts[split + "/index.json"] = nlohmann::json{{"shards", std::move(list)}, {"version", kVersion}}.dump();
  }
  return texts;
}

}  // namespace

Result<std::unique_ptr<ShardFormat>> makeMdsFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                   std::string name) {
  auto format = std::make_unique<MdsFormat>(dataset, encoding, std::move(name));
  if (format->fields().sampleBytes() > kLargestShard / 2) {
    return fail(Errc::unsupported, MASU_TEXT("core", "A sample is larger than the 4 GiB that a shard of MDS holds."));
  }
  return format;
}

}  // namespace masu::shards
