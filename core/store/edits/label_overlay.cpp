// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/edits/label_overlay.h"

#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

namespace masu::store {

LabelOverlay::LabelOverlay(std::uint64_t samples, std::vector<std::string> classes)
    : m_samples(samples), m_classes(std::move(classes)) {}

void LabelOverlay::apply(const LabelEdit& edit) {
  const std::size_t classesBefore = m_classes.size();
  widen(edit.classes.size());
  if (!edit.recoded.empty()) {
    if (m_recoded.empty()) {
      m_recoded.resize(classesBefore);
      std::iota(m_recoded.begin(), m_recoded.end(), 0U);
    }
    recode(edit.recoded);
  }
  m_classes = edit.classes;
  if (edit.samples.empty()) return;
  include(edit.samples);
  std::size_t next = 0;
  edit.samples.forEach([&](std::uint64_t sample) {
    setCode(placeOf(sample), edit.codes.size() == 1 ? edit.codes.front() : edit.codes[next]);
    ++next;
  });
}

void LabelOverlay::recode(const std::vector<std::uint32_t>& recoded) {
  for (std::uint32_t& code : m_recoded) code = recoded[code];
  for (std::uint64_t place = 0; place < edited(); ++place) setCode(place, recoded[codeAt(place)]);
}

/// Codes of so many classes get room.
void LabelOverlay::widen(std::uint64_t classes) {
  const std::size_t width = table::sizeOf(codeTypeFor(classes));
  if (width <= m_width) return;
  const std::vector<std::byte> narrow = std::exchange(m_codes, std::vector<std::byte>(edited() * width));
  const std::size_t before = std::exchange(m_width, width);
  for (std::size_t place = 0; place * before < narrow.size(); ++place)
    std::memcpy(m_codes.data() + place * width, narrow.data() + place * before, before);
}

/// Samples get a bit, and those that had none a code to be set.
void LabelOverlay::include(const SampleGaps& samples) {
  const std::vector<std::uint64_t> before = m_edited;
  m_edited.resize((m_samples + kBits - 1) / kBits);
  samples.forEach([&](std::uint64_t sample) { m_edited[sample / kBits] |= std::uint64_t{1} << sample % kBits; });
  m_before.resize(m_edited.size());
  std::uint64_t count = 0;
  for (std::size_t word = 0; word < m_edited.size(); ++word) {
    m_before[word] = count;
    count += static_cast<std::uint64_t>(std::popcount(m_edited[word]));
  }
  const std::vector<std::byte> codes = std::exchange(m_codes, std::vector<std::byte>(count * m_width));
  std::size_t from = 0;
  for (std::size_t word = 0; word < before.size(); ++word) {
    for (std::uint64_t bits = before[word]; bits != 0; bits &= bits - 1, from += m_width) {
      const std::uint64_t sample = word * kBits + static_cast<std::uint64_t>(std::countr_zero(bits));
      std::memcpy(m_codes.data() + placeOf(sample) * m_width, codes.data() + from, m_width);
    }
  }
}

std::uint64_t LabelOverlay::placeOf(std::uint64_t sample) const {
  const std::uint64_t below = (std::uint64_t{1} << sample % kBits) - 1;
  const std::uint64_t word = sample / kBits;
  return m_before[word] + static_cast<std::uint64_t>(std::popcount(m_edited[word] & below));
}

/// Codes are little-endian, in memory as in the file.
std::uint32_t LabelOverlay::codeAt(std::uint64_t place) const {
  std::uint32_t code = 0;
  std::memcpy(&code, m_codes.data() + place * m_width, m_width);
  return code;
}

void LabelOverlay::setCode(std::uint64_t place, std::uint32_t code) {
  std::memcpy(m_codes.data() + place * m_width, &code, m_width);
}

template <class Code>
void LabelOverlay::layAs(std::uint64_t first, std::span<std::byte> codes) const {
  const std::uint64_t count = codes.size() / sizeof(Code);
  const auto put = [&](std::uint64_t at, std::uint32_t code) {
    const auto stored = static_cast<Code>(code);
    std::memcpy(codes.data() + at * sizeof(Code), &stored, sizeof(Code));
  };
  for (std::uint64_t i = 0; i < count && !m_recoded.empty(); ++i) {
    Code code;
    std::memcpy(&code, codes.data() + i * sizeof(Code), sizeof(Code));
    if (code < m_recoded.size()) put(i, m_recoded[code]);
  }
  if (m_edited.empty() || count == 0) return;
  const std::uint64_t end = first + count;
  std::uint64_t place = placeOf(first);
  for (std::uint64_t word = first / kBits; word * kBits < end; ++word) {
    std::uint64_t bits = m_edited[word];
    if (word == first / kBits) bits &= ~std::uint64_t{0} << first % kBits;
    for (; bits != 0; bits &= bits - 1, ++place) {
      const std::uint64_t sample = word * kBits + static_cast<std::uint64_t>(std::countr_zero(bits));
      if (sample >= end) return;
      put(sample - first, codeAt(place));
    }
  }
}

void LabelOverlay::lay(std::uint64_t first, table::DType type, std::span<std::byte> codes) const {
  switch (table::sizeOf(type)) {
    case sizeof(std::uint8_t):
      return layAs<std::uint8_t>(first, codes);
    case sizeof(std::uint16_t):
      return layAs<std::uint16_t>(first, codes);
    default:
      return layAs<std::uint32_t>(first, codes);
  }
}

}  // namespace masu::store
