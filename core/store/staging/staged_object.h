// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/hash.h"
#include "core/base/job.h"
#include "core/io/file.h"
#include "core/store/format/convert.h"
#include "core/store/staging/buffered_file.h"
#include "core/store/staging/encoded_chunks.h"
#include "core/store/staging/journal_record.h"
#include "core/store/staging/written_ranges.h"

namespace masu::store {

/// One object while a dataset is being written: a plain file of its own.
/// Uncompressed samples are at kHeadBytes + sample × sampleBytes, so any range is one write. Compressed chunks are
/// appended as they become whole; the edges of ranges wait in a second, flat and sparse file. A small file is held in
/// memory as a whole.
/// Invariant: a chunk is hashed (and compressed) once, by the thread that writes its last missing sample.
/// Threads: write() from any, on disjoint ranges; everything else, unless stated, while no write is in progress.
class StagedObject {
 public:
  /// Left free at the start of the file: HDF5's metadata goes there when this part becomes the dataset itself.
  static constexpr std::uint64_t kHeadBytes = 4096;

  /// A compressed chunk in the part file. size 0: not yet there.
  struct Chunk {
    std::uint64_t offset = 0;
    std::uint32_t size = 0;
    std::uint32_t mask = 0;
  };

  /// `held`: bytes that may stay in memory until note().
  static Result<std::unique_ptr<StagedObject>> create(const std::filesystem::path& file, ObjectInfo info,
                                                      std::uint64_t held);

  /// Resumes after what a record says, once that is compared with its checksums. `info`: of the object as it was
  /// begun; the record's type counts. Errors: damaged, where the files hold less than that or something else, or where
  /// the record is none of such an object; cancelled.
  static Result<std::unique_ptr<StagedObject>> reopen(const std::filesystem::path& folder, const StagedRecord& record,
                                                      ObjectInfo info, const JobContext& job);

  /// What it holds below `samples`; entries of whole chunks go to a file beside it. Errors: a sample below was
  /// never written. Threads: beside write(), one at a time.
  Result<StagedRecord> note(std::uint64_t samples);
  /// Waits until what note() recorded is on the disk. Threads: any.
  Result<void> sync() const;

  const ObjectInfo& info() const { return m_info; }
  const BufferedFile& file() const { return m_file; }
  bool compressed() const { return m_info.compression != Compression::none; }

  /// Stores whole samples in the stored type.
  Result<void> write(std::uint64_t first, std::span<const std::byte> bytes);
  /// Stores whole chunks from `firstChunk` on, which encodeChunks() made of samples of this object. Threads: any.
  Result<void> writeEncoded(std::uint64_t firstChunk, const EncodedChunks& chunks);

  /// Copies samples that were written. Threads: several at a time.
  Result<void> read(std::uint64_t first, std::span<std::byte> out) const;

  /// Writes everything written so far to another part of the same shape, converted to its type (by `widening` where
  /// there is one).
  Result<void> copyTo(StagedObject& other, const ElementWidening& widening) const;

  /// The end of the last sample that was written.
  std::uint64_t end() const { return m_written.end(); }

  /// Fixes the number of samples and closes the last, short chunk. Errors: a sample below `samples` was never written.
  Result<void> seal(std::uint64_t samples);

  /// Removes its files. Nothing else may be called afterwards.
  void discard();

  /// After seal(): one XXH3-64 a chunk over its samples (padding left out), and where its compressed form is.
  const std::vector<std::uint64_t>& checksums() const { return m_checksums; }
  const std::vector<Chunk>& chunks() const { return m_chunks; }

 private:
  StagedObject(ObjectInfo info, io::File file, std::uint64_t held);

  std::uint64_t positionOf(std::uint64_t sample) const;
  Result<void> readCompressed(std::uint64_t first, std::span<std::byte> out) const;
  Result<void> noteChunks(std::uint64_t end);
  Result<void> resumeFrom(const StagedRecord& record, const JobContext& job);
  Result<void> compareChunks(const StagedRecord& record, const JobContext& job) const;
  Error damaged() const;
  void reserveUpTo(std::uint64_t end);
  Result<void> storeEdges(std::uint64_t first, std::span<const std::byte> bytes);
  Result<void> storeChunk(std::uint64_t chunk, std::span<const std::byte> samples);
  Result<void> completeEdge(std::uint64_t chunk);
  Error notWritten() const;

  ObjectInfo m_info;
  BufferedFile m_file;
  io::File m_edges;  ///< of a compressed object: samples of chunks that are not whole, at sample × sampleBytes
  std::atomic<std::uint64_t> m_end = 0;
  std::atomic<std::uint64_t> m_reserved = 0;  ///< bytes of the file whose place on the disk was asked for
  mutable std::mutex m_mutex;                 ///< guards the three below
  WrittenRanges m_written;
  std::vector<std::uint64_t> m_checksums;
  std::vector<Chunk> m_chunks;
  io::File m_noted;                 ///< entries of whole chunks, once there are some
  std::uint64_t m_notedChunks = 0;  ///< of them, in m_noted
  Hasher64 m_notedHash;             ///< of their entries
};

}  // namespace masu::store
