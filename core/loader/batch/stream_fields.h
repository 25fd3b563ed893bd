// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>

#include "core/base/result.h"
#include "core/loader/batch/batch_pool.h"
#include "core/store/read/dataset.h"

namespace masu::loader {

/// The objects of a dataset that go into batches.
enum class Field : std::uint8_t { features, categories, labels, weights };
inline constexpr std::array kFields = {Field::features, Field::categories, Field::labels, Field::weights};

template <class Value>
using PerField = std::array<Value, kFields.size()>;
constexpr std::size_t indexOf(Field field) {
  return static_cast<std::size_t>(field);
}

/// Which of them a dataset has. Lifetime: borrows the dataset's objects.
class StreamFields {
 public:
  /// Errors: a dataset with neither features nor categories.
  static Result<StreamFields> of(const store::Dataset& dataset);

  /// Null where the dataset has none.
  const store::ObjectInfo* object(Field field) const { return m_objects[indexOf(field)]; }
  /// The object whose chunks are what a block shuffle moves.
  const store::ObjectInfo& primary() const;
  BatchShape shape(std::uint64_t samples) const;
  bool classLabels() const { return m_classLabels; }

  /// Batches take features as they are stored, in place of floats. Requires: there are features.
  void keepNarrow() { m_narrow = true; }
  bool narrow() const { return m_narrow; }

  /// Batches have weights also where the dataset has none: 1 each.
  void addWeights() { m_addedWeights = object(Field::weights) == nullptr; }
  bool addedWeights() const { return m_addedWeights; }

 private:
  PerField<const store::ObjectInfo*> m_objects = {};
  bool m_classLabels = false;
  bool m_narrow = false;
  bool m_addedWeights = false;
};

}  // namespace masu::loader
