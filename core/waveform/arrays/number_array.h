// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/table/dtype.h"

namespace masu::waveform {

/// The element types that arrays of other programs hold. Wider than what a dataset stores.
enum class ElementType : std::uint8_t { boolean, i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

std::size_t sizeOf(ElementType type);
ElementType elementTypeOf(table::DType type);
/// The narrowest stored type for every value that comes out of decode(): f64 for the 64-bit integers.
table::DType storedTypeOf(ElementType type);
/// The narrowest stored type that holds all values of both; f64 where there is none better.
table::DType widerOf(table::DType a, table::DType b);

/// Turns `count` elements that are one after the other into numbers, `step` apart in `out`. A boolean is 0 or 1.
/// False where a 64-bit integer is not exact as a double; the values are then of no use.
[[nodiscard]] bool decode(ElementType type, bool bigEndian, const std::byte* from, std::size_t count, double* out,
                          std::size_t step);

/// The sentence for such an integer in a file.
Error inexactInteger(const std::string& file);

/// The product of a shape's dimensions. Nothing where it exceeds 2^62.
std::optional<std::uint64_t> elementsOf(std::span<const std::uint64_t> shape);

/// A box of an array and where its elements go: the element i steps further along an axis than another is
/// i × `step` further in the output.
struct SlabAxis {
  std::uint64_t start = 0;
  std::uint64_t count = 0;
  std::size_t step = 0;
};
using Slab = std::vector<SlabAxis>;  ///< one for every dimension of the array, in its order

/// An array of numbers in a file, whatever the format. Threads: one at a time each.
class NumberArray {
 public:
  virtual ~NumberArray() = default;
  /// Requires: the slab is inside the array, and what it writes inside `out`.
  /// Errors: the file cannot be read or is damaged; a 64-bit integer that no double holds exactly.
  virtual Result<void> read(const Slab& slab, std::span<double> out) = 0;
};

}  // namespace masu::waveform
