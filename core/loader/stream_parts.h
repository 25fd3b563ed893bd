#pragma once

#include <array>
#include <memory>

#include "core/base/result.h"
#include "core/loader/batch_pool.h"
#include "core/store/dataset.h"

namespace masu::loader {

/// The objects of a dataset that go into batches.
enum class Part : std::uint8_t { features, categories, labels, weights };
inline constexpr std::array kParts = {Part::features, Part::categories, Part::labels, Part::weights};

template <class Value>
using PerPart = std::array<Value, kParts.size()>;
constexpr std::size_t indexOf(Part part) {
  return static_cast<std::size_t>(part);
}

/// Which of them a dataset has. Lifetime: borrows the dataset's objects.
class StreamParts {
 public:
  /// Errors: a dataset with neither features nor categories.
  static Result<StreamParts> of(const store::Dataset& dataset);

  /// Null where the dataset has none.
  const store::ObjectInfo* object(Part part) const { return m_objects[indexOf(part)]; }
  /// The object whose chunks are what a block shuffle moves.
  const store::ObjectInfo& primary() const;
  BatchShape shape(std::uint64_t samples) const;
  bool classLabels() const { return m_classLabels; }

  /// Batches take features as they are stored, in place of floats. Requires: there are features.
  void keepNarrow() { m_narrow = true; }
  bool narrow() const { return m_narrow; }

 private:
  PerPart<const store::ObjectInfo*> m_objects = {};
  bool m_classLabels = false;
  bool m_narrow = false;
};

}  // namespace masu::loader
