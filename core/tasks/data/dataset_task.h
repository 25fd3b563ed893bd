// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>

#include "core/base/job.h"
#include "core/store/read/dataset.h"
#include "core/tasks/split/manifest_task.h"

namespace masu::tasks {

/// Before anything else is done with a dataset: what a command that was killed left of it is put in order, and said.
/// Nothing where nothing was left, or where it can be resumed.
std::optional<Message> settleInterrupted(const std::filesystem::path& file);

/// `masu info`: what a dataset holds.
struct DatasetInfo {
  std::shared_ptr<const store::Dataset> dataset;
  std::vector<ManifestFacts> manifests;  ///< those that can be read
  /// Why there are no manifests, or not all: the splits file is missing, another dataset's or damaged.
  std::optional<Error> splitsProblem;
  std::optional<Message> settled = {};  ///< by settleInterrupted(), which comes first
};
Result<DatasetInfo> info(const std::filesystem::path& file, const std::stop_token& stop = {});

/// Whether a source is a sound, by its name: a recording without gaps.
bool isSoundFile(const store::SourceFile& source);

/// What the numbers of a dataset take at a type, and the whole file with them; for a compressed one that is not known
/// ahead.
struct SizeAtType {
  table::DType type = table::DType::f32;
  std::uint64_t featureBytes = 0;
  std::optional<std::uint64_t> fileBytes;
};
/// Widest first; none where the dataset has no numbers.
std::vector<SizeAtType> sizesAtTypes(const store::Dataset& dataset);

/// `masu head`: samples as text, the way the source had them: categories, classes and groups as words, numbers in
/// their shortest form that reads back the same, missing ones empty. A table's columns come in source order; a
/// waveform's values are v[0], v[1] … (NAME[0] … where there are several channels).
struct HeadRequest {
  std::filesystem::path file;
  std::uint64_t first = 0;
  std::uint64_t count = 10;
  std::optional<std::uint64_t> valuesPerSample = {};  ///< of a waveform or image at most; 0: all; nothing: 8
};
struct HeadRow {
  std::uint64_t sample = 0;
  std::string label;
  std::string source;
  std::uint64_t position = 0;
  std::vector<std::string> cells;  ///< beside HeadOutcome::columns
};
struct HeadOutcome {
  std::vector<std::string> columns;
  std::vector<HeadRow> rows;
};
Result<HeadOutcome> head(const HeadRequest& request);
/// The same over an open dataset; for views that page. Rows past the end are left out.
Result<HeadOutcome> rows(const store::Dataset& dataset, std::uint64_t first, std::uint64_t count,
                         std::uint64_t valuesPerSample);

/// `masu verify`: every chunk, the description and the splits against their checksums. Of a damaged chunk of kept
/// texts, the samples whose text it holds.
struct Damage {
  std::string object;
  std::uint64_t chunk = 0;
  std::uint64_t firstSample = 0;
  std::uint64_t samples = 0;
};
struct VerifyOutcome {
  std::uint64_t chunks = 0;
  std::vector<Damage> damaged;
  std::vector<Error> problems;         ///< of the description and of the splits file
  std::vector<std::string> uncovered;  ///< what no checksum covers; see Dataset::uncovered()

  bool intact() const { return damaged.empty() && problems.empty(); }
};
Result<VerifyOutcome> verify(const std::filesystem::path& file, const Resources& resources, const JobContext& job);

}  // namespace masu::tasks
