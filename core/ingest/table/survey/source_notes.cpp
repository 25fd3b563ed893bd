// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/source_notes.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/name_list.h"
#include "core/csv/detection/header.h"
#include "core/csv/detection/header_rows.h"
#include "core/csv/detection/sniffer.h"
#include "core/ingest/sources/json_table.h"
#include "core/ingest/sources/sheet_table.h"
#include "core/ingest/sources/tagged_table.h"
#include "core/ingest/table/survey/dialect_match.h"
#include "core/ingest/table/survey/dialect_search.h"
#include "core/io/scratch_folder.h"

namespace masu::ingest {

/// Delimiters that sources declare in their first lines, as spreadsheet programs write them: that this is obeyed, or
/// the first source where it is not.
void noteDeclared(ImportPlan& plan, std::span<const TableSource> sources) {
  const char delimiter = plan.table().dialect.delimiter;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::optional<char> declared = sources[i].declared;
    if (!declared || *declared == delimiter) continue;
    plan.foundNotes.push_back(
        {MASU_TEXT("core",
                   "The first line of {0} declares the delimiter {1}, but all sources are read with {2}. That line is "
                   "not read as a record."),
         {plan.sources[i].path, csv::shownCharacter(*declared), csv::shownCharacter(delimiter)}});
    return;
  }
  const auto first = std::ranges::find_if(sources, [](const TableSource& source) { return !!source.declared; });
  if (first == sources.end()) return;
  plan.foundNotes.push_back(
      {MASU_TEXT("core",
                 "The first line of {0} declares the delimiter {1}, which is used. That line is not read as a record."),
       {plan.sources[static_cast<std::size_t>(first - sources.begin())].path, csv::shownCharacter(delimiter)}});
}

/// Names that a header has more than once; the first source with such is enough to say so.
void noteRenamed(ImportPlan& plan, std::span<const TableSource> sources, std::size_t firstFields) {
  if (!plan.table().dialect.header) return;
  for (std::size_t source = 0; source < sources.size(); ++source) {
    const std::vector<std::string>& header = sources[source].header;
    const std::size_t count = source == 0 ? firstFields : header.size();
    const std::vector<std::string> names = csv::columnNames(&header, count, !sources[source].json);
    const std::vector<std::string> renamed = csv::renamedColumns(header, names);
    if (renamed.empty()) continue;
    plan.foundNotes.push_back(
        {MASU_TEXT("core", "The header of {0} names several columns alike; the later ones are called {1}."),
         {plan.sources[source].path, namesListed(renamed)}});
    return;
  }
}

void noteHeaderRows(ImportPlan& plan, std::span<const TableSource> sources) {
  constexpr std::size_t kRecordsRead = 100;
  constexpr std::size_t kMostRows = 2;
  const TableSource& source = sources.front();
  if (source.json) return;
  csv::Dialect inner = plan.table().dialect;
  inner.preambleLines = 0;
  const bool hasHeader = inner.header;
  const std::string_view text = source.text().substr(source.start);
  const csv::HeaderRows found = csv::headerRowsIn(
      csv::firstRecords(text.substr(0, kSniffedBytes), text.size() <= kSniffedBytes, inner, kRecordsRead), inner,
      // One of several rows is the header that none was found to be.
      hasHeader ? kMostRows : kMostRows + 1);
  if (found.rows == 0) return;
  const std::string& file = plan.sources.front().path;
  const std::string columns = std::to_string(found.columns);
  if (!hasHeader) {
    plan.foundNotes.push_back(
        {MASU_TEXT("core",
                   "The first records of {0} hold words, such as {1}, where those below hold numbers (records: {3}, "
                   "columns: {2}). If they are a header of several rows, make one row of them in the source."),
         {file, found.word, columns, std::to_string(found.rows)}});
    return;
  }
  plan.foundNotes.push_back(
      {MASU_TEXT("core",
                 "The first records below the header of {0} hold words, such as {1}, where those below them hold "
                 "numbers (records: {3}, columns: {2}). If they belong to the header, such as units, join them with it "
                 "in the source, or take them out."),
       {file, found.word, columns, std::to_string(found.rows)}});
}

