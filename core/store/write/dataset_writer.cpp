// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/dataset_writer.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>

#include "core/base/units.h"
#include "core/store/format/layout.h"
#include "core/store/hdf5/sandboxed_read.h"
#include "core/store/read/file_reading.h"
#include "core/store/read/structure_sum.h"
#include "core/store/staging/import_journal.h"
#include "core/store/staging/renames.h"
#include "core/store/staging/side_file.h"
#include "core/store/staging/staged_objects.h"
#include "core/store/staging/staging_directory.h"
#include "core/store/write/append_plan.h"
#include "core/store/write/hdf5_shell.h"
#include "core/store/write/parts_writing.h"
#include "core/store/write/publish.h"

namespace masu::store {

namespace {

class FileWriter : public DatasetWriter {
 public:
  FileWriter(std::filesystem::path target, const WriteOptions& options, StagingDirectory directory)
      : m_target(std::move(target)),
        m_options(options),
        m_directory(std::move(directory)),
        m_sideFile(m_directory.path()) {
    if (options.appendTo != nullptr) m_appendPlan.emplace(options.appendTo);
    m_parts.emplace(m_directory.path(), textBytesBefore());
  }
  ~FileWriter() override;
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  Result<void> begin(std::vector<ObjectInfo> objects);
  /// False, and nothing was resumed, where the files are not what the record says.
  Result<bool> resumeFrom(const std::vector<ObjectInfo>& objects, JournalRecord record);

  Result<void> write(std::size_t objectIndex, std::uint64_t first, std::span<const std::byte> samples) override {
    return namingTarget(m_parts->write(objectIndex, first, samples));
  }
  Result<void> writeChunks(std::size_t objectIndex, std::uint64_t firstChunk, const EncodedChunks& chunks) override {
    return namingTarget(m_parts->writeChunks(objectIndex, firstChunk, chunks));
  }
  Result<void> appendTexts(std::string_view keptName, std::span<const std::string> texts) override {
    return namingTarget(m_parts->appendTexts(keptName, texts));
  }
  Result<void> widen(std::size_t objectIndex, table::DType wider, const ElementWidening& widening) override {
    return namingTarget(m_parts->widen(objectIndex, wider, widening));
  }
  const std::optional<Checkpoint>& resumed() const override { return m_resumed; }
  bool readyForCheckpoint() const override { return m_journal && !m_journal->busy(); }
  Result<void> checkpoint(std::span<const std::uint64_t> written, Checkpoint checkpoint) override;
  void forget() override;
  Result<void> appendSideFile(std::string_view text) override { return namingTarget(m_sideFile.append(text)); }
  Result<void> copySideFile(const io::File& to) const override { return m_sideFile.copyTo(to); }
  Result<bool> sideFileEquals(const io::File& other) const override { return m_sideFile.equals(other); }
  const std::filesystem::path& folder() const override { return m_directory.path(); }
  Result<WriteOutcome> finish(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job) override;

 private:
  template <class T>
  Result<T> namingTarget(Result<T> result) const;
  StagedObjects::TextBytes textBytesBefore() const {
    return m_appendPlan ? m_appendPlan->textBytes() : StagedObjects::TextBytes();
  }
  Result<void> note(std::span<const std::uint64_t> written, Checkpoint checkpoint);
  Result<WriteOutcome> finishParts(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job);
  Result<CompleteDataset> writeFiles(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job);
  Result<void> sync(const CompleteDataset& complete) const;
  Result<void> compareDescription(const CompleteDataset& complete, const DatasetMeta& meta) const;

