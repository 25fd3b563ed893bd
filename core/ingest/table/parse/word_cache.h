// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/csv/numbers/cell_parser.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// What the texts of one column mean, remembered so that each is looked at once. No part of the result: a word counts
/// as used only when a record that holds it is taken. Threads: one at a time. Lifetime: borrows the options of the
/// plan.
class WordCache {
 public:
  enum class Meaning : std::uint8_t { word, missing, notUtf8 };
  struct Entry {
    Meaning meaning = Meaning::word;
    std::string word;          ///< of a label: the class that the text stands for
    std::uint64_t block = 0;   ///< the last block with a record that uses it, counted from 1
    std::uint32_t number = 0;  ///< of the word in that block
  };

  /// `classes`: texts are those of a label, to be merged as the options say; whole numbers of a column of that kind are
  /// spelled one way.
  WordCache(const TableOptions& options, bool classes, table::Kind kind)
      : m_options(&options), m_classes(classes), m_kind(kind) {}

  /// Lifetime: until trim().
  Entry& find(std::string_view text, const csv::CellParser& cells) {
    const auto found = m_entries.find(text);
    return found != m_entries.end() ? *found->second : add(text, cells);
  }

  /// Forgets everything once that has grown large.
  void trim();

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  Entry& add(std::string_view text, const csv::CellParser& cells);

  const TableOptions* m_options;
  bool m_classes;
  table::Kind m_kind;
  std::uint64_t m_bytes = 0;
  std::unordered_map<std::string, Entry*, TextHash, std::equal_to<>> m_entries;  ///< by the text as it stands
  std::unordered_map<std::string, Entry> m_words;  ///< texts of one meaning share an entry
};

}  // namespace masu::ingest
