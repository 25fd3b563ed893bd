// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>

#include "core/base/job.h"
#include "core/io/file.h"
#include "core/store/format/convert.h"
#include "core/store/read/dataset.h"
#include "core/store/staging/encoded_chunks.h"
#include "core/store/staging/shuffling.h"

namespace masu::store {

struct WriteOptions {
  bool overwrite = false;  ///< replaces an existing dataset; its splits file moves to F.splits.old.h5
  bool sync = true;
  /// A splits file of as many samples, whose manifests the new dataset begins with; empty: it begins with none.
  std::filesystem::path splitsFrom = {};
  /// A dataset that is larger becomes several parts of at most so many bytes, with a master file; 0: a single file.
  /// (A chunk is never split, and there are at most 500 parts.)
  std::uint64_t partBytes = 0;
  /// Identifies this dataset by its sources and recipe, so that an interrupted import can be resumed only as the same
  /// one. Empty: it cannot be resumed, and no journal is kept.
  std::string identity = {};
  bool resume = false;  ///< resumes what an interrupted writer of the same identity left, where there is something
  /// Where the side file is published before the dataset: what a killed import left there that cannot be resumed
  /// is taken back. Empty: nothing is.
  std::filesystem::path sideFilePlace = {};
  /// The samples become a further part of this dataset, which is that of the target; null: a new one. The writer then
  /// gets the new samples alone, from 0, and a meta that describes both; codes, sources and the like in them are those
  /// of both, and types those of the dataset. Manifests of splitsFrom, which is of the dataset, get them as unused.
  std::shared_ptr<const Dataset> appendTo = nullptr;
  /// finish() brings the samples into this order, which the meta then states, out of core: the disk holds them twice
  /// meanwhile. An import that was interrupted then repeats that step when it is resumed. Unset: as they are written.
  std::optional<Shuffling> shuffle = std::nullopt;
  /// Stops the comparison with the checksums of what is resumed, and shows its progress; null: not shown.
  std::stop_token stop = {};
  Progress* progress = nullptr;
};

/// How far an interrupted writer came.
struct Checkpoint {
  std::uint64_t samples = 0;     ///< finished ones
  std::vector<std::byte> state;  ///< what DatasetWriter::checkpoint() was given
};

inline constexpr std::uint64_t kSmallestPart = std::uint64_t{64} << 10U;
/// Errors: parts below kSmallestPart; 0 is none.
Result<void> checkPartBytes(std::uint64_t partBytes);

struct WriteOutcome {
  std::uint64_t bytes = 0;
  double syncSeconds = 0;
  std::vector<std::string> unfrozen = {};  ///< manifests that were frozen before samples were appended
};

/// Writes a dataset file. Values go to plain staging files in `F.h5.partial/` as they come; HDF5 metadata is written
/// last, and the file appears under its name whole or not at all. Threads: write() may run from any thread on disjoint
/// ranges, in any order; the rest belongs to the owner. Lifetime: destruction before finish() leaves what the last
/// checkpoint recorded, for another writer to resume; without a checkpoint it removes everything.
class DatasetWriter {
 public:
  /// `objects` name type, shape, chunk and compression; their `samples` is read only of "recordings", where it is the
  /// number of frames, and of "pyramid/…", where it is the number of blocks; 0: as many as are written, and without any
  /// there is no such object. "origin" is stored as {source u32, position u64} whatever its dtype says, "windows" as
  /// StoredWindow. Errors: the target exists, its folder is missing, read-only or full, another import holds it; parts
  /// below kSmallestPart; what is to be resumed has another identity; whole recordings to be shuffled, or samples to be
  /// appended.
  static Result<std::unique_ptr<DatasetWriter>> create(const std::filesystem::path& target,
                                                       std::vector<ObjectInfo> objects, const WriteOptions& options);
  virtual ~DatasetWriter() = default;

  /// Stores samples [first, first + n) of the object at `objectIndex`, in its stored type, row-major. Whole chunks are
  /// compressed and written by the calling thread; the edges of a range wait until their neighbours arrive.
  virtual Result<void> write(std::size_t objectIndex, std::uint64_t first, std::span<const std::byte> samples) = 0;

  /// Stores whole chunks that encodeChunks() made of samples of the object as prepared() completes it: the same as
  /// write() of these samples, on a processor of the same kind. Threads: as write(). Requires: the object is
  /// compressed, and its type is the one that the writer was made with.
  virtual Result<void> writeChunks(std::size_t objectIndex, std::uint64_t firstChunk, const EncodedChunks& chunks) = 0;

  /// Texts of kept text columns, in sample order. `keptName` is the column's name; its first texts make the column.
  /// Threads: the owner of that column, beside write().
  virtual Result<void> appendTexts(std::string_view keptName, std::span<const std::string> texts) = 0;

  /// Changes the stored type of an object while it is being written (a value outside the plan): finished chunks are
  /// converted, nothing is parsed again. `widening`: for elements that are not values themselves; empty: as the types
  /// say. Requires: no write() to it is in progress.
  virtual Result<void> widen(std::size_t objectIndex, table::DType wider, const ElementWidening& widening = {}) = 0;

  /// The checkpoint that the writer resumes from; nothing where it starts from the beginning.
  virtual const std::optional<Checkpoint>& resumed() const = 0;

  /// Whether a checkpoint would be taken at once: there is a journal, and it is not busy with the one before.
  virtual bool readyForCheckpoint() const = 0;
  /// Records that the first `written[i]` samples of the object at i are durable, and so are all texts. Another thread
  /// waits for the disk; until then the previous checkpoint counts. Requires: they were written; no appendTexts() or
  /// widen() is in progress. Threads: beside write(). Errors: an earlier one failed; a full disk.
  virtual Result<void> checkpoint(std::span<const std::uint64_t> written, Checkpoint checkpoint) = 0;
  /// From now on there is nothing to resume: destruction removes everything.
  virtual void forget() = 0;

  /// A text that grows with the import and belongs to it, such as its rejects: checkpoints record its length.
  virtual Result<void> appendSideFile(std::string_view text) = 0;
  virtual Result<void> copySideFile(const io::File& to) const = 0;
  virtual Result<bool> sideFileEquals(const io::File& other) const = 0;

  /// A folder that goes with the writer, for files beside its own.
  virtual const std::filesystem::path& folder() const = 0;

  /// Requires: every sample below `samples` was written to every object. Writes metadata, checksums and an empty splits
  /// file, syncs, and renames into place.
  virtual Result<WriteOutcome> finish(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job) = 0;
};

/// What an interrupted import of a target left; nothing where there is nothing to resume.
struct Interrupted {
  std::string identity;
  Checkpoint checkpoint;
};
std::optional<Interrupted> interruptedImport(const std::filesystem::path& target);
/// Whether the file holds just what an interrupted import of the target had written to its side file.
bool isOfInterruptedImport(const std::filesystem::path& file, const std::filesystem::path& target);

}  // namespace masu::store
