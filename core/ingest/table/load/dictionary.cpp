// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/load/dictionary.h"

#include <algorithm>

namespace masu::ingest {

namespace {

/// A word is in a list and in a map, whose entries take some memory beside their text.
std::uint64_t bytesOf(const std::string& word) {
  constexpr std::uint64_t kBytesBeside = 144;
  return kBytesBeside + 2 * word.size();
}

}  // namespace

Dictionary::Dictionary(const std::vector<std::string>& first, std::uint64_t mostWords)
    : m_first(first.size()), m_mostWords(mostWords), m_words(first) {
  for (const std::string& word : m_words) {
    m_numbers.emplace(word, static_cast<std::uint32_t>(m_numbers.size()));
    m_bytes += bytesOf(word);
  }
}

std::uint32_t Dictionary::numberOf(const std::string& word) {
  if (const auto found = m_numbers.find(word); found != m_numbers.end()) return found->second;
  if (m_words.size() >= m_mostWords) return kFull;
  const auto number = static_cast<std::uint32_t>(m_words.size());
  m_words.push_back(word);
  m_numbers.emplace(word, number);
  m_bytes += bytesOf(word);
  return number;
}

void Dictionary::save(ByteWriter& state) const {
  state.put(m_words);
}

bool Dictionary::restore(ByteReader& state) {
  const std::vector<std::string> first = m_words;
  state.get(m_words);
  m_numbers.clear();
  m_bytes = 0;
  for (const std::string& word : m_words) {
    m_numbers.emplace(word, static_cast<std::uint32_t>(m_numbers.size()));
    m_bytes += bytesOf(word);
  }
  const bool known = m_words.size() >= first.size() && std::equal(first.begin(), first.end(), m_words.begin());
  return known && m_numbers.size() == m_words.size() && m_words.size() <= std::max<std::uint64_t>(m_mostWords, m_first);
}

}  // namespace masu::ingest
