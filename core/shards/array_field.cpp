#include "core/shards/array_field.h"

#include <numeric>

#include "core/store/convert.h"

namespace masu::shards {

ArrayFields::ArrayFields(const store::Dataset& dataset, bool encoded) {
  for (const store::ObjectInfo& object : dataset.objects()) {
    if (object.element == store::Element::textEnds && !encoded) m_texts.push_back({object.name, &object});
    if (object.element != store::Element::number) continue;
    if (encoded && (object.name == "group" || object.name.starts_with("kept/"))) continue;
    ArrayField field{object.name, &object, object.dtype, object.sampleShape};
    if (object.name == "features") {
      if (encoded || store::isAffine(object, dataset.meta().schema)) field.type = table::DType::f32;
      m_floats = loader::FeatureGather(dataset, object, {}, {});
    }
    m_fields.push_back(std::move(field));
  }
}

std::uint64_t ArrayFields::sampleBytes() const {
  std::uint64_t bytes = 0;
  for (const ArrayField& field : m_fields) bytes += field.sampleBytes();
  return bytes;
}

std::uint64_t ArrayFields::memoryPerSample() const {
  // Texts are not read to know their lengths.
  std::uint64_t bytes = sizeof(std::uint64_t) + 256 * m_texts.size();
  for (const ArrayField& field : m_fields) bytes += field.sampleBytes() + field.object->sampleBytes();
  return bytes;
}

Result<std::span<const std::byte>> ArrayFields::read(const ArrayField& field, SampleReader& reader,
                                                     std::span<const std::uint64_t> samples,
                                                     std::vector<float>& buffer) const {
  MASU_TRY(const std::span<const std::byte> stored, reader.rows(*field.object, samples));
  if (field.type == field.object->dtype) return stored;
  std::vector<std::uint64_t> rows(samples.size());
  std::iota(rows.begin(), rows.end(), std::uint64_t{0});
  buffer.resize(samples.size() * field.object->valuesPerSample());
  m_floats.gather({stored.data(), field.object->sampleBytes()}, rows, buffer);
  return std::as_bytes(std::span<const float>(buffer));
}

}  // namespace masu::shards
