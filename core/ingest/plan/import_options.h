// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/store/format/meta.h"
#include "core/store/format/object_info.h"
#include "core/table/dtype.h"
#include "core/table/time_text.h"
#include "core/waveform/recording/recording_request.h"

namespace masu::ingest {

enum class SourceKind { automatic, table, recordings };
enum class MissingPolicy { nan, zero, mean, drop, constant };
/// A record that does not fit: it is rejected, or ends the import; or a cell that its column does not hold counts as
/// missing, and all else is rejected.
enum class OnError { reject, fail, missing };
/// Records with other fields than there are columns: all are rejected; those with too few are filled up with missing
/// cells; of those with too many the fields beyond are left out; or both.
enum class Ragged { reject, pad, truncate, both };
/// How to treat numbers that would lose more than the tolerance: wider storage for all, or no import.
enum class OnToleranceExceeded { widen, stop };
enum class Tail { pad, drop };
/// What of recordings is in the dataset: each window, or the recordings with where their windows are.
enum class StoreAs { windows, recordings };

/// How to treat the missing cells of a column.
struct MissingRule {
  MissingPolicy policy = MissingPolicy::nan;
  double constant = 0;  ///< of MissingPolicy::constant

  bool operator==(const MissingRule&) const = default;
};

/// What the samples of recordings are before they are stored: recordings of the same scale can be stored side by side.
struct SampleScale {
  table::DType type = table::DType::f32;  ///< f32 for all decimals, and where recordings of several types become them
  double full = 1;                        ///< distance of the loudest sample from silence: 32768 for 16 bits
  bool sound = false;                     ///< the format of some of them says so; else `full` is 1 and means nothing

  bool operator==(const SampleScale& other) const { return type == other.type && full == other.full; }
};

/// What was asked of a table import; unset means: find out.
struct TableOptions {
  std::optional<char> delimiter;
  std::optional<char> quote;  ///< '\0' for none
  std::optional<char> escape;
  std::optional<char> decimal;
  std::optional<char> thousands;  ///< '\0' for none
  std::optional<std::string> encoding;
  std::optional<bool> header;
  std::optional<char> comment;             ///< '\0' for none
  std::optional<std::uint64_t> skipLines;  ///< before the table
  std::optional<std::vector<std::string>> missingMarkers;
  std::optional<std::uint64_t> longestRecord;  ///< bytes; a longer record is rejected
  Ragged ragged = Ragged::reject;
  std::optional<table::DateOrder> dateOrder;
  std::vector<std::pair<std::string, table::Kind>> kinds;          ///< columns whose type is not to be found out
  std::vector<std::pair<std::string, MissingRule>> columnMissing;  ///< columns apart from ImportOptions::missing
  std::string where;  ///< filter expression of the records to take; empty for all
  std::vector<std::string> keep;
  std::vector<std::string> text;                              ///< columns kept as text; "all" for every one
  std::vector<std::pair<std::string, std::string>> classMap;  ///< old class → new class
};

/// What was asked of an import of recordings.
struct RecordingOptions {
  std::uint64_t window = 0;          ///< frames; 0: see windowSeconds
  double windowSeconds = 0;          ///< 0 as well: all recordings share one length
  std::optional<std::uint64_t> hop;  ///< frames
  double hopSeconds = 0;             ///< where `hop` is unset; 0 as well: the window
  bool oneWindow = false;            ///< --hop none: one window a recording
  Tail rest = Tail::pad;
  StoreAs keep = StoreAs::windows;
  double rate = 0;                                           ///< Hz; 0 keeps the source's
  std::optional<SampleScale> scale;                          ///< of a prediction: what samples are brought to
  std::vector<std::string> channels;                         ///< empty: those common to all files
  std::optional<std::string> time;                           ///< as waveform::RecordingRequest::time
  std::optional<waveform::RawLayout> raw;                    ///< of files without a header
  waveform::FrameAxis frames = waveform::FrameAxis::longer;  ///< which dimension of a matrix is time
  /// How a label is found: "folder", "name:RE", "path:RE", "csv:FILE[#KEY,LABEL]" for a recording, "annotation" and
  /// "column:NAME" for parts of one.
  std::string labelFrom;
  std::vector<std::filesystem::path> labelFiles;  ///< IDX files for the samples of arrays: one a source, or one a file
  std::string groupFrom;                          ///< the same as labelFrom, of whole recordings
};

/// A whole import as asked for by a person or a recipe; a value.
struct ImportOptions {
  std::vector<std::filesystem::path> sources;
  SourceKind as = SourceKind::automatic;
  std::vector<std::string> labels;
  store::Target target = store::Target::none;  ///< none: decided by what the label column holds
  std::string weight;
  std::optional<table::DType> dtype;  ///< unset: the design's default
  bool autoType = false;              ///< --dtype auto
  std::optional<double> tolerance;    ///< largest error that a stored number may have; unset: 0 for `auto`, else any
  OnToleranceExceeded onToleranceExceeded = OnToleranceExceeded::widen;
  store::Compression compression = store::Compression::none;
  MissingPolicy missing = MissingPolicy::nan;
  double missingConstant = 0;  ///< of MissingPolicy::constant
  OnError onError = OnError::reject;
  std::optional<std::uint64_t> shuffle;  ///< seed of the random order that samples are stored in; unset: as they come
  TableOptions table;
  RecordingOptions recordings;

  MissingRule missingOf(std::string_view column) const {
    for (const auto& [name, rule] : table.columnMissing) {
      if (name == column) return rule;
    }
    return {missing, missingConstant};
  }
};

}  // namespace masu::ingest
