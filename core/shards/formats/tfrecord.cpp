// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "core/base/protobuf.h"
#include "core/shards/formats/record_format.h"
#include "core/shards/formats/sample_block.h"
#include "core/store/format/convert.h"

namespace masu::shards {

namespace {

using protobuf::appendLength;
using protobuf::appendVarint;
using protobuf::delimitedBytes;

/// Members of tf.train.Feature.
enum FeatureKind : unsigned { kBytes = 1, kFloats = 2, kIntegers = 3 };

/// Of an entry of the map Features.feature whose list has one member with `payload` bytes, without its own tag.
std::uint64_t entryBytes(const std::string& name, std::uint64_t payload) {
  return delimitedBytes(name.size()) + delimitedBytes(delimitedBytes(delimitedBytes(payload)));
}

/// Appends such an entry.
void appendFeature(std::string& to, const std::string& name, FeatureKind kind, std::string_view payload) {
  const std::uint64_t list = delimitedBytes(payload.size());
  const std::uint64_t feature = delimitedBytes(list);
  appendLength(to, 1, entryBytes(name, payload.size()));
  protobuf::appendBytes(to, 1, name);
  appendLength(to, 2, feature);
  appendLength(to, kind, list);
  protobuf::appendBytes(to, 1, payload);
}

struct Feature {
  std::string name;
  FeatureKind kind = kFloats;
};

class TfrecordFormat final : public RecordFormat {
 public:
  TfrecordFormat(const store::Dataset& dataset, const ShardOptions& options, const Encoding& encoding, std::string name)
      : m_fields(dataset, encoding),
        m_name(std::move(name)),
        m_shardSamples(static_cast<double>(dataset.samples())),
        m_shardBytes(static_cast<double>(options.shardBytes > 0 ? options.shardBytes : usual().bytes)),
        m_limit(options.shardBytes > 0 ? options.shardBytes : std::numeric_limits<std::uint64_t>::max()) {
    if (options.shardSamples > 0) {
      m_shardSamples = static_cast<double>(std::min(options.shardSamples, dataset.samples()));
      m_shardBytes = std::numeric_limits<double>::infinity();
    }
    const bool classes = dataset.meta().target == store::Target::classes;
    for (const ArrayField& field : m_fields.all()) {
      const bool codes = field.name == "categories" || field.name == "group" || (field.name == "labels" && classes);
      // Floats have 24 bits to count with.
      const bool wide = table::isInteger(field.type) && table::sizeOf(field.type) >= sizeof(float);
      m_features.push_back({plainName(field.name), codes || wide ? kIntegers : kFloats});
    }
    for (const TextField& text : m_fields.texts()) m_features.push_back({plainName(text.name), kBytes});
  }

  std::string path(const ExportSplit& exportSplit, std::uint64_t number) const override {
    return shardPath(m_name, exportSplit, number, ".tfrecord");
  }
  std::vector<WrittenName> names() const override { return plainNames(m_fields); }
  /// With the lines of the index, whose offsets grow up to the size of a shard.
  Result<std::uint64_t> sampleBytes(SampleReader& reader, std::span<const std::uint64_t> samples) const override {
    MASU_TRY(const auto bytes, RecordFormat::mostBytes(reader, samples));
    const std::uint64_t records = std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
    if (samples.empty()) return records;
    const double mean = static_cast<double>(records) / static_cast<double>(samples.size());
    const double offset = meanDigits(std::min(m_shardSamples * mean, m_shardBytes));
    const double line = offset + std::floor(std::log10(mean)) + 1 + 2;
    return records + static_cast<std::uint64_t>(line * static_cast<double>(samples.size()));
  }
  /// With lines of the index, whose offsets are below the size of a shard.
  Result<std::vector<std::uint64_t>> mostBytes(SampleReader& reader,
                                               std::span<const std::uint64_t> samples) const override {
    MASU_TRY(auto bytes, RecordFormat::mostBytes(reader, samples));
    const std::uint64_t offset = std::to_string(m_limit).size();
    for (std::uint64_t& each : bytes) each += offset + std::to_string(each).size() + 2;
    return bytes;
  }
  const ArrayFields& fields() const { return m_fields; }
  const std::vector<Feature>& features() const { return m_features; }

 protected:
  std::unique_ptr<RecordEncoder> encoder() const override;
  std::uint64_t headBytes(std::uint64_t) const override { return 0; }
  Result<std::string> head(const Shard&, const ShardRoom&, const JobContext&) const override { return std::string(); }
  std::string indexPath(const std::string& shardPath) const override {
    return shardPath.substr(0, shardPath.rfind('.')) + ".index";
  }
  std::string index(std::span<const std::uint32_t> recordBytes) const override {
    std::string lines;
    std::uint64_t offset = 0;
    for (const std::uint32_t bytes : recordBytes) {
      lines += std::to_string(offset) + " " + std::to_string(bytes) + "\n";
      offset += bytes;
    }
    return lines;
  }

