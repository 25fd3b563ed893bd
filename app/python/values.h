// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "app/python/array.h"
#include "app/python/errors.h"
#include "app/python/gil.h"
#include "core/store/read/dataset.h"

namespace masu::python {

/// Calls the function without the GIL, and returns its value or raises its error.
template <class Read>
auto reading(Read read) {
  auto result = [&] {
    const GilReleased released;
    return read();
  }();
  return valueOf(std::move(result));
}

/// Where arrays begin: jax copies, or refuses, what begins elsewhere.
template <class Value>
struct AlignedAllocator {
  using value_type = Value;
  static constexpr std::align_val_t kAlignment{64};

  AlignedAllocator() = default;
  template <class Other>
  AlignedAllocator(const AlignedAllocator<Other>& /*other*/) {}  // NOLINT: as allocators are converted

  Value* allocate(std::size_t count) { return static_cast<Value*>(::operator new(count * sizeof(Value), kAlignment)); }
  void deallocate(Value* values, std::size_t /*count*/) { ::operator delete(values, kAlignment); }
  bool operator==(const AlignedAllocator&) const = default;
};
template <class Value>
using AlignedVector = std::vector<Value, AlignedAllocator<Value>>;

/// An array that owns the values. Requires: as many as the shape says.
template <class Value>
pybind11::object asArray(AlignedVector<Value> values, std::uint64_t count, std::span<const std::uint64_t> sampleShape) {
  std::vector<std::int64_t> shape = {static_cast<std::int64_t>(count)};
  for (const std::uint64_t axis : sampleShape) shape.push_back(static_cast<std::int64_t>(axis));
  auto kept = std::make_shared<AlignedVector<Value>>(std::move(values));
  const std::span<const Value> span(*kept);
  return pybind11::cast(arrayOf(span, std::move(shape), std::move(kept)));
}

/// Whether the object is a column that is only kept, texts by their ends, and its name.
bool isKept(const store::ObjectInfo& object);
std::string keptName(const store::ObjectInfo& object);

/// Values of one object for samples [first, first + count): texts as a list, codes and whole numbers of 64 bits as i64,
/// kept columns as f64, others as f32, or as f64 where f32 has not all of their values. They are read in pieces,
/// between which Ctrl+C raises. Requires: the samples exist.
pybind11::object valuesOf(const store::Dataset& dataset, const store::ObjectInfo& object, std::uint64_t first,
                          std::uint64_t count);

/// The same for these samples, in their order: every chunk that holds one of them is read once.
pybind11::object valuesAt(const store::Dataset& dataset, const store::ObjectInfo& object,
                          std::span<const std::uint64_t> samples);

}  // namespace masu::python
