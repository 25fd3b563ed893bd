// SPDX-License-Identifier: GPL-3.0-or-later
// What a table import has come to, as bytes and back.
#include <algorithm>

#include "core/ingest/journal/resume_check.h"
#include "core/ingest/table/load/table_assembly.h"

namespace masu::ingest {

namespace {

/// Values of each matrix or word group, whose number the plan says.
template <class T>
void saveEach(ByteWriter& state, const std::vector<std::vector<T>>& groups) {
  for (const std::vector<T>& group : groups) state.put(group);
}

template <class T>
bool restoreEach(ByteReader& state, std::vector<std::vector<T>>& groups) {
  bool fits = true;
  for (std::vector<T>& group : groups) {
    const std::size_t expected = group.size();
    state.get(group);
    fits = fits && group.size() == expected;
  }
  return fits;
}

template <class T>
bool restoreSized(ByteReader& state, std::vector<T>& values) {
  const std::size_t expected = values.size();
  state.get(values);
  return values.size() == expected;
}

/// A byte of memory may be no type at all.
bool restoreTypes(ByteReader& state, std::vector<table::DType>& types) {
  return restoreSized(state, types) &&
         std::ranges::all_of(types, [](table::DType type) { return type <= table::DType::i64; });
}

void saveNotes(ByteWriter& state, const std::vector<Message>& notes) {
  state.put(std::uint64_t{notes.size()});
  for (const Message& note : notes) state.put(note);
}

void restoreNotes(ByteReader& state, std::vector<Message>& notes) {
  notes.resize(state.getCount(2 * sizeof(std::uint64_t)));
  for (Message& note : notes) state.get(note);
}

}  // namespace

void TableAssembly::save(ByteWriter& state) const {
  state.put(m_samples);
  state.put(m_records);
  state.put(m_dropped);
  state.put(m_filtered);
  state.put(m_sourceRecords);
  state.put(m_late);
  state.put(m_types);
  state.put(m_codeTypes);
  saveEach(state, m_ranges);
  saveEach(state, m_losses);
  saveEach(state, m_missingWords);
  state.put(m_missingTexts);
  for (const ColumnMoments& moments : m_moments) moments.save(state);
  for (const std::vector<Dictionary>& group : m_dictionaries) {
    for (const Dictionary& dictionary : group) dictionary.save(state);
  }
  saveNotes(state, m_notes);
  m_repairs.save(state);
  m_lateCells.save(state);
  state.put(m_joined);
  state.put(m_joinedSource);
  m_rejects.save(state);
}

Result<void> TableAssembly::restore(ByteReader& state) {
  state.get(m_samples);
  state.get(m_records);
  state.get(m_dropped);
  state.get(m_filtered);
  bool fits = restoreSized(state, m_sourceRecords);
  fits = restoreSized(state, m_late) && fits;
  fits = restoreTypes(state, m_types) && fits;
  fits = restoreTypes(state, m_codeTypes) && fits;
  fits = restoreEach(state, m_ranges) && fits;
  fits = restoreEach(state, m_losses) && fits;
  fits = restoreEach(state, m_missingWords) && fits;
  fits = restoreSized(state, m_missingTexts) && fits;
  for (ColumnMoments& moments : m_moments) fits = moments.restore(state) && fits;
  for (std::vector<Dictionary>& group : m_dictionaries) {
    for (Dictionary& dictionary : group) fits = dictionary.restore(state) && fits;
  }
  restoreNotes(state, m_notes);
  fits = m_repairs.restore(state) && fits;
  fits = m_lateCells.restore(state) && fits;
  state.get(m_joined);
  state.get(m_joinedSource);
  fits = m_joinedSource < m_plan.sources.size() && fits;
  m_rejects.restore(state);
  if (fits && state.atEnd()) return {};
  return fail(damagedJournal());
}

}  // namespace masu::ingest
