// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <optional>

#include "core/shards/formats/array_format.h"
#include "core/shards/formats/record_format.h"
#include "core/shards/formats/sample_json.h"
#include "core/store/format/convert.h"

namespace masu::shards {

namespace {

constexpr std::size_t kBlock = 512;
/// Octal digits of a member's size leave room for 8 GiB less one byte.
constexpr std::uint64_t kLargestMember = (std::uint64_t{1} << 33U) - 1;

/// The header of a POSIX ustar member; owner, time and rights are the same for all, so equal samples are equal bytes.
std::array<char, kBlock> headerTemplate() {
  std::array<char, kBlock> header{};
  const auto put = [&](std::size_t at, std::string_view text) {
    std::memcpy(header.data() + at, text.data(), text.size());
  };
  put(100, "0000644");
  put(108, "0000000");
  put(116, "0000000");
  put(136, "00000000000");
  header[156] = '0';
  put(257, std::string_view("ustar\00000", 8));
  return header;
}

void putOctal(char* to, unsigned digits, std::uint64_t value) {
  for (unsigned i = digits; i-- > 0; value >>= 3U) to[i] = static_cast<char>('0' + (value & 7U));
}

/// Appends a member's header and leaves its content to the caller, who ends it with pad().
/// Requires: the name has at most 100 bytes.
void appendHeader(std::string& to, std::string_view name, std::uint64_t size) {
  static const std::array<char, kBlock> kTemplate = headerTemplate();
  const std::size_t at = to.size();
  to.append(kTemplate.data(), kTemplate.size());
  char* header = to.data() + at;
  std::memcpy(header, name.data(), name.size());
  putOctal(header + 124, 11, size);
  // The checksum is taken with blanks in its own place.
  unsigned sum = 8 * ' ';
  for (std::size_t i = 0; i < kBlock; ++i) sum += static_cast<unsigned char>(header[i]);
  putOctal(header + 148, 6, sum);
  header[155] = ' ';
}

void pad(std::string& to, std::uint64_t size) {
  to.append((kBlock - size % kBlock) % kBlock, '\0');
}

/// What of a sample becomes a member of its own, as an array.
struct ArrayMember {
  std::size_t field = 0;
  std::string ending;  ///< after the key
  std::string head;    ///< of the .npy file
};

class TarFormat final : public RecordFormat {
 public:
  TarFormat(const store::Dataset& dataset, const Encoding& encoding, std::string name)
      : m_fields(dataset, encoding), m_json(dataset, m_fields, encoding.encoded), m_name(std::move(name)) {
    const bool classes = dataset.meta().target == store::Target::classes;
    for (std::size_t i = 0; i < m_fields.all().size(); ++i) {
      const ArrayField& field = m_fields.all()[i];
      if (field.name == "features") m_members.push_back({i, ".npy", npyHeader(field.type, field.shape)});
      if (field.name == "categories" || field.name == "weights") addMember(i);
      if (field.name == "labels" && classes) m_class = i;
      if (field.name == "labels" && !classes) addMember(i);
    }
  }

  std::string path(const ExportSplit& exportSplit, std::uint64_t number) const override {
    return shardPath(m_name, exportSplit, number, ".tar");
  }
  std::vector<WrittenName> names() const override { return m_json.names(); }
  const ArrayFields& fields() const { return m_fields; }
  void appendSample(const SampleBlock& block, std::size_t i, std::string& to) const;

 protected:
  std::unique_ptr<RecordEncoder> encoder() const override;
  std::uint64_t headBytes(std::uint64_t) const override { return 0; }
  Result<std::string> head(const Shard&, const ShardRoom&, const JobContext&) const override { return std::string(); }
  /// Two empty blocks end an archive.
  std::string tail() const override { return std::string(2 * kBlock, '\0'); }

 private:
  void addMember(std::size_t i) {
    const ArrayField& field = m_fields.all()[i];
    m_members.push_back({i, "." + field.name + ".npy", npyHeader(field.type, field.shape)});
  }

  ArrayFields m_fields;
  SampleJson m_json;
  std::string m_name;
  std::vector<ArrayMember> m_members;
  std::optional<std::size_t> m_class;
};

class TarEncoder final : public RecordEncoder {
 public:
  explicit TarEncoder(const TarFormat& format) : m_format(format), m_block(format.fields()) {}

  std::uint64_t memoryPerSample() const override { return m_format.fields().memoryPerSample(); }
  Result<void> read(SampleReader& reader, std::span<const std::uint64_t> samples) override {
    return m_block.read(reader, samples);
  }
  void append(std::size_t i, std::string& to) const override { m_format.appendSample(m_block, i, to); }

 private:
  const TarFormat& m_format;
  SampleBlock m_block;
};

std::unique_ptr<RecordEncoder> TarFormat::encoder() const {
  return std::make_unique<TarEncoder>(*this);
}

void TarFormat::appendSample(const SampleBlock& block, std::size_t i, std::string& to) const {
  std::array<char, 24> key{};
  std::snprintf(key.data(), key.size(), "%09llu", static_cast<unsigned long long>(block.sample(i)));
  for (const ArrayMember& member : m_members) {
    const std::span<const std::byte> values = block.array(member.field, i);
    const std::uint64_t size = member.head.size() + values.size();
    appendHeader(to, key.data() + member.ending, size);
    to += member.head;
    to.append(reinterpret_cast<const char*>(values.data()), values.size());
    pad(to, size);
  }
  std::string text;
  if (m_class) {
    double code = 0;
    store::toDouble(m_fields.all()[*m_class].type, block.array(*m_class, i), std::span(&code, 1));
    text = std::to_string(static_cast<std::uint64_t>(code));
    appendHeader(to, key.data() + std::string(".cls"), text.size());
    to += text;
    pad(to, text.size());
    text.clear();
  }
  m_json.append(block, i, text);
  appendHeader(to, key.data() + std::string(".json"), text.size());
  to += text;
  pad(to, text.size());
}

}  // namespace

Result<std::unique_ptr<ShardFormat>> makeTarFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                   std::string name) {
  const store::ObjectInfo* features = dataset.find("features");
  if (features != nullptr && features->valuesPerSample() * sizeof(double) > kLargestMember) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "A sample has more than the 8 GiB that a member of a tar file holds."));
  }
  return std::make_unique<TarFormat>(dataset, encoding, std::move(name));
}

}  // namespace masu::shards
