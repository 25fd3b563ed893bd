// SPDX-License-Identifier: GPL-3.0-or-later
// What a table import has come to when its blocks are in: the description of the dataset, and the report.

#include <algorithm>

#include "core/base/hash.h"
#include "core/ingest/table/load/table_assembly.h"
#include "core/table/number_text.h"
#include "core/table/time_text.h"

namespace masu::ingest {

using table::DType;

table::Schema TableAssembly::schema() {
  std::vector<std::vector<table::ColumnStats>> moments;
  for (ColumnMoments& each : m_moments) moments.push_back(each.finish());
  table::Schema schema;
  for (std::size_t i = 0; i < m_layout.targets.size(); ++i) {
    const CellTarget& target = m_layout.targets[i];
    if (target.take == Take::skip || target.take == Take::watch) continue;
    table::Column column;
    column.name = m_plan.columns[i].name;
    column.role = m_plan.columns[i].role;
    column.kind = m_plan.columns[i].kind;
    if (target.take == Take::number || target.take == Take::time) {
      column.stored = m_types[target.group];
      column.stats = m_ranges[target.group][target.slot];
      // Moments are of the finite values alone; NaN is missing in both.
      column.stats.infinite = column.stats.count - moments[target.group][target.slot].count;
      column.stats.mean = moments[target.group][target.slot].mean;
      column.stats.squares = moments[target.group][target.slot].squares;
      column.origin = target.origin;
      column.loss = m_losses[target.group][target.slot].loss();
      if (const auto* codes = m_layout.matrices[target.group].rules.codesOf(column.stored)) {
        column.scale = static_cast<double>(codes->columns()[target.slot].scale);
        column.offset = static_cast<double>(codes->columns()[target.slot].offset);
      }
      const MissingPolicy policy = m_plan.options.missingOf(column.name).policy;
      column.missingStays = column.role == table::Role::feature && policy != MissingPolicy::mean;
    } else if (target.take == Take::word) {
      const bool classes = m_layout.words[target.group].classes;
      column.stored = m_codeTypes[target.group];
      column.stats.missing = m_missingWords[target.group][target.slot];
      column.stats.count = m_samples - column.stats.missing;
      if (!classes) column.dictionary = m_dictionaries[target.group][target.slot].words();
    } else {
      column.stored = DType::u8;
      column.stats.missing = m_missingTexts[target.group];
      column.stats.count = m_samples - column.stats.missing;
    }
    schema.columns.push_back(std::move(column));
  }
  return schema;
}

store::DatasetMeta TableAssembly::meta(std::uint64_t readHash) {
  store::DatasetMeta meta;
  meta.kind = store::SampleKind::table;
  meta.target = m_plan.target;
  meta.schema = schema();
  for (std::size_t group = 0; group < m_layout.words.size(); ++group) {
    if (m_layout.words[group].classes) meta.classes = m_dictionaries[group].front().words();
  }
  meta.sources = m_plan.sources;
  meta.recipe = recipeFrom(m_plan);
  std::string identity = meta.recipe;
  for (std::size_t i = 0; i < meta.sources.size(); ++i) {
    meta.sources[i].records = m_sourceRecords[i];
    identity += meta.sources[i].path + '\n' + meta.sources[i].hash + '\n';
  }
  // The hash of a source looks at some places only: an edit between them makes another dataset, too.
  meta.uuid = uuidFrom(identity + hex64(readHash));
  meta.records = m_records;
  meta.rejected = m_rejects.count();
  meta.dropped = m_dropped;
  meta.missingByTrainMean = std::ranges::any_of(meta.schema.columns, [](const table::Column& column) {
    return column.role == table::Role::feature && !column.missingStays;
  });
  return meta;
}

/// What came otherwise than the survey had let expect.
void TableAssembly::fillForecast(ImportReport& report) const {
  constexpr std::uint64_t kFewRecords = 10;
  const std::uint64_t fitting = m_records - m_rejects.count();
  const std::uint64_t apart =
      fitting > m_plan.table().records ? fitting - m_plan.table().records : m_plan.table().records - fitting;
  if (apart > kFewRecords && apart > m_plan.table().records / 10) {
    report.notes.push_back({MASU_TEXT("core",
                                      "The sources held {0} records that fit, where the survey had forecast {1}. Look "
                                      "at what was rejected, and at records that are longer than they should be."),
                            {std::to_string(fitting), std::to_string(m_plan.table().records)}});
  }
  if (m_joined.count == 0) return;
  report.notes.push_back(
      {MASU_TEXT("core",
                 "Records with over 64 KiB or 100 line ends in their cells, or with lines that look like records: {0}, "
                 "of {1} line ends. The first begins in line {3} of {2} and has {4} bytes; a stray quote may have "
                 "joined several into one."),
       {std::to_string(m_joined.count), std::to_string(m_joined.lines), m_plan.sources[m_joinedSource].path,
        std::to_string(m_joined.offset), std::to_string(m_joined.bytes)}});
}

/// Times with more decimals than doubles of their size have.
void TableAssembly::noteFineTimes(ImportReport& report) const {
  for (const CellTarget& target : m_layout.targets) {
    if (target.take != Take::time || m_types[target.group] != DType::f64) continue;
    const double moved = m_ranges[target.group][target.slot].maxError;
    if (moved == 0) continue;
    const std::string& name = m_plan.columns[m_layout.matrices[target.group].columns[target.slot]].name;
    report.notes.push_back({MASU_TEXT("core",
                                      "The times of column {0} have more decimals than f64 holds as seconds after {1} "
                                      "UTC, and moved by up to {2} s. Keep the column as text (--text {0}) to have all "
                                      "of them."),
                            {name, table::timeText(target.origin), table::roundedText(moved)}});
  }
}

void TableAssembly::fill(ImportReport& report) const {
  report.records = m_records;
  report.samples = m_samples;
  report.rejected = m_rejects.count();
  report.dropped = m_dropped;
  report.filtered = m_filtered;
  report.reasons = m_rejects.reasons();
  if (report.rejected > 0) report.rejectsFile = m_rejects.path();
  report.repairs = m_repairs.counts();
  report.notes = m_notes;
  for (Message& note : notesOn(report.repairs)) report.notes.push_back(std::move(note));
  for (Message& note : m_lateCells.notes()) report.notes.push_back(std::move(note));
  for (std::size_t i = 0; i < m_late.size(); ++i) {
    if (m_late[i].total() == 0) continue;
    report.notes.push_back({MASU_TEXT("core", "Column {0} is left out, but holds {1} values."),
                            {m_plan.columns[m_layout.watched[i]].name, std::to_string(m_late[i].total())}});
  }
  fillForecast(report);
  noteFineTimes(report);
  for (std::size_t group = 0; group < m_dictionaries.size(); ++group) {
    for (std::size_t slot = 0; slot < m_dictionaries[group].size(); ++slot) {
      const Dictionary& dictionary = m_dictionaries[group][slot];
      const std::string& column = m_plan.columns[m_layout.words[group].columns[slot]].name;
      if (m_layout.words[group].classes && dictionary.added() > 0) {
        report.notes.push_back(
            {MASU_TEXT("core", "Classes of the label {0} that the survey had not met, and that were added: {1}."),
             {column, std::to_string(dictionary.added())}});
      }
    }
  }
}

}  // namespace masu::ingest
