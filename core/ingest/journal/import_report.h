// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/ingest/journal/record_log.h"
#include "core/store/write/dataset_writer.h"
#include "core/table/schema.h"
#include "core/waveform/signal/windows.h"

namespace masu::ingest {

class ParsedRanges;
class ReadRanges;
class RecordingCache;

/// How a plan is to be run.
struct LoadOptions {
  std::filesystem::path target;
  std::filesystem::path rejects;  ///< empty: `<target>.rejects.csv`, written only when something was rejected
  store::WriteOptions write;
  /// Of text parsed at a time; 0: chosen. No part of the result: any size gives the same file.
  std::uint64_t blockBytes = 0;
  /// Columns that the plan leaves out because nothing was seen in them may hold values after all: they are counted in a
  /// note. Else the import fails at its end. For sources that are to become what a dataset or a model knows already.
  bool allowLateValues = false;
  /// The features have the types of a dataset that they are to be appended to: a value that these do not keep ends the
  /// import of a table.
  bool fixedFeatures = false;
  /// How often an import notes where it can be resumed, at most. No part of the result either.
  std::chrono::milliseconds checkpointEvery{5000};
  /// Recordings that the survey of the plan read whole; null: none.
  std::shared_ptr<const RecordingCache> cache = nullptr;
  /// Blocks of a table that workers have parsed: the load cuts its own as they did, whatever blockBytes is, and parses
  /// those alone that it does not find. Null: none. Not with a log.
  std::shared_ptr<ParsedRanges> ranges = nullptr;
  /// The same of recordings: what workers have read of them. What is not found is read. Null: none.
  std::shared_ptr<ReadRanges> reads = nullptr;
  RecordLog* log = nullptr;  ///< gets what became of every record; null: nobody asks. Not with write.resume
};

struct RejectCount {
  std::string column;  ///< empty where the record as a whole does not fit
  std::string reason;
  std::uint64_t count = 0;
};

enum class RepairKind : std::uint8_t;

/// A record that was repaired.
struct RepairExample {
  std::string text;  ///< of the cell, or how many fields the record has
  std::string file;
  std::uint64_t line = 0;
};

/// Records of a table that are samples, or were dropped, since something of them counts as missing or was left out.
struct RepairCount {
  RepairKind kind{};
  std::string column;  ///< empty of records with too many fields
  std::string reason;
  std::uint64_t count = 0;
  std::vector<RepairExample> examples;  ///< the first few
};

/// What an import did. records = samples + rejected + dropped for tables; recordings count files in `rejected`.
struct ImportReport {
  std::uint64_t records = 0;
  std::uint64_t samples = 0;
  std::uint64_t rejected = 0;
  std::uint64_t dropped = 0;
  std::uint64_t filtered = 0;       ///< those among `dropped` that the filter left out
  std::uint64_t continuedFrom = 0;  ///< samples that an interrupted import had finished
  bool startedOver = false;         ///< what it had finished was read again, for a wider type or fewer recordings
  std::vector<RejectCount> reasons;
  std::vector<RepairCount> repairs;  ///< of a table: what --on-error missing and --ragged did
  std::filesystem::path rejectsFile;
  table::Schema schema;         ///< of a table: its columns as stored, with what that cost
  std::vector<Message> notes;   ///< what the plan did not foresee: a widened type, new categories
  waveform::FrameUse frames;    ///< of recordings: what their windows add and leave out; zeros for all else
  std::uint64_t bytesRead = 0;  ///< of a table: by this run
  std::uint64_t bytesWritten = 0;
  double seconds = 0;
  double syncSeconds = 0;
};

}  // namespace masu::ingest
