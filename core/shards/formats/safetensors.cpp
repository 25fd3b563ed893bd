// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>

#include <nlohmann/json.hpp>

#include "core/shards/formats/array_format.h"
#include "core/shards/write/shard_file.h"

namespace masu::shards {

namespace {

std::string_view tensorType(table::DType type) {
  using table::DType;
  switch (type) {
    case DType::f64:
      return "F64";
    case DType::f32:
      return "F32";
    case DType::f16:
      return "F16";
    case DType::i32:
      return "I32";
    case DType::u32:
      return "U32";
    case DType::i16:
      return "I16";
    case DType::u16:
      return "U16";
    case DType::i8:
      return "I8";
    case DType::i64:
      return "I64";
    case DType::u8:
      break;
  }
  return "U8";
}

/// u64 length, JSON, then the tensors without holes. Blanks fill the JSON so that the tensors begin at a multiple of 8.
/// Source: huggingface/safetensors, README.md.
std::string headerOf(const std::vector<ArrayHead>& arrays, const nlohmann::ordered_json& metadata) {
  nlohmann::ordered_json header;
  header["__metadata__"] = metadata;
  std::uint64_t offset = 0;
  for (const ArrayHead& array : arrays) {
    const std::uint64_t end = offset + array.bytes();
    header[array.name] = {{"dtype", tensorType(array.type)}, {"shape", array.shape}, {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  text.append((8 - text.size() % 8) % 8, ' ');
  std::string length;
  for (unsigned i = 0; i < 8; ++i) length += static_cast<char>((text.size() >> (8 * i)) & 0xFFU);
  return length + text;
}

class SafetensorsSink final : public ArraySink {
 public:
  explicit SafetensorsSink(GrowingFile file) : m_file(std::move(file)) {}

  Result<void> begin(const ArrayHead&) override { return {}; }
  Result<void> append(std::span<const std::byte> values) override { return m_file.append(values); }
  Result<void> end() override { return {}; }
  Result<std::vector<ShardFile>> finish() override {
    std::vector<ShardFile> files;
    MASU_TRY(files.emplace_back(), m_file.finish());
    return files;
  }

 private:
  GrowingFile m_file;
};

class SafetensorsFormat final : public ArrayFormat {
 public:
  SafetensorsFormat(const store::Dataset& dataset, const Encoding& encoding, std::string name)
      : ArrayFormat(dataset, encoding, std::move(name)) {
    // Values of the metadata are texts by definition.
    m_metadata["format"] = "pt";
    m_metadata["dataset"] = dataset.uuid();
    m_metadata["classes"] = nlohmann::ordered_json(dataset.meta().classes).dump();
  }

  /// Whole sets: a split is one file unless asked otherwise.
  Usual usual() const override { return {0, 0}; }
  std::string path(const ExportSplit& exportSplit, std::uint64_t number) const override {
    return shardPath(name(), exportSplit, number, ".safetensors");
  }

 protected:
  std::uint64_t frameBytes(const std::vector<ArrayHead>& arrays) const override {
    return headerOf(arrays, m_metadata).size();
  }
  Result<std::unique_ptr<ArraySink>> open(const std::filesystem::path& folder, const Shard& shard,
                                          const ShardRoom& room, const std::vector<ArrayHead>& arrays) const override {
    MASU_TRY(GrowingFile file, GrowingFile::create(folder, path(*shard.exportSplit, shard.number), room.files));
    file.text() = headerOf(arrays, m_metadata);
    return std::make_unique<SafetensorsSink>(std::move(file));
  }

 private:
  nlohmann::ordered_json m_metadata;
};

}  // namespace

Result<std::unique_ptr<ShardFormat>> makeSafetensorsFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                           std::string name) {
  return std::make_unique<SafetensorsFormat>(dataset, encoding, std::move(name));
}

}  // namespace masu::shards
