#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/loader/gather.h"
#include "core/shards/sample_reader.h"
#include "core/table/dtype.h"

namespace masu::shards {

/// One array of an export, with a first dimension of samples.
struct ArrayField {
  std::string name;  ///< "features", "categories", "labels", "weights", "group", "kept/NAME"
  const store::ObjectInfo* object = nullptr;
  table::DType type = table::DType::f32;
  std::vector<std::uint64_t> shape;  ///< of one sample; empty for one value

  std::uint64_t sampleBytes() const { return object->valuesPerSample() * table::sizeOf(type); }
};

/// A column that was kept as text: a UTF-8 text a sample.
struct TextField {
  std::string name;  ///< "kept/NAME"
  const store::ObjectInfo* object = nullptr;
};

/// The numbers of a dataset as arrays: in their stored type, or features as floats where they are affine or `encoded`,
/// which leaves out what no trainer sees. Its texts stand apart.
/// Threads: const calls are safe together. Lifetime: borrows the dataset.
class ArrayFields {
 public:
  ArrayFields(const store::Dataset& dataset, bool encoded);

  const std::vector<ArrayField>& all() const { return m_fields; }
  const std::vector<TextField>& texts() const { return m_texts; }
  /// Of all arrays together.
  std::uint64_t sampleBytes() const;
  /// What a sample takes in memory while it is written, about.
  std::uint64_t memoryPerSample() const;

  /// One sample after another; `buffer` may hold them.
  Result<std::span<const std::byte>> read(const ArrayField& field, SampleReader& reader,
                                          std::span<const std::uint64_t> samples, std::vector<float>& buffer) const;

 private:
  std::vector<ArrayField> m_fields;
  std::vector<TextField> m_texts;
  loader::FeatureGather m_floats;
};

}  // namespace masu::shards