  std::filesystem::path m_target;
  WriteOptions m_options;
  std::optional<AppendPlan> m_appendPlan;
  StagingDirectory m_directory;
  std::optional<StagedObjects> m_parts;  ///< always there; made again where it could not be resumed
  SideFile m_sideFile;
  std::optional<Checkpoint> m_resumed;
  std::optional<ImportJournal> m_journal;  ///< last: it stops before what it uses is gone
};

FileWriter::~FileWriter() {
  if (!m_journal) return;
  // What failed to reach the disk is not recorded; the caller has the error, or is about to get it.
  (void)m_journal->settle();
  m_directory.keep(m_journal->files());
}

void FileWriter::forget() {
  m_journal.reset();
  m_directory.keep({});
}

/// A full disk is reported for the file that was requested, not for a staging file.
template <class T>
Result<T> FileWriter::namingTarget(Result<T> result) const {
  if (!result && result.error().code == Errc::noSpace) return fail(Error::fromErrno(ENOSPC, m_target.string()));
  return result;
}

Result<void> FileWriter::begin(std::vector<ObjectInfo> objects) {
  // Before the folder is emptied, whose side file shows that it is of that import.
  std::error_code ignored;
  const std::filesystem::path& place = m_options.sideFilePlace;
  if (!place.empty() && isOfInterruptedImport(place, m_target)) std::filesystem::remove(place, ignored);
  m_directory.discard();
  MASU_CHECK(m_parts->begin(std::move(objects)));
  if (!m_options.identity.empty()) m_journal.emplace(m_directory.path(), m_options.sync, std::set<std::string>());
  return {};
}

Result<bool> FileWriter::resumeFrom(const std::vector<ObjectInfo>& objects, JournalRecord record) {
  // Also where something fails here that has nothing to do with them, such as a full disk.
  m_directory.keep(record.files());
  m_directory.discard(record.files());
  Progress unseen;
  auto reopened =
      m_parts->reopen(objects, record, {m_options.stop, m_options.progress != nullptr ? *m_options.progress : unseen});
  if (reopened) reopened = m_sideFile.reopen(record.sideFileBytes, record.sideFileHash);
  if (!reopened) {
    if (reopened.error().code != Errc::damaged) return fail(reopened.error());
    m_directory.keep({});
    m_parts.emplace(m_directory.path(), textBytesBefore());
    m_sideFile = SideFile(m_directory.path());
    return false;
  }
  m_journal.emplace(m_directory.path(), m_options.sync, record.files());
  m_resumed = {record.samples, std::move(record.state)};
  return true;
}

Result<void> FileWriter::note(std::span<const std::uint64_t> written, Checkpoint checkpoint) {
  ImportJournal::Entry entry;
  entry.record.identity = m_options.identity;
  entry.record.samples = checkpoint.samples;
  entry.record.state = std::move(checkpoint.state);
  MASU_CHECK(m_parts->note(written, entry));
  MASU_CHECK(m_sideFile.note(entry));
  return m_journal->note(std::move(entry));
}

Result<void> FileWriter::checkpoint(std::span<const std::uint64_t> written, Checkpoint checkpoint) {
  assert(written.size() == m_parts->count());
  return namingTarget(m_journal ? note(written, std::move(checkpoint)) : Result<void>{});
}

Result<WriteOutcome> FileWriter::finish(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job) {
  if (!m_options.shuffle) return namingTarget(finishParts(samples, meta, job));
  DatasetMeta shuffled = meta;
  shuffled.shuffleSeed = m_options.shuffle->seed;
  return namingTarget(finishParts(samples, shuffled, job));
}

/// What waiting takes.
Result<double> secondsOf(const std::function<Result<void>()>& wait) {
  const auto begin = std::chrono::steady_clock::now();
  MASU_CHECK(wait());
  return secondsSince(begin);
}

Result<CompleteDataset> FileWriter::writeFiles(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job) {
  MASU_TRY(const auto parts, m_parts->seal(samples));
  if (m_options.partBytes > 0 && !m_appendPlan) {
    auto plan = planParts(parts, m_options.partBytes);
    if (plan.size() > 1) {
      return writeParts({m_directory.path(), m_target, std::move(plan), parts, samples, m_options.partBytes}, meta,
                        job);
    }
  }
  const StagedObject* base = baseOf(parts);
  if (m_appendPlan) return m_appendPlan->write({m_directory.path(), parts, samples, base}, meta, job);
  Hdf5ShellRequest request{.file = m_directory.path() / "shell",
                           .first = base,
                           .samples = samples,
                           .splitsName = layout::splitsPath(m_target).filename().string()};
  for (const StagedObject* part : parts) request.slices.push_back(ObjectSlice::whole(*part));
  MASU_TRY(const Hdf5Shell shell, writeHdf5Shell(request, meta, job));
  CompleteDataset complete;
  MASU_TRY(complete.file, assemble(shell, base, job));
  std::vector<ObjectInfo> objects;
  for (const StagedObject* part : parts) objects.push_back(part->info());
  MASU_CHECK(sealStructure(complete.file, objects));
  return complete;
}

Result<void> FileWriter::sync(const CompleteDataset& complete) const {
  std::vector<std::filesystem::path> files = {complete.file};
  for (const NamedPart& part : complete.parts) files.push_back(part.where);
  for (const std::filesystem::path& name : files) {
    MASU_TRY(const io::File file, io::File::openReadWrite(name));
    MASU_CHECK(file.sync());
  }
  return {};
}

/// What is published has to say what was meant: the checksums are of what the disk has, and another program may have
/// truncated a file in the scratch folder while it was written.
Result<void> FileWriter::compareDescription(const CompleteDataset& complete, const DatasetMeta& meta) const {
  // No trial in a child: it would hold the lock of the folder until it is gone.
  trustFile(complete.file);
  const auto written = readDatasetFile(complete.file);
  if (written && written->meta.uuid == meta.uuid && documentsOf(written->meta) == documentsOf(meta)) return {};
  return fail(Errc::io,
              MASU_TEXT("core",
                        "The file that becomes {0} was changed by another program while it was written, so it was not "
                        "kept. Write it again."),
              {m_target.string()}, {m_target.string(), 0, 0});
}

Result<WriteOutcome> FileWriter::finishParts(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job) {
  if (samples == 0) {
    return fail(Errc::noSamples, MASU_TEXT("core", "No sample is left, so {0} was not written."), {m_target.string()});
  }
  if (job.stopRequested()) return fail(Error::cancelled());
  double waited = 0;
  if (m_journal) {
    MASU_TRY(waited, secondsOf([this] { return m_journal->settle(); }));
  }
  if (const auto& order = m_options.shuffle) MASU_CHECK(m_parts->shuffle(samples, *order, job));
  job.progress.begin(MASU_TEXT("core", "Writing the dataset file"), 0, Progress::Unit::bytes);
  MASU_TRY(const CompleteDataset complete, writeFiles(samples, meta, job));

  WriteOutcome outcome;
  outcome.syncSeconds = waited;
  if (m_options.sync) {
    job.progress.begin(MASU_TEXT("core", "Waiting for the disk"), 0, Progress::Unit::bytes);
    MASU_TRY(const double synced, secondsOf([&] { return sync(complete); }));
    outcome.syncSeconds += synced;
  }
  if (job.stopRequested()) return fail(Error::cancelled());
  MASU_CHECK(compareDescription(complete, meta));
  outcome.bytes = complete.bytes();
  const std::uint64_t before = m_appendPlan ? m_appendPlan->dataset().samples() : 0;
  MASU_TRY(Published published, publish({.complete = complete,
                                         .target = m_target,
                                         .uuid = meta.uuid,
                                         .samples = before + samples,
                                         .splitsFrom = m_options.splitsFrom,
                                         .samplesBefore = before,
                                         .overwrite = m_options.overwrite,
                                         .sync = m_options.sync}));
  outcome.unfrozen = std::move(published.unfrozen);
  forget();
  return outcome;
}

}  // namespace

namespace {

/// It was opened before the folder was claimed: another writer may have come to its end between.
Result<void> checkUnchanged(const std::filesystem::path& target, const Dataset& opened) {
  MASU_TRY(const FileContent now, readDatasetFile(target));
  if (now.meta.uuid == opened.uuid()) return {};
  return fail(Errc::busy, MASU_TEXT("core", "{0} was changed by another program in this moment. Append once more."),
              {target.string()}, {target.string(), 0, 0});
}

Result<void> checkShuffling(const std::filesystem::path& target, const std::vector<ObjectInfo>& objects,
                            const WriteOptions& options) {
  if (options.appendTo != nullptr || std::ranges::any_of(objects, layout::hasOwnLength)) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "{0} cannot be shuffled: its windows are cut from whole recordings while reading, or "
                          "it is appended to. Shuffle while streaming."),
                {target.string()}, {target.string(), 0, 0});
  }
  return {};
}

}  // namespace

