// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/word_cache.h"

#include "core/csv/detection/encoding.h"
#include "core/ingest/plan/column_rules.h"

namespace masu::ingest {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 20;
constexpr std::uint64_t kBytesBeside = 160;  ///< what two table entries take beside their text

}  // namespace

WordCache::Entry& WordCache::add(std::string_view text, const csv::CellParser& cells) {
  Entry entry;
  if (isMissingCell(m_kind, text, cells))
    entry.meaning = Meaning::missing;
  else if (!csv::isUtf8(text))
    entry.meaning = Meaning::notUtf8;
  else
    entry.word = m_classes ? classText(text, m_kind == table::Kind::integer, *m_options) : std::string(text);
  // The first letter keeps words apart from the two meanings that have none.
  const std::string key = entry.meaning == Meaning::word      ? "w" + entry.word
                          : entry.meaning == Meaning::missing ? "m"
                                                              : "u";
  Entry& kept = m_words.try_emplace(key, std::move(entry)).first->second;
  m_entries.emplace(text, &kept);
  m_bytes += kBytesBeside + 3 * text.size();
  return kept;
}

void WordCache::trim() {
  if (m_bytes < kMostBytes) return;
  m_entries.clear();
  m_words.clear();
  m_bytes = 0;
}

}  // namespace masu::ingest
