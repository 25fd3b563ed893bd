// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/journal/repair.h"

#include <utility>

#include "core/base/shown_text.h"
#include "core/ingest/plan/note_folding.h"

namespace masu::ingest {

namespace {

std::string_view reasonOf(const RepairKey& key) {
  switch (key.kind) {
    case RepairKind::cell:
      return sentence(key.reason);
    case RepairKind::padded:
      return MASU_TEXT("core", "too few fields");
    case RepairKind::truncated:
      return MASU_TEXT("core", "too many fields");
  }
  return "";
}

Message exampleText(const RepairCount& repair, const RepairExample& example) {
  const std::string line = std::to_string(example.line);
  if (repair.kind == RepairKind::cell) {
    return {MASU_TEXT("core", "{0} in line {1} of {2}"),
            {shownText(example.text, LineEnds::shown), line, example.file}};
  }
  return {MASU_TEXT("core", "line {1} of {2} with {0} fields"), {example.text, line, example.file}};
}

}  // namespace

void BlockRepairs::add(const RepairKey& key, std::string text, std::uint64_t offset) {
  Count& count = counts[key];
  ++count.records;
  if (count.examples.size() < kExamples) count.examples.push_back({std::move(text), offset});
}

void RepairLog::add(const BlockRepairs& repairs, std::uint32_t source, const csv::Block& block, LineCursor& cursor) {
  for (const auto& [key, of] : repairs.counts) {
    Count& count = m_counts[key];
    count.records += of.records;
    for (const BlockRepairs::Example& example : of.examples) {
      if (count.examples.size() == BlockRepairs::kExamples) break;
      count.examples.push_back({example.text, source, placeOf(block, example.offset, {}, cursor).line});
    }
  }
}

std::vector<RepairCount> RepairLog::counts() const {
  std::vector<RepairCount> counts;
  for (const auto& [key, of] : m_counts) {
    RepairCount& count = counts.emplace_back();
    count.kind = key.kind;
    if (key.column != Reject::kWholeRecord) count.column = m_plan->columns[key.column].name;
    count.reason = reasonOf(key);
    count.count = of.records;
    for (const Example& example : of.examples)
      count.examples.push_back({example.text, m_plan->sources[example.source].path, example.line});
  }
  return counts;
}

void RepairLog::save(ByteWriter& state) const {
  state.put(std::uint64_t{m_counts.size()});
  for (const auto& [key, count] : m_counts) {
    state.put(key.kind);
    state.put(key.reason);
    state.put(key.column);
    state.put(count.records);
    state.put(std::uint64_t{count.examples.size()});
    for (const Example& example : count.examples) {
      state.put(example.text);
      state.put(example.source);
      state.put(example.line);
    }
  }
}

bool RepairLog::restore(ByteReader& state) {
  bool fits = true;
  m_counts.clear();
  for (std::uint64_t left = state.getCount(3 * sizeof(std::uint64_t)); left > 0 && state.ok() && fits; --left) {
    RepairKey key;
    state.get(key.kind);
    state.get(key.reason);
    state.get(key.column);
    Count& count = m_counts[key];
    state.get(count.records);
    count.examples.resize(state.getCount(3 * sizeof(std::uint64_t)));
    for (Example& example : count.examples) {
      state.get(example.text);
      state.get(example.source);
      state.get(example.line);
      fits = fits && example.source < m_plan->sources.size();
    }
    // A byte of memory may be neither a kind nor a reason.
    fits = fits && key.kind <= RepairKind::truncated && key.reason <= RejectReason::notAWeight &&
           (key.column == Reject::kWholeRecord || key.column < m_plan->columns.size());
  }
  return fits;
}

std::vector<Message> notesOn(const std::vector<RepairCount>& repairs) {
  std::vector<Message> notes;
  for (const RepairCount& repair : repairs) {
    std::vector<Message> examples;
    for (const RepairExample& example : repair.examples) examples.push_back(exampleText(repair, example));
    const std::string count = std::to_string(repair.count);
    const Argument shown = Message::listed(std::move(examples));
    switch (repair.kind) {
      case RepairKind::cell:
        notes.push_back({MASU_TEXT("core", "Column {1} counts as missing in {0} records ({2}): {3}."),
                         {count, repair.column, Message::marked(repair.reason), shown}});
        break;
      case RepairKind::padded:
        notes.push_back(
            {MASU_TEXT("core",
                       "{0} records end before column {1}, which counts as missing there, as do the columns "
                       "after it: {2}."),
             {count, repair.column, shown}});
        break;
      case RepairKind::truncated:
        notes.push_back({MASU_TEXT("core",
                                   "{0} records have more fields than there are columns; the fields beyond are left "
                                   "out: {1}."),
                         {count, shown}});
        break;
    }
  }
  foldNotes(notes);
  return notes;
}

}  // namespace masu::ingest
