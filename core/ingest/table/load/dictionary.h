// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/byte_record.h"

namespace masu::ingest {

/// Words numbered in the order in which they came, up to a limit.
/// Threads: one at a time.
class Dictionary {
 public:
  static constexpr std::uint32_t kFull = ~std::uint32_t{0};

  Dictionary(const std::vector<std::string>& first, std::uint64_t mostWords);

  /// The number of a word, which is added where it is new; kFull when there is no room for it.
  std::uint32_t numberOf(const std::string& word);

  const std::vector<std::string>& words() const { return m_words; }
  /// Of memory, about.
  std::uint64_t bytes() const { return m_bytes; }
  std::size_t added() const { return m_words.size() - m_first; }

  void save(ByteWriter& state) const;
  /// False where it is not the state of one that began with the same words.
  bool restore(ByteReader& state);

 private:
  std::size_t m_first;
  std::uint64_t m_mostWords;
  std::vector<std::string> m_words;
  std::unordered_map<std::string, std::uint32_t> m_numbers;
  std::uint64_t m_bytes = 0;
};

}  // namespace masu::ingest
