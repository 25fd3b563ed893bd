// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/structure/tokenizer.h"

#include <algorithm>

#include "core/csv/structure/stray_quotes.h"

namespace masu::csv {

namespace {

/// A longer block is a single long record, as a rule.
constexpr std::size_t kLongBlock = std::size_t{2} << 20;
constexpr std::size_t kPiece = std::size_t{64} << 10;

/// Room for more entries after those that are there.
void enlarge(std::unique_ptr<std::uint32_t[]>& entries, std::size_t count, std::size_t capacity) {
  auto larger = std::make_unique_for_overwrite<std::uint32_t[]>(capacity);
  std::copy_n(entries.get(), count, larger.get());
  entries = std::move(larger);
}

}  // namespace

Tokenizer::Tokenizer(const Marks& marks) : Tokenizer(marks, structureKernelFor(marks)) {}

Tokenizer::Tokenizer(const Marks& marks, const StructureKernel& kernel) : m_marks(marks), m_kernel(&kernel) {}

void Tokenizer::grow(std::size_t size) {
  if (size <= m_capacity) return;
  // Not filled: pages that no field reaches are never touched and so never counted as memory of ours.
  m_ends = std::make_unique_for_overwrite<std::uint32_t[]>(size + kSpareEnds);
  m_recordEnds = std::make_unique_for_overwrite<std::uint32_t[]>(size);
  m_capacity = size;
}

void Tokenizer::reserve(std::size_t fields, std::size_t records) {
  const std::size_t needed = std::max(fields, records);
  if (needed > m_capacity) {
    const std::size_t capacity = std::max(needed, 2 * m_capacity);
    enlarge(m_ends, m_found.fieldCount, capacity + kSpareEnds);
    enlarge(m_recordEnds, m_found.recordCount, capacity);
    m_capacity = capacity;
  }
  m_found.ends = m_ends.get();
  m_found.recordEnds = m_recordEnds.get();
}

/// A piece after the other, so that of the fields of a record that has too many only some are remembered.
void Tokenizer::findFields(std::string_view block) {
  m_found = {};
  Place place = Place::fieldStart;
  for (std::size_t at = 0; at < block.size(); at += kPiece) {
    const std::size_t size = std::min(kPiece, block.size() - at);
    reserve(m_found.fieldCount + size + 1, m_found.recordCount + size + 1);
    FieldEnds found{m_found.ends + m_found.fieldCount, m_found.recordEnds + m_found.recordCount, 0, 0};
    place = m_kernel->findFieldEnds(block.data() + at, size, place, m_marks, found);
    for (std::size_t i = 0; i < found.fieldCount; ++i) found.ends[i] += static_cast<std::uint32_t>(at);
    for (std::size_t i = 0; i < found.recordCount; ++i)
      found.recordEnds[i] += static_cast<std::uint32_t>(m_found.fieldCount);
    m_found.fieldCount += found.fieldCount;
    m_found.recordCount += found.recordCount;
    const std::size_t first = m_found.recordCount == 0 ? 0 : m_recordEnds[m_found.recordCount - 1];
    m_found.fieldCount = std::min(m_found.fieldCount, first + std::max<std::size_t>(m_mostFields, 1));
  }
}

void Tokenizer::tokenize(std::string_view block) {
  m_block = block;
  m_record = 0;
  m_strays.clear();
  if (block.size() > kLongBlock && m_mostFields < block.size()) {
    findFields(block);
  } else {
    grow(block.size() + 1);
    m_found = {m_ends.get(), m_recordEnds.get(), 0, 0};
    m_kernel->findFieldEnds(block.data(), block.size(), Place::fieldStart, m_marks, m_found);
  }
  const bool closed = m_found.recordCount != 0 && m_recordEnds[m_found.recordCount - 1] == m_found.fieldCount &&
                      m_found.fieldCount != 0 && m_ends[m_found.fieldCount - 1] + 1 == block.size();
  if (closed || block.empty()) return;
  m_ends[m_found.fieldCount++] = static_cast<std::uint32_t>(block.size());
  m_recordEnds[m_found.recordCount++] = static_cast<std::uint32_t>(m_found.fieldCount);
}

void Tokenizer::separateLines(std::size_t fields, char comment) {
  std::vector<std::uint32_t> ends;
  std::vector<std::uint32_t> recordEnds;
  m_strays.clear();
  bool separated = false;
  for (std::size_t i = 0; i < m_found.recordCount; ++i) {
    const std::uint32_t first = i == 0 ? 0 : m_recordEnds[i - 1];
    const std::uint32_t begin = first == 0 ? 0 : m_ends[first - 1] + 1;
    const std::uint32_t last = m_recordEnds[i];
    const Record found{m_block.data() + begin, m_block.data(), {m_ends.get() + first, last - first}};
    const std::string_view record = found.bytes();
    const bool isComment = comment != '\0' && record.starts_with(comment) && lineSize(record, 0) < record.size();
    const Joined joined = isComment ? Joined::records : joinedBy(found, fields, m_marks);
    if (joined == Joined::no) {
      ends.insert(ends.end(), m_ends.get() + first, m_ends.get() + last);
      recordEnds.push_back(static_cast<std::uint32_t>(ends.size()));
      continue;
    }
    separated = true;
    for (std::size_t from = 0; from <= record.size();) {
      const std::size_t size = joined == Joined::records ? lineSize(record, from) : record.size();
      const std::string_view line = record.substr(from, size);
      if (joined == Joined::lines || !appendFields(line, begin + from, m_marks, ends)) {
        m_strays.push_back(recordEnds.size());
        ends.push_back(static_cast<std::uint32_t>(begin + from + size));
      }
      recordEnds.push_back(static_cast<std::uint32_t>(ends.size()));
      from += size + 1;
    }
  }
  if (!separated) return;
  reserve(ends.size(), recordEnds.size());
  std::ranges::copy(ends, m_ends.get());
  std::ranges::copy(recordEnds, m_recordEnds.get());
  m_found.fieldCount = ends.size();
  m_found.recordCount = recordEnds.size();
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
