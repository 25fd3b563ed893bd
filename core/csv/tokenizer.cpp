#include "core/csv/tokenizer.h"

namespace masu::csv {

Tokenizer::Tokenizer(const Marks& marks) : Tokenizer(marks, structureKernelFor(marks)) {}

Tokenizer::Tokenizer(const Marks& marks, const StructureKernel& kernel) : m_marks(marks), m_kernel(&kernel) {}

void Tokenizer::grow(std::size_t size) {
  if (size <= m_capacity) return;
  // Not filled: pages that no field reaches are never touched and so never counted as memory of ours.
  m_ends = std::make_unique_for_overwrite<std::uint32_t[]>(size + kSpareEnds);
  m_recordEnds = std::make_unique_for_overwrite<std::uint32_t[]>(size);
  m_capacity = size;
}

void Tokenizer::tokenize(std::string_view block) {
  grow(block.size() + 1);
  m_block = block;
  m_record = 0;
  m_found = {m_ends.get(), m_recordEnds.get(), 0, 0};
  const Place place = m_kernel->findFieldEnds(block.data(), block.size(), Place::fieldStart, m_marks, m_found);
  m_unclosed = place == Place::quoted || place == Place::escapedQuoted;
  const bool closed = m_found.recordCount != 0 && m_recordEnds[m_found.recordCount - 1] == m_found.fieldCount &&
                      m_found.fieldCount != 0 && m_ends[m_found.fieldCount - 1] + 1 == block.size();
  if (closed || block.empty()) return;
  m_ends[m_found.fieldCount++] = static_cast<std::uint32_t>(block.size());
  m_recordEnds[m_found.recordCount++] = static_cast<std::uint32_t>(m_found.fieldCount);
}

bool Tokenizer::next(Record& record) {
  while (m_record < m_found.recordCount) {
    const std::uint32_t first = m_record == 0 ? 0 : m_recordEnds[m_record - 1];
    const std::uint32_t last = m_recordEnds[m_record];
    ++m_record;
    const char* begin = m_block.data() + (first == 0 ? 0 : m_ends[first - 1] + 1);
    const bool empty = last - first == 1 && begin == m_block.data() + m_ends[first];
    if (empty) continue;
    record.begin = begin;
    record.text = m_block.data();
    record.ends = {m_ends.get() + first, last - first};
    return true;
  }
  return false;
}

}  // namespace masu::csv