Result<void> checkPartBytes(std::uint64_t partBytes) {
  if (partBytes == 0 || partBytes >= kSmallestPart) return {};
  return fail(Errc::invalidArgument, MASU_TEXT("core", "Parts of {0} bytes are too small. Let them have at least {1}."),
              {std::to_string(partBytes), std::to_string(kSmallestPart)});
}

Result<std::unique_ptr<DatasetWriter>> DatasetWriter::create(const std::filesystem::path& target,
                                                             std::vector<ObjectInfo> objects,
                                                             const WriteOptions& options) {
  if (options.appendTo == nullptr) MASU_CHECK(checkTarget(target, options.overwrite));
  if (options.shuffle) MASU_CHECK(checkShuffling(target, objects, options));
  MASU_CHECK(checkPartBytes(options.partBytes));
  MASU_TRY(StagingDirectory directory, StagingDirectory::claim(target));
  Renames::settle(directory.path(), target);
  if (options.appendTo != nullptr) MASU_CHECK(checkUnchanged(target, *options.appendTo));
  auto record = options.resume ? JournalRecord::read(directory.path()) : std::nullopt;
  if (record && record->identity != options.identity) {
    directory.release();
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The interrupted import of {0} had other sources or options. Use the same ones, or import "
                          "again without resuming."),
                {target.string()}, {target.string(), 0, 0});
  }
  auto writer = std::make_unique<FileWriter>(target, options, std::move(directory));
  bool taken = false;
  if (record) {
    MASU_TRY(taken, writer->resumeFrom(objects, std::move(*record)));
  }
  if (!taken) MASU_CHECK(writer->begin(std::move(objects)));
  return writer;
}

std::optional<Interrupted> interruptedImport(const std::filesystem::path& target) {
  auto record = JournalRecord::read(StagingDirectory::pathFor(target));
  if (!record) return std::nullopt;
  return Interrupted{std::move(record->identity), {record->samples, std::move(record->state)}};
}

bool isOfInterruptedImport(const std::filesystem::path& file, const std::filesystem::path& target) {
  const auto published = io::File::openRead(file);
  return published && SideFile::holds(StagingDirectory::pathFor(target), *published);
}

}  // namespace masu::store
