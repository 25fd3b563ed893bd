#include "core/shards/sample_block.h"

namespace masu::shards {

Result<void> SampleBlock::read(SampleReader& reader, std::span<const std::uint64_t> samples) {
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

std::span<const std::byte> SampleBlock::array(std::size_t field, std::size_t i) const {
  const std::uint64_t bytes = m_fields.all()[field].sampleBytes();
  return m_arrays[field].subspan(i * bytes, bytes);
}

}  // namespace masu::shards
