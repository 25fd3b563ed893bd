// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/store/edits/label_edit.h"
#include "core/table/dtype.h"

namespace masu::store {

/// What edits make of the labels of a dataset, one after the other, ready to be laid over labels as they are read.
/// Memory: an eighth of a byte a sample, another eighth for places, and the bytes of a code for each sample that was
/// edited. Threads: const calls are safe together.
class LabelOverlay {
 public:
  LabelOverlay(std::uint64_t samples, std::vector<std::string> classes);

  /// Requires: faultOf() finds nothing in the edit, for classes() and the samples.
  void apply(const LabelEdit& edit);

  const std::vector<std::string>& classes() const { return m_classes; }
  /// Of samples whose class was set; those of a class that was renamed or merged do not count.
  std::uint64_t edited() const { return m_width == 0 ? 0 : m_codes.size() / m_width; }

  /// Makes the codes of samples [first, …) what they are after the edits. Requires: of a type that holds the codes of
  /// classes() and those before, whole samples of the dataset.
  void lay(std::uint64_t first, table::DType type, std::span<std::byte> codes) const;

 private:
  static constexpr std::uint64_t kBits = 64;

  std::uint64_t placeOf(std::uint64_t sample) const;
  std::uint32_t codeAt(std::uint64_t place) const;
  void setCode(std::uint64_t place, std::uint32_t code);
  void recode(const std::vector<std::uint32_t>& recoded);
  void widen(std::uint64_t classes);
  void include(const SampleGaps& samples);
  template <class Code>
  void layAs(std::uint64_t first, std::span<std::byte> codes) const;

  std::uint64_t m_samples;
  std::vector<std::string> m_classes;
  std::vector<std::uint32_t> m_recoded;  ///< by the code in the file; empty: none changed
  std::vector<std::uint64_t> m_edited;   ///< a bit a sample
  std::vector<std::uint64_t> m_before;   ///< beside m_edited: how many bits are set in the words before
  std::vector<std::byte> m_codes;        ///< of the samples whose bit is set, in their order
  std::size_t m_width = 1;               ///< bytes of each
};

}  // namespace masu::store
