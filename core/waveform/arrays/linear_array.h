// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/waveform/arrays/number_array.h"

namespace masu::waveform {

/// How an array is stored in a file: all of its elements, one after the other, from `offset` on.
struct LinearLayout {
  std::vector<std::uint64_t> shape;
  ElementType type = ElementType::f64;
  bool bigEndian = false;
  bool fortran = false;  ///< the first index runs fastest, as in Fortran and MATLAB; else the last, as in C
  std::uint64_t offset = 0;
};

/// An array that is in a file as it is, read where it is. Arrays of one file share it. Memory: one buffer, whatever
/// the size.
class LinearArray final : public NumberArray {
 public:
  /// Requires: the elements are inside of the file, which their opener compared with its size.
  /// `name` is what messages call it.
  LinearArray(std::shared_ptr<const io::File> file, LinearLayout layout, std::string name);

  Result<void> read(const Slab& slab, std::span<double> out) override;

 private:
  /// An axis of a slab in elements: how far apart its elements are in the file, and how far in the output.
  struct Run {
    std::uint64_t count;
    std::uint64_t stride;
    std::size_t step;
  };

  std::vector<Run> runsOf(const Slab& slab) const;
  Result<void> readRun(std::uint64_t element, const Run& run, std::uint64_t end, double* out);
  Result<const std::byte*> load(std::uint64_t element, std::uint64_t count, std::uint64_t end);

  std::shared_ptr<const io::File> m_file;
  std::string m_name;
  LinearLayout m_layout;
  std::vector<std::uint64_t> m_strides;  ///< of every dimension, in elements
  std::vector<std::byte> m_buffer;
  std::uint64_t m_first = 0;  ///< the elements [m_first, m_first + m_held) are in m_buffer
  std::uint64_t m_held = 0;
};

}  // namespace masu::waveform
