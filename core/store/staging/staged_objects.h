// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/store/staging/import_journal.h"
#include "core/store/staging/shuffling.h"
#include "core/store/staging/staged_object.h"
#include "core/store/staging/staged_text_column.h"

namespace masu::store {

/// The values of a dataset while it is written: a staging file for each object, and two for each kept text column.
/// Invariant: files that a journal's record may name stay until a later record no longer needs them.
/// Threads: as DatasetWriter documents its functions of the same name; the rest belongs to the owner.
class StagedObjects {
 public:
  /// Bytes by the name of a kept text column.
  using TextBytes = std::map<std::string, std::uint64_t, std::less<>>;
  /// `textBytesBefore`: of the dataset that the samples are appended to; the ends of texts count on from there.
  StagedObjects(std::filesystem::path folder, TextBytes textBytesBefore)
      : m_folder(std::move(folder)), m_textBytesBefore(std::move(textBytesBefore)) {}

  /// Begins with nothing. Errors: objects that the format has no place for; a full disk.
  Result<void> begin(std::vector<ObjectInfo> objects);
  /// Resumes after what a record says. Errors: damaged, where the files are not what it says; nothing else may be
  /// called then.
  Result<void> reopen(const std::vector<ObjectInfo>& objects, const JournalRecord& record, const JobContext& job);

  std::size_t count() const { return m_parts.size(); }
  Result<void> write(std::size_t objectIndex, std::uint64_t first, std::span<const std::byte> samples);
  Result<void> writeChunks(std::size_t objectIndex, std::uint64_t firstChunk, const EncodedChunks& chunks);
  Result<void> appendTexts(std::string_view keptName, std::span<const std::string> texts);
  Result<void> widen(std::size_t objectIndex, table::DType wider, const ElementWidening& widening);

  /// Records in an entry the first `written[i]` samples of each object, and all texts.
  Result<void> note(std::span<const std::uint64_t> written, ImportJournal::Entry& entry);

  /// Brings what was written into a random order. Requires: every object holds `samples`.
  Result<void> shuffle(std::uint64_t samples, const Shuffling& order, const JobContext& job);
  /// Closes them all, and lists those that hold something. Errors: as for StagedObject::seal.
  Result<std::vector<const StagedObject*>> seal(std::uint64_t samples);

 private:
  Result<std::unique_ptr<StagedObject>> makePart(ObjectInfo object, std::uint64_t held = 0);
  Result<StagedTextColumn*> textColumn(std::string_view keptName);
  void replace(std::shared_ptr<StagedObject>& part, std::shared_ptr<StagedObject> by);

  std::filesystem::path m_folder;
  TextBytes m_textBytesBefore;
  std::vector<std::shared_ptr<StagedObject>> m_parts;  ///< beside the objects
  std::vector<std::uint64_t> m_lengths;                ///< of each, where it is not the number of samples but was given
  std::mutex m_mutex;                                  ///< guards the two below
  std::map<std::string, StagedTextColumn, std::less<>> m_texts;
  std::size_t m_made = 0;                                 ///< files: the next one's number
  bool m_recorded = false;                                ///< a record may be there
  std::vector<std::shared_ptr<StagedObject>> m_outdated;  ///< replaced, and named by a record perhaps
};

}  // namespace masu::store
