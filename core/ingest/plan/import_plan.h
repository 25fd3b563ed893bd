// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/csv/structure/dialect.h"
#include "core/downcast/affine.h"
#include "core/ingest/plan/cell_forms.h"
#include "core/ingest/plan/import_options.h"
#include "core/table/schema.h"

namespace masu::ingest {

/// What a survey found in a column and what the import will do with it.
struct ColumnPlan {
  std::string name;
  table::Role role = table::Role::feature;
  table::Kind kind = table::Kind::decimal;
  table::ColumnStats stats;                ///< of the surveyed cells
  std::uint64_t distinct = 0;              ///< of the surveyed cells, exact up to 1000, then a lower bound
  std::vector<std::string> values;         ///< the most frequent values of a non-numeric column, at most 1000
  std::vector<std::uint64_t> valueCounts;  ///< beside `values`
  std::vector<std::uint64_t> histogram;    ///< 24 bins over [min, max] for numbers; else `valueCounts` says it
  std::uint64_t misfits = 0;  ///< surveyed cells that are not of `kind`: the import will reject their records
  table::DateOrder dateOrder = table::DateOrder::monthFirst;  ///< of a time
  bool dateOrderOpen = false;                                 ///< the surveyed dates can be read either way
  bool dateOrderShown = false;                                ///< some of them can be read in this order alone
  bool yearFirstFits = false;  ///< all of them can be read with a year of two digits first, and are not
  bool wide = false;           ///< whole numbers beyond 2^53, all of which i64 holds: so they are kept, or are labels
  bool tooWide = false;        ///< some whole number has no place in i64
  bool rounded = false;        ///< was said to be a number: doubles near whole numbers will do, zeros before them go
  CellForms forms;
  std::string zeroLed;          ///< a surveyed whole number with zeros before it, such as 00501, which numbers lose
  double origin = 0;            ///< of a time: what `sampled` and the stored values count from; `stats` are since 1970
  std::vector<double> sampled;  ///< some surveyed numbers in order, extremes among them: what a type would lose
  std::optional<downcast::Affine> steps;  ///< of a feature that is stored as codes
  std::string unit;                       ///< of a channel, where its recordings give one and the same
  bool isInput() const { return role == table::Role::feature || role == table::Role::category; }
};

/// What the features of a table hold over the whole of its sources.
struct ExactRanges {
  std::string reading;                       ///< of which sources and choices this is known; empty: of none
  std::vector<table::ColumnStats> features;  ///< count, missing, extremes and wholeness
};

/// What the fields of one source file are, where files of one dataset differ.
struct SourceFields {
  bool header = true;                  ///< false: a part without the header that the others have
  std::vector<std::uint32_t> columns;  ///< the plan's column of each field; empty: they are the plan's, in its order
};

/// Frames of a recording that windows are cut from: without a gap, and under one label.
struct SegmentPlan {
  static constexpr std::uint32_t kOfRecording = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t first = 0;
  std::uint64_t frames = 0;
  std::uint32_t label = kOfRecording;  ///< place in RecordingPlan::labels, or the recording's own
};

/// One recording that a folder import will read.
struct RecordingPlan {
  std::string path;                          ///< below the import root
  std::vector<std::filesystem::path> named;  ///< where the files are that it names, if it is a header
  std::uint64_t frames = 0;
  double rate = 0;
  std::uint32_t channels = 1;
  std::vector<std::string> timeColumns;  ///< of a table: what its times were taken from
  std::string label;
  std::string group;
  std::vector<SegmentPlan> segments;  ///< in order; empty: the whole recording is one
  std::vector<std::string> labels;    ///< of segments, where parts of a recording have labels of their own
  std::string problem;                ///< why it will be rejected, as a sentence; empty when it will be read
  std::string reason;                 ///< the kind of the problem, for counting: "damaged", "no label" …
  Message message;                    ///< the problem as people read it in their language
  bool unlabelled = false;            ///< the problem is that it has no label
  void reject(std::string why, Message sentence) {  ///< marks it as one that will be rejected
    reason = std::move(why);
    problem = sentence.english();
    message = std::move(sentence);
  }
};

/// What a plan says of a table beside what plans have in common.
struct TablePlan {
  csv::Dialect dialect;
  Message headerReason;              ///< what speaks for and against the header; empty where it was not guessed
  std::vector<SourceFields> fields;  ///< one a source
  std::filesystem::path workbook;    ///< that is the only source; empty: none is. The source WORKBOOK#SHEET is a sheet.
  std::vector<std::string> sheets;   ///< of it, hidden ones apart; not in recipes, as the two beside it
  std::string sheet;                 ///< of it, which is read
  std::vector<std::string> sheetsRead;  ///< where all sources are sheets, each name once; not in recipes, either
  std::string tagged;                   ///< where all sources are of one such format: "ARFF" or ".ts"; likewise
  ExactRanges exact;                    ///< where types asked for it
  std::uint64_t records = 0;            ///< estimate of those that fit, before any is left out
};

/// What a plan says of recordings beside what plans have in common.
struct RecordingsPlan {
  std::vector<RecordingPlan> files;
  std::vector<std::string> channelNames;
  std::vector<std::uint64_t> sampleShape;  ///< {C, T} or {C, H, W} where the recordings are arrays of samples
  std::uint64_t window = 0;
  std::uint64_t hop = 0;             ///< 0: one window a recording
  double rate = 0;                   ///< frames per second; 0 where it is unknown
  double silence = 0;                ///< the value of no signal, in the recordings' own units
  bool rescaled = false;             ///< samples are brought to `scale->full`, which is not that of every recording
  std::optional<SampleScale> scale;  ///< nothing in recipes of versions that did not record it
  std::optional<bool> unpacked;      ///< attributes scale numbers, or mark missing ones; nothing: they were not read
};

/// Everything an import will do, decided before it runs; a value that people see, edit and save as a recipe.
/// Invariant: running the same plan over the same sources gives the same bytes.
struct ImportPlan {
  ImportOptions options;  ///< what was asked, with everything that was found filled in by the fields below
  std::variant<TablePlan, RecordingsPlan> content;
  std::filesystem::path root;  ///< source paths in the dataset are below it
  std::vector<store::SourceFile> sources;
  std::vector<ColumnPlan> columns;  ///< those of all sources, in the order of their first appearance; or the channels
  store::Target target = store::Target::none;
  std::vector<std::string> classes;
  table::DType dtype = table::DType::f32;
  std::uint64_t samples = 0;  ///< estimate for tables, exact for recordings
  std::uint64_t sourceBytes = 0;
  std::uint64_t surveyedBytes = 0;  ///< of them, about; all only where all records were looked at
  std::uint64_t surveyedRecords = 0;
  std::vector<Message> reasons;     ///< why the numbers of a table are stored as they are, where that was found out
  std::vector<Message> foundNotes;  ///< of finding the sources and of their text: they stay whatever is decided
  std::vector<Message> notes;       ///< what to know before the import: text left out, cells to be rejected

  bool ofRecordings() const { return std::holds_alternative<RecordingsPlan>(content); }
  /// Requires: the plan is of a table, or of recordings.
  TablePlan& table() { return std::get<TablePlan>(content); }
  const TablePlan& table() const { return std::get<TablePlan>(content); }
  RecordingsPlan& recordings() { return std::get<RecordingsPlan>(content); }
  const RecordingsPlan& recordings() const { return std::get<RecordingsPlan>(content); }
};

/// The plan as a recipe: JSON that `--recipe` reruns anywhere; holds no thread count, budget, or absolute path.
std::string recipeFrom(const ImportPlan& plan);
/// Errors: not JSON, not a recipe, of a later version. The sources of the result are to be given again.
Result<ImportPlan> planFromRecipe(std::string_view json);

}  // namespace masu::ingest
