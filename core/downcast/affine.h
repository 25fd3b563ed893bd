// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/table/dtype.h"

namespace masu::downcast {

/// value = code × scale + offset, for codes of i8 or i16. The lowest code stands for a missing value, so that codes run
/// from −127 to 127, or from −32767 to 32767. Scale 1 with offset 0 means codes that are the values themselves.
struct Affine {
  float scale = 1;
  float offset = 0;

  bool operator==(const Affine&) const = default;
};

/// The types that affine codes have: i8 and i16.
constexpr bool canBeCodes(table::DType type) {
  return type == table::DType::i8 || type == table::DType::i16;
}

/// How far from its value a code may be, in steps: half of one, and what rounding adds.
inline constexpr double kHalfStep = 0.505;

/// The finest steps that reach every value of [min, max] without clipping; whole numbers stay exact where the codes are
/// enough. Never scale 1 with offset 0. Nothing where the range is empty, infinite or beyond a float's.
std::optional<Affine> affineOver(table::DType type, double min, double max, bool integral);

/// The affine codes of an object: values of a column (or channel) follow one another in runs, 1 long in a table, T long
/// in a waveform, and columns take turns. Threads: const calls are safe together.
class AffineCodes {
 public:
  /// Requires: canBeCodes(type), and there is a column.
  AffineCodes(table::DType type, std::vector<Affine> columns, std::size_t run = 1);

  table::DType type() const { return m_type; }
  const std::vector<Affine>& columns() const { return m_columns; }

  /// Rounded to nearest even (of floats, the quotient first to a float: within kHalfStep); NaN becomes the lowest
  /// code, what is beyond the codes the nearest one. `first` is the place of the first value in its sample. Requires:
  /// out holds as many codes.
  void encode(std::size_t first, std::span<const double> values, std::span<std::byte> out) const;
  void encode(std::size_t first, std::span<const float> values, std::span<std::byte> out) const;

  /// The values as they read back; a missing one is NaN.
  void decode(std::size_t first, std::span<const std::byte> codes, std::span<double> out) const;
  void decode(std::size_t first, std::span<const std::byte> codes, std::span<float> out) const;

  /// True where the value has a code within half a step (and NaN, which has its own).
  bool holds(std::size_t column, double value) const;
  /// The value as it reads back.
  double stored(std::size_t column, double value) const;

 private:
  template <class Body>
  void eachStretch(std::size_t first, std::size_t count, const Body& body) const;

  table::DType m_type;
  std::vector<Affine> m_columns;
  std::size_t m_run;
  /// Scale, offset and 1 / scale of successive values: as many periods as make a stretch worth a call.
  std::vector<float> m_scales;
  std::vector<float> m_offsets;
  std::vector<float> m_inverses;
};

}  // namespace masu::downcast
