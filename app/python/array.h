// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <pybind11/pybind11.h>

#include "app/python/dlpack.h"

namespace masu::python {

/// Values that Python sees without a copy, row by row without gaps, through DLPack or the buffer protocol.
/// Lifetime: shares what holds the values; everything made of it does, too.
struct Array {
  void* data = nullptr;
  dlpack::DataType type;
  std::vector<std::int64_t> shape;
  std::shared_ptr<const void> owner;

  std::int64_t size() const;  ///< values
};

template <class Value>
constexpr dlpack::DataType typeOf() {
  const auto bits = static_cast<std::uint8_t>(8 * sizeof(Value));
  if constexpr (std::is_floating_point_v<Value>) return {dlpack::kFloat, bits, 1};
  return {std::is_signed_v<Value> ? dlpack::kInt : dlpack::kUInt, bits, 1};
}

/// Samples with no other owner, as an array that may be written to.
template <class Value>
Array arrayOf(std::span<const Value> values, std::vector<std::int64_t> shape, std::shared_ptr<const void> owner) {
  return {const_cast<Value*>(values.data()), typeOf<Value>(), std::move(shape), std::move(owner)};
}

/// What values are handed out as.
enum class Output { torch, numpy, jax, memoryview, dlpack };

/// Makes what the caller asked for of arrays. Errors: the library it takes is not installed.
class Exporter {
 public:
  explicit Exporter(Output output);
  pybind11::object operator()(Array array) const;

 private:
  Output m_output;
  pybind11::object m_fromDlpack;
};

void addArray(pybind11::module_& module);

}  // namespace masu::python