 private:
  /// Of whole numbers spread evenly below `end`: those of fewer digits are the first tenth of a decade.
  static double meanDigits(double end) {
    const double most = std::floor(std::log10(std::max(end, 1.0)));
    return most + 1 - std::pow(10.0, most) / std::max(end, 1.0);
  }

  ArrayFields m_fields;
  std::string m_name;
  double m_shardSamples;
  double m_shardBytes;
  std::uint64_t m_limit;  ///< of the bytes of a shard
  std::vector<Feature> m_features;  ///< of the arrays, then of the texts
};

class TfrecordEncoder final : public RecordEncoder {
 public:
  explicit TfrecordEncoder(const TfrecordFormat& format) : m_format(format), m_block(format.fields()) {}

  std::uint64_t memoryPerSample() const override { return m_format.fields().memoryPerSample(); }
  Result<void> read(SampleReader& reader, std::span<const std::uint64_t> samples) override {
    return m_block.read(reader, samples);
  }

  /// Lengths come before what they count, so that all of them are known before a byte is appended.
  void append(std::size_t i, std::string& to) const override {
    gatherPayloads(i);
    std::uint64_t entries = 0;
    for (std::size_t f = 0; f < m_payloads.size(); ++f) {
      entries += delimitedBytes(entryBytes(m_format.features()[f].name, m_payloads[f].size()));
    }
    const std::size_t example = protobuf::beginRecord(to, delimitedBytes(entries));
    appendLength(to, 1, entries);
    for (std::size_t f = 0; f < m_payloads.size(); ++f) {
      const Feature& feature = m_format.features()[f];
      appendFeature(to, feature.name, feature.kind, m_payloads[f]);
    }
    protobuf::endRecord(to, example);
  }

 private:
  void gatherPayloads(std::size_t i) const {
    const auto& arrays = m_format.fields().all();
    const std::size_t texts = m_format.fields().texts().size();
    m_payloads.clear();
    m_packed.resize(arrays.size());
    for (std::size_t field = 0; field < arrays.size(); ++field) {
      m_payloads.push_back(payloadOf(arrays[field], field, m_format.features()[field].kind, i));
    }
    for (std::size_t text = 0; text < texts; ++text) m_payloads.push_back(m_block.text(text, i));
  }

  /// What doubles do not count.
  std::string_view wholesOf(std::span<const std::byte> stored, std::string& packed) const {
    packed.clear();
    for (std::size_t at = 0; at < stored.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t value = 0;
      std::memcpy(&value, stored.data() + at, sizeof value);
      appendVarint(packed, value);
    }
    return packed;
  }

  std::string_view payloadOf(const ArrayField& field, std::size_t index, FeatureKind kind, std::size_t i) const {
    const std::span<const std::byte> stored = m_block.array(index, i);
    if (kind == kFloats && field.type == table::DType::f32) {
      return {reinterpret_cast<const char*>(stored.data()), stored.size()};
    }
    if (field.type == table::DType::i64) return wholesOf(stored, m_packed[index]);
    m_values.resize(stored.size() / table::sizeOf(field.type));
    store::toDouble(field.type, stored, m_values);
    std::string& packed = m_packed[index];
    packed.clear();
    for (const double value : m_values) {
      if (kind == kIntegers) {
        appendVarint(packed, static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
      } else {
        const auto narrow = static_cast<float>(value);
        packed.append(reinterpret_cast<const char*>(&narrow), sizeof(narrow));
      }
    }
    return packed;
  }

  const TfrecordFormat& m_format;
  SampleBlock m_block;
  // Kept from record to record for their memory.
  mutable std::vector<std::string_view> m_payloads;  ///< of the features, in their order
  mutable std::vector<std::string> m_packed;         ///< the payloads that are not stored as they go out
  mutable std::vector<double> m_values;
};

std::unique_ptr<RecordEncoder> TfrecordFormat::encoder() const {
  return std::make_unique<TfrecordEncoder>(*this);
}

}  // namespace

Result<std::unique_ptr<ShardFormat>> makeTfrecordFormat(const store::Dataset& dataset, const ShardOptions& options,
                                                        const Encoding& encoding, std::string name) {
  return std::make_unique<TfrecordFormat>(dataset, options, encoding, std::move(name));
}

}  // namespace masu::shards
