// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/shards/content/array_field.h"

namespace masu::shards {

/// The stored values of some samples, field by field, for formats that write a sample at a time: arrays as they are,
/// texts as UTF-8. Threads: one at a time. Lifetime: borrows the fields.
class SampleBlock {
 public:
  explicit SampleBlock(const ArrayFields& fields) : m_fields(fields), m_arrays(fields.all().size()) {}

  Result<void> read(SampleReader& reader, std::span<const std::uint64_t> samples);

  std::uint64_t sample(std::size_t i) const { return m_samples[i]; }
  /// The i-th sample's values of a field, in the field's type.
  std::span<const std::byte> array(std::size_t field, std::size_t i) const;
  const std::string& text(std::size_t column, std::size_t i) const { return m_texts[column][i]; }

 private:
  const ArrayFields& m_fields;
  std::vector<std::uint64_t> m_samples;
  std::vector<std::span<const std::byte>> m_arrays;
  std::vector<ArrayFields::Room> m_rooms;
  std::vector<std::vector<std::string>> m_texts;
};

inline Result<void> SampleBlock::read(SampleReader& reader, std::span<const std::uint64_t> samples) {
  m_samples.assign(samples.begin(), samples.end());
  m_rooms.resize(m_arrays.size());
  for (std::size_t field = 0; field < m_arrays.size(); ++field) {
    MASU_TRY(m_arrays[field], m_fields.read(m_fields.all()[field], reader, samples, m_rooms[field]));
  }
  m_texts.resize(m_fields.texts().size());
  for (std::size_t column = 0; column < m_texts.size(); ++column) {
    MASU_TRY(m_texts[column], reader.texts(*m_fields.texts()[column].object, samples));
  }
  return {};
}

inline std::span<const std::byte> SampleBlock::array(std::size_t field, std::size_t i) const {
  const std::uint64_t bytes = m_fields.all()[field].sampleBytes();
  return m_arrays[field].subspan(i * bytes, bytes);
}

}  // namespace masu::shards
