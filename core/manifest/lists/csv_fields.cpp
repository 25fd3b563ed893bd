// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/lists/csv_fields.h"

#include <algorithm>

#include "core/csv/detection/encoding.h"

namespace masu::manifest {

namespace {

bool hasOddQuotes(const std::string& line) {
  return std::ranges::count(line, '"') % 2 != 0;
}

}  // namespace

bool CsvFields::next() {
  do {
    if (!std::getline(m_input, m_record)) return false;
    m_line = ++m_linesRead;
    std::string more;
    for (m_isClosed = !hasOddQuotes(m_record); !m_isClosed && std::getline(m_input, more);) {
      m_isClosed = hasOddQuotes(more);
      ++m_linesRead;
      m_record += '\n';
      m_record += more;
    }
    if (!m_record.empty() && m_record.back() == '\r') m_record.pop_back();
    if (m_line == 1) m_record.erase(0, csv::byteOrderMark(m_record));
  } while (m_record.empty());
  split();
  return true;
}

void CsvFields::split() {
  std::size_t count = 0;
  bool quoted = false;
  const auto begin = [&] {
    if (count == m_fields.size()) m_fields.emplace_back();
    m_fields[count++].clear();
  };
  begin();
  for (std::size_t i = 0; i < m_record.size(); ++i) {
    const char c = m_record[i];
    if (c == '"' && quoted && i + 1 < m_record.size() && m_record[i + 1] == '"') {
      m_fields[count - 1] += c;
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      begin();
    } else {
      m_fields[count - 1] += c;
    }
  }
  m_fields.resize(count);
}

}  // namespace masu::manifest
