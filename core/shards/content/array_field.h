// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/loader/transform/gather.h"
#include "core/shards/content/sample_reader.h"
#include "core/table/dtype.h"

namespace masu::shards {

/// How the values of a dataset are to look in an export.
struct Encoding {
  bool encoded = false;  ///< as a trainer sees them: features as floats, and nothing that was only kept
  std::optional<table::DType> type = {};  ///< of features; unset: the stored one, f32 where affine or encoded
  /// Of the train split, where its means stand for missing features; else empty.
  std::vector<loader::Moments> fill = {};
};

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

/// The numbers of a dataset as arrays, in the types that an encoding asks for. Its texts are separate.
/// Threads: const calls are safe together. Lifetime: borrows the dataset.
class ArrayFields {
 public:
  ArrayFields(const store::Dataset& dataset, const Encoding& encoding);

  const std::vector<ArrayField>& all() const { return m_fields; }
  const std::vector<TextField>& texts() const { return m_texts; }
  /// Of all arrays together.
  std::uint64_t sampleBytes() const;
  /// What a sample takes in memory while it is written, about.
  std::uint64_t memoryPerSample() const;

  /// What a block of one field is made in; reused from block to block.
  struct Room {
    std::vector<float> floats;
    std::vector<std::byte> converted;
  };
  /// One sample after another; valid until `room` or the reader is used again.
  Result<std::span<const std::byte>> read(const ArrayField& field, SampleReader& reader,
                                          std::span<const std::uint64_t> samples, Room& room) const;

 private:
  std::vector<ArrayField> m_fields;
  std::vector<TextField> m_texts;
  loader::FeatureGather m_floats;
  bool m_plain = true;  ///< features are neither scaled nor filled
};

/// Errors: the type asked for does not hold every value of the features stored.
Result<void> checkType(const store::Dataset& dataset, const Encoding& encoding);

/// Whether a format holds narrow codes with their scale and offset, or the values that they stand for.
enum class Codes { kept, widened };

/// What a dataset's description becomes in an export of it: types, roles and policies of the values as written.
store::DatasetMeta exportedMeta(const store::Dataset& dataset, const Encoding& encoding, Codes codes);

}  // namespace masu::shards