/// Values of JSON Lines that a table does not have.
void noteNested(ImportPlan& plan, std::span<const TableSource> sources) {
  const auto isNested = [](const TableSource& source) { return source.json && source.json->nestedLine > 0; };
  const auto found = std::ranges::find_if(sources, isNested);
  if (found == sources.end()) return;
  plan.foundNotes.push_back(
      {MASU_TEXT("core",
                 "The key {1} of {0} holds an object or an array in line {2}. Such a value is one cell of text, its "
                 "JSON; keys within it do not become columns."),
       {plan.sources[static_cast<std::size_t>(found - sources.begin())].path, found->json->nestedKey,
        std::to_string(found->json->nestedLine)}});
}

void noteNameless(ImportPlan& plan, std::span<const TableSource> sources) {
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!sources[i].json) continue;
    const std::vector<std::string>& keys = sources[i].json->names;
    const auto found = std::ranges::find(keys, std::string());
    if (found == keys.end()) continue;
    const auto place = static_cast<std::size_t>(found - keys.begin());
    plan.foundNotes.push_back({MASU_TEXT("core", "A key of {0} is empty. Its column is called {1}, by its place."),
                               {plan.sources[i].path, csv::columnNames(&keys, keys.size(), false)[place]}});
    return;
  }
}

/// What tables do not show of the sheets that they are made of, of each kind the first.
void noteSheets(ImportPlan& plan, std::span<const TableSource> sources) {
  if (sources.size() == 1 && sources.front().sheet) {
    const SheetFacts& facts = *sources.front().sheet;
    plan.table().workbook = facts.file;
    plan.table().sheets = facts.sheets;
    plan.table().sheet = facts.sheet;
  }
  const bool onlySheets =
      std::ranges::all_of(sources, [](const TableSource& source) { return source.sheet != nullptr; });
  std::vector<std::string>& read = plan.table().sheetsRead;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!sources[i].sheet) continue;
    const std::string& sheet = sources[i].sheet->sheet;
    if (onlySheets && std::ranges::find(read, sheet) == read.end()) read.push_back(sheet);
    for (Message& note : notesOnSheet(*sources[i].sheet, plan.sources[i].path)) {
      const auto isSame = [&](const Message& each) { return each.text == note.text; };
      if (std::ranges::none_of(plan.foundNotes, isSame)) plan.foundNotes.push_back(std::move(note));
    }
  }
}

/// Of tables that are made of texts with tags.
void noteTagged(ImportPlan& plan, std::span<const TableSource> sources) {
  const auto& first = sources.front().tagged;
  const auto isSame = [&](const TableSource& source) {
    return source.tagged && source.tagged->format() == first->format();
  };
  if (first && std::ranges::all_of(sources, isSame)) plan.table().tagged = name(first->format());
  const auto found = std::ranges::find_if(
      sources, [](const TableSource& source) { return source.tagged && source.tagged->dimensions() > 1; });
  if (found == sources.end()) return;
  plan.foundNotes.push_back(
      {MASU_TEXT("core",
                 "The series of {0} have {1} dimensions of {2} values, each value a column. A model of series takes "
                 "them with --shape {1}x{2}."),
       {plan.sources[static_cast<std::size_t>(found - sources.begin())].path,
        std::to_string(found->tagged->dimensions()), std::to_string(found->tagged->length())}});
}

/// The import unpacks or decodes a source to the disk.
void noteUnpacked(ImportPlan& plan, std::span<const TableSource> sources) {
  constexpr double kWorthANote = 64e6;
  double most = 0;
  const TableSource* largest = nullptr;
  for (const TableSource& source : sources) {
    if (source.share >= 1) continue;
    const double bytes = static_cast<double>(source.text().size()) / source.share;
    if (bytes > most) largest = &source;
    most = std::max(most, bytes);
  }
  if (most < kWorthANote) return;
  plan.foundNotes.push_back({MASU_TEXT("core",
                                       "{0} is unpacked or decoded to a file in {1} while it is imported, which takes "
                                       "about {2} MB there; another folder is chosen by --scratch or TMPDIR."),
                             {largest->path.filename().string(), io::scratchFolder().string(),
                              std::to_string(static_cast<std::uint64_t>(most / 1e6))}});
}

}  // namespace masu::ingest
