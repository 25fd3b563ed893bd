// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>

#include "core/base/ascii.h"
#include "core/shards/formats/array_format.h"
#include "core/shards/write/shard_file.h"

namespace masu::shards {

namespace {

std::string_view descrOf(table::DType type) {
  using table::DType;
  switch (type) {
    case DType::f64:
      return "<f8";
    case DType::f32:
      return "<f4";
    case DType::f16:
      return "<f2";
    case DType::i32:
      return "<i4";
    case DType::u32:
      return "<u4";
    case DType::i16:
      return "<i2";
    case DType::u16:
      return "<u2";
    case DType::i8:
      return "|i1";
    case DType::i64:
      return "<i8";
    case DType::u8:
      break;
  }
  return "|u1";
}

/// A field's name as part of a file's: letters, digits and what is not ASCII stay. "kept/NAME" becomes "kept.NAME";
/// further slashes are escaped, so that no two columns get the same file.
std::string fileName(std::string_view field) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string name;
  bool isPrefix = true;
  for (const char letter : field) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte >= 0x80 || isLetter(letter) || isDigit(letter) || letter == '-' || letter == '_' || letter == '.') {
      name += letter;
    } else if (letter == '/' && isPrefix) {
      name += '.';
      isPrefix = false;
    } else {
      name += '%';
      name += kDigits[byte >> 4U];
      name += kDigits[byte & 15U];
    }
  }
  return name;
}

class NpySink final : public ArraySink {
 public:
  NpySink(std::filesystem::path folder, std::string stem, const FileRoom& files)
      : m_folder(std::move(folder)), m_stem(std::move(stem)), m_room(files) {}

  Result<void> begin(const ArrayHead& array) override {
    MASU_TRY(m_file, GrowingFile::create(m_folder, m_stem + npyEnding(array.name), m_room));
    m_file->text() = npyHeader(array.type, array.shape);
    return {};
  }
  Result<void> append(std::span<const std::byte> values) override { return m_file->append(values); }
  Result<void> end() override {
    MASU_TRY(m_files.emplace_back(), m_file->finish());
    return {};
  }
  Result<std::vector<ShardFile>> finish() override { return std::move(m_files); }

 private:
  std::filesystem::path m_folder;
  std::string m_stem;
  FileRoom m_room;
  std::optional<GrowingFile> m_file;
  std::vector<ShardFile> m_files;
};

class NpyFormat final : public ArrayFormat {
 public:
  using ArrayFormat::ArrayFormat;

  std::string path(const ExportSplit& exportSplit, std::uint64_t number) const override {
    return shardPath(name(), exportSplit, number, npyEnding(heads(0).front().name));
  }

 protected:
  std::uint64_t frameBytes(const std::vector<ArrayHead>& arrays) const override {
    std::uint64_t bytes = 0;
    for (const ArrayHead& array : arrays) bytes += npyHeader(array.type, array.shape).size();
    return bytes;
  }
  std::string writtenName(const std::string& array) const override { return fileName(array); }
  Result<std::unique_ptr<ArraySink>> open(const std::filesystem::path& folder, const Shard& shard,
                                          const ShardRoom& room, const std::vector<ArrayHead>&) const override {
    return std::make_unique<NpySink>(folder, shardPath(name(), *shard.exportSplit, shard.number, ""), room.files);
  }
};

}  // namespace

std::string npyHeader(table::DType type, std::span<const std::uint64_t> shape) {
  std::string header = "{'descr': '" + std::string(descrOf(type)) + "', 'fortran_order': False, 'shape': (";
  for (const std::uint64_t length : shape) header += std::to_string(length) + (shape.size() == 1 ? "," : ", ");
  if (shape.size() > 1) header.resize(header.size() - 2);
  header += "), }";
  // Ten bytes are before it and a newline ends it; numpy aligns the values to 64.
  header.append((64 - (header.size() + 11) % 64) % 64, ' ');
  header += '\n';
  const auto length = static_cast<std::uint16_t>(header.size());
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(length & 0xFFU) + static_cast<char>(length >> 8U) +
         header;
}

std::string npyEnding(std::string_view array) {
  return "." + fileName(array) + ".npy";
}

Result<std::unique_ptr<ShardFormat>> makeNpyFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                   std::string name) {
  return std::make_unique<NpyFormat>(dataset, encoding, std::move(name));
}

}  // namespace masu::shards
