#include "core/store/dataset_writer.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "core/flow/machine.h"
#include "core/io/each_block.h"
#include "core/store/appending.h"
#include "core/store/assemble.h"
#include "core/store/file_reading.h"
#include "core/store/import_journal.h"
#include "core/store/layout.h"
#include "core/store/object_part.h"
#include "core/store/part_plan.h"
#include "core/store/partial_directory.h"
#include "core/store/parts_writing.h"
#include "core/store/prepare_object.h"
#include "core/store/publish.h"
#include "core/store/renames.h"
#include "core/store/reordering.h"
#include "core/store/skeleton.h"
#include "core/store/text_column.h"

namespace masu::store {

namespace {

class FileWriter : public DatasetWriter {
 public:
  FileWriter(std::filesystem::path target, const WriteOptions& options, PartialDirectory directory)
      : m_target(std::move(target)), m_options(options), m_directory(std::move(directory)) {
    if (options.appendTo != nullptr) m_appending.emplace(options.appendTo);
  }
  ~FileWriter() override;
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  Result<void> begin(std::vector<ObjectInfo> objects);
  /// False, with nothing taken over, where the files are not what the record says.
  Result<bool> takeOver(const std::vector<ObjectInfo>& objects, JournalRecord record);

  Result<void> write(std::size_t objectIndex, std::uint64_t first, std::span<const std::byte> samples) override;
  Result<void> appendTexts(std::string_view keptName, std::span<const std::string> texts) override;
  Result<void> widen(std::size_t objectIndex, table::DType wider, const Widening& widening) override;
  const std::optional<Checkpoint>& resumed() const override { return m_resumed; }
  bool readyForCheckpoint() const override { return m_journal && !m_journal->busy(); }
  Result<void> checkpoint(std::span<const std::uint64_t> written, Checkpoint checkpoint) override;
  void forget() override;
  Result<void> appendCompanion(std::string_view text) override;
  Result<void> copyCompanion(const io::File& to) const override;
  Result<bool> companionEquals(const io::File& other) const override;
  const std::filesystem::path& folder() const override { return m_directory.path(); }
  Result<WriteOutcome> finish(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job) override;

 private:
  template <class T>
  Result<T> told(Result<T> result) const;
  Result<WriteOutcome> finishParts(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job);
  Result<CompleteDataset> writeFiles(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job);
  Result<void> sync(const CompleteDataset& complete) const;
  Result<std::unique_ptr<ObjectPart>> makePart(ObjectInfo object);
  void replace(std::shared_ptr<ObjectPart>& part, std::shared_ptr<ObjectPart> by);
  Result<void> shuffle(std::uint64_t samples, const JobContext& job);
  Result<TextColumn*> textColumn(std::string_view keptName);
  Result<void> reopen(const std::vector<ObjectInfo>& objects, const JournalRecord& record);
  Result<ImportJournal::Entry> entryOf(std::span<const std::uint64_t> written, Checkpoint checkpoint);
  Result<std::vector<const ObjectPart*>> sealParts(std::uint64_t samples);

  std::filesystem::path m_target;
  WriteOptions m_options;
  std::optional<Appending> m_appending;
  PartialDirectory m_directory;
  std::vector<std::shared_ptr<ObjectPart>> m_parts;  ///< beside the objects of create()
  std::vector<std::uint64_t> m_lengths;              ///< of each, where it is not the number of samples
  std::mutex m_mutex;                                ///< guards the two below
  std::map<std::string, TextColumn, std::less<>> m_texts;
  std::size_t m_partCount = 0;
  std::vector<std::shared_ptr<ObjectPart>> m_outdated;  ///< widened, and named by a record perhaps
  io::File m_companion;
  std::uint64_t m_companionBytes = 0;
  std::optional<Checkpoint> m_resumed;
  std::optional<ImportJournal> m_journal;  ///< last: it stops before what it uses is gone
};

FileWriter::~FileWriter() {
  if (!m_journal) return;
  // What failed on its way to the disk counts for nothing; whoever writes was told, or is going to be.
  (void)m_journal->settle();
  m_directory.keep(m_journal->files());
}

void FileWriter::forget() {
  m_journal.reset();
  m_directory.keep({});
}

/// A full disk is told of the file that people asked for, not of one of its parts.
template <class T>
Result<T> FileWriter::told(Result<T> result) const {
  if (!result && result.error().code == Errc::noSpace) return fail(Error::fromErrno(ENOSPC, m_target.string()));
  return result;
}

Result<std::unique_ptr<ObjectPart>> FileWriter::makePart(ObjectInfo object) {
  return ObjectPart::create(m_directory.path() / partFileName(m_partCount++), std::move(object));
}

Result<void> FileWriter::begin(std::vector<ObjectInfo> objects) {
  m_directory.discard();
  m_lengths.clear();
  for (ObjectInfo& object : objects) {
    m_lengths.push_back(layout::hasOwnLength(object) ? object.samples : 0);
    MASU_TRY(ObjectInfo complete, prepared(std::move(object)));
    MASU_TRY(auto part, makePart(std::move(complete)));
    m_parts.push_back(std::move(part));
  }
  if (!m_options.identity.empty()) m_journal.emplace(m_directory.path(), m_options.sync, std::set<std::string>());
  return {};
}

Result<void> FileWriter::reopen(const std::vector<ObjectInfo>& objects, const JournalRecord& record) {
  if (objects.size() != record.objects.size()) return fail(Errc::damaged, {});
  for (std::size_t i = 0; i < objects.size(); ++i) {
    m_lengths.push_back(layout::hasOwnLength(objects[i]) ? objects[i].samples : 0);
    MASU_TRY(ObjectInfo complete, prepared(objects[i]));
    MASU_TRY(auto part, ObjectPart::reopen(m_directory.path(), record.objects[i], std::move(complete)));
    m_parts.push_back(std::move(part));
  }
  const Compression compression = objects.empty() ? Compression::none : objects.front().compression;
  for (const TextRecord& text : record.texts) {
    const std::filesystem::path& folder = m_directory.path();
    TextColumn column{.ends = {}, .bytes = {}, .texts = text.ends.samples, .length = text.bytes.samples};
    MASU_TRY(column.ends,
             ObjectPart::reopen(folder, text.ends, textObject(text.keptName, Element::textEnds, compression)));
    MASU_TRY(column.bytes,
             ObjectPart::reopen(folder, text.bytes, textObject(text.keptName, Element::textBytes, compression)));
    m_texts.emplace(text.keptName, std::move(column));
  }
  if (record.companionBytes == 0) return {};
  MASU_TRY(m_companion, io::File::openReadWrite(m_directory.path() / JournalRecord::kCompanionName));
  MASU_TRY(const std::uint64_t size, m_companion.size());
  if (size < record.companionBytes) return fail(Errc::damaged, {});
  m_companionBytes = record.companionBytes;
  return m_companion.resize(m_companionBytes);
}

Result<bool> FileWriter::takeOver(const std::vector<ObjectInfo>& objects, JournalRecord record) {
  // Also where something fails here that has nothing to do with them, such as a full disk.
  m_directory.keep(record.files());
  m_directory.discard(record.files());
  if (const auto reopened = reopen(objects, record); !reopened) {
    if (reopened.error().code != Errc::damaged) return fail(reopened.error());
    m_directory.keep({});
    m_parts.clear();
    m_texts.clear();
    m_companion = {};
    m_companionBytes = 0;
    return false;
  }
  m_partCount = record.parts;
  m_journal.emplace(m_directory.path(), m_options.sync, record.files());
  m_resumed = {record.samples, std::move(record.state)};
  return true;
}

Result<void> FileWriter::write(std::size_t objectIndex, std::uint64_t first, std::span<const std::byte> samples) {
  ObjectPart& part = *m_parts[objectIndex];
  if (part.info().element == Element::origin) return told(part.write(first, packOrigins(samples)));
  if (samples.size() % part.info().sampleBytes() != 0) {
    return fail(Errc::internal,
                MASU_TEXT("core", "{0} was given other samples than it stores; this is a defect of Masu."),
                {part.info().name});
  }
  return told(part.write(first, samples));
}

Result<TextColumn*> FileWriter::textColumn(std::string_view keptName) {
  const std::lock_guard lock(m_mutex);
  if (const auto found = m_texts.find(keptName); found != m_texts.end()) return &found->second;
  const Compression compression = m_parts.empty() ? Compression::none : m_parts.front()->info().compression;
  TextColumn column;
  for (auto [part, element] : {std::pair(&column.ends, Element::textEnds), {&column.bytes, Element::textBytes}}) {
    ObjectInfo object = textObject(std::string(keptName), element, compression);
    if (m_appending) column.before = m_appending->textBytes(object.name);
    MASU_TRY(*part, makePart(std::move(object)));
  }
  return &m_texts.emplace(keptName, std::move(column)).first->second;
}

Result<void> FileWriter::appendTexts(std::string_view keptName, std::span<const std::string> texts) {
  MASU_TRY(auto column, textColumn(keptName));
  return told(column->append(texts));
}

Result<void> FileWriter::widen(std::size_t objectIndex, table::DType wider, const Widening& widening) {
  std::shared_ptr<ObjectPart>& part = m_parts[objectIndex];
  ObjectInfo object = part->info();
  object.dtype = wider;
  object.chunkSamples = chunkSamplesFor(object.sampleBytes());
  std::shared_ptr<ObjectPart> converted;
  {
    const std::lock_guard lock(m_mutex);
    MASU_TRY(converted, makePart(std::move(object)));
  }
  MASU_CHECK(told(part->copyTo(*converted, widening)));
  replace(part, std::move(converted));
  return {};
}

void FileWriter::replace(std::shared_ptr<ObjectPart>& part, std::shared_ptr<ObjectPart> by) {
  // A record may name it until the next one is there.
  if (m_journal && m_journal->begun())
    m_outdated.push_back(part);
  else
    part->discard();
  part = std::move(by);
}

Result<void> FileWriter::shuffle(std::uint64_t samples, const JobContext& job) {
  std::uint64_t bytes = 0;
  for (const auto& part : m_parts) bytes += 2 * samples * part->info().sampleBytes();
  for (const auto& [keptName, column] : m_texts) bytes += 2 * (column.length + samples * sizeof(std::uint64_t));
  job.progress.begin(MASU_TEXT("core", "Shuffling"), bytes, Progress::Unit::bytes);
  const Reordering order{shuffledPlaces(samples, m_options.shuffle->seed), m_directory.path(),
                         flow::resolve(m_options.shuffle->resources), job};
  for (auto& part : m_parts) {
    MASU_TRY(std::shared_ptr<ObjectPart> shuffled, makePart(part->info()));
    MASU_CHECK(order.apply(*part, *shuffled));
    replace(part, std::move(shuffled));
  }
  for (auto& [keptName, column] : m_texts) {
    TextColumn shuffled{.ends = {}, .bytes = {}, .before = column.before};
    MASU_TRY(shuffled.ends, makePart(column.ends->info()));
    MASU_TRY(shuffled.bytes, makePart(column.bytes->info()));
    MASU_CHECK(order.apply(column, shuffled));
    replace(column.ends, shuffled.ends);
    replace(column.bytes, shuffled.bytes);
    column = std::move(shuffled);
  }
  return {};
}

Result<ImportJournal::Entry> FileWriter::entryOf(std::span<const std::uint64_t> written, Checkpoint checkpoint) {
  ImportJournal::Entry entry;
  JournalRecord& record = entry.record;
  record.identity = m_options.identity;
  record.samples = checkpoint.samples;
  record.state = std::move(checkpoint.state);
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    MASU_TRY(PartRecord part, m_parts[i]->note(written[i]));
    record.objects.push_back(std::move(part));
    entry.parts.push_back(m_parts[i]);
  }
  const std::lock_guard lock(m_mutex);
  for (auto& [keptName, column] : m_texts) {
    MASU_TRY(TextRecord text, column.note(keptName));
    record.texts.push_back(std::move(text));
    entry.parts.insert(entry.parts.end(), {column.ends, column.bytes});
  }
  record.parts = m_partCount;
  record.companionBytes = m_companionBytes;
  if (m_companionBytes > 0) {
    MASU_TRY(entry.companion, io::File::openRead(m_companion.path()));
  }
  entry.outdated = std::exchange(m_outdated, {});
  return entry;
}

Result<void> FileWriter::checkpoint(std::span<const std::uint64_t> written, Checkpoint checkpoint) {
  assert(written.size() == m_parts.size());
  const auto note = [&]() -> Result<void> {
    MASU_TRY(ImportJournal::Entry entry, entryOf(written, std::move(checkpoint)));
    return m_journal->note(std::move(entry));
  };
  return told(m_journal ? note() : Result<void>{});
}

Result<void> FileWriter::appendCompanion(std::string_view text) {
  if (!m_companion.isOpen()) {
    MASU_TRY(m_companion, io::File::create(m_directory.path() / JournalRecord::kCompanionName));
  }
  MASU_CHECK(told(m_companion.writeAt(m_companionBytes, std::as_bytes(std::span(text)))));
  m_companionBytes += text.size();
  return {};
}

Result<void> FileWriter::copyCompanion(const io::File& to) const {
  return io::eachBlock(m_companion, 0, m_companionBytes,
                       [&](std::uint64_t at, auto bytes) { return to.writeAt(at, bytes); });
}

Result<bool> FileWriter::companionEquals(const io::File& other) const {
  MASU_TRY(const std::uint64_t size, other.size());
  bool equal = size == m_companionBytes;
  if (!equal) return false;
  std::vector<std::byte> there;
  const auto compare = [&](std::uint64_t at, std::span<const std::byte> bytes) -> Result<void> {
    if (!equal) return {};
    there.resize(bytes.size());
    MASU_CHECK(other.readAt(at, there));
    equal = std::ranges::equal(there, bytes);
    return {};
  };
  MASU_CHECK(io::eachBlock(m_companion, 0, m_companionBytes, compare));
  return equal;
}

Result<WriteOutcome> FileWriter::finish(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job) {
  if (!m_options.shuffle) return told(finishParts(samples, meta, job));
  DatasetMeta shuffled = meta;
  shuffled.shuffleSeed = m_options.shuffle->seed;
  return told(finishParts(samples, shuffled, job));
}

Result<std::vector<const ObjectPart*>> FileWriter::sealParts(std::uint64_t samples) {
  std::vector<const ObjectPart*> parts;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    MASU_CHECK(m_parts[i]->seal(layout::hasOwnLength(m_parts[i]->info()) ? m_lengths[i] : samples));
    parts.push_back(m_parts[i].get());
  }
  for (const auto& [keptName, column] : m_texts) MASU_CHECK(column.seal(samples, parts));
  return parts;
}

/// What waiting takes.
Result<double> secondsOf(const std::function<Result<void>()>& wait) {
  const auto begin = std::chrono::steady_clock::now();
  MASU_CHECK(wait());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

Result<CompleteDataset> FileWriter::writeFiles(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job) {
  MASU_TRY(const auto parts, sealParts(samples));
  if (m_options.partBytes > 0 && !m_appending) {
    auto plan = planParts(parts, m_options.partBytes);
    if (plan.size() > 1) return writeParts({m_directory.path(), m_target, std::move(plan), parts, samples}, meta, job);
  }
  const ObjectPart* base = baseOf(parts);
  if (m_appending) return m_appending->write({m_directory.path(), parts, samples, base}, meta, job);
  SkeletonRequest request{.file = m_directory.path() / "skeleton",
                          .first = base,
                          .samples = samples,
                          .splitsName = layout::splitsPath(m_target).filename().string()};
  for (const ObjectPart* part : parts) request.slices.push_back(Slice::whole(*part));
  MASU_TRY(const Skeleton skeleton, writeSkeleton(request, meta, job));
  CompleteDataset complete;
  MASU_TRY(complete.file, assemble(skeleton, base, job));
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

Result<WriteOutcome> FileWriter::finishParts(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job) {
  if (samples == 0) {
    return fail(Errc::noSamples, MASU_TEXT("core", "No sample is left, so {0} was not written."), {m_target.string()});
  }
  if (job.stopRequested()) return fail(Error::cancelled());
  double waited = 0;
  if (m_journal) {
    MASU_TRY(waited, secondsOf([this] { return m_journal->settle(); }));
  }
  if (m_options.shuffle) MASU_CHECK(shuffle(samples, job));
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
  outcome.bytes = complete.bytes();
  const std::uint64_t before = m_appending ? m_appending->dataset().samples() : 0;
  MASU_CHECK(publish({.complete = complete,
                      .target = m_target,
                      .uuid = meta.uuid,
                      .samples = before + samples,
                      .splitsFrom = m_options.splitsFrom,
                      .samplesBefore = before,
                      .overwrite = m_options.overwrite,
                      .sync = m_options.sync}));
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

Result<std::unique_ptr<DatasetWriter>> DatasetWriter::create(const std::filesystem::path& target,
                                                             std::vector<ObjectInfo> objects,
                                                             const WriteOptions& options) {
  if (options.appendTo == nullptr) MASU_CHECK(checkTarget(target, options.overwrite));
  if (options.shuffle) MASU_CHECK(checkShuffling(target, objects, options));
  if (options.partBytes > 0 && options.partBytes < kSmallestPart) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "Parts of {0} bytes are too small. Let them have at least {1}."),
                {std::to_string(options.partBytes), std::to_string(kSmallestPart)});
  }
  MASU_TRY(PartialDirectory directory, PartialDirectory::claim(target));
  Renames::settle(directory.path(), target);
  if (options.appendTo != nullptr) MASU_CHECK(checkUnchanged(target, *options.appendTo));
  auto record = options.resume ? JournalRecord::read(directory.path()) : std::nullopt;
  if (record && record->identity != options.identity) {
    directory.release();
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The interrupted import of {0} had other sources or choices. Repeat it as it was, or begin "
                          "anew without continuing."),
                {target.string()}, {target.string(), 0, 0});
  }
  auto writer = std::make_unique<FileWriter>(target, options, std::move(directory));
  bool taken = false;
  if (record) {
    MASU_TRY(taken, writer->takeOver(objects, std::move(*record)));
  }
  if (!taken) MASU_CHECK(writer->begin(std::move(objects)));
  return writer;
}

std::optional<Interrupted> interruptedImport(const std::filesystem::path& target) {
  auto record = JournalRecord::read(PartialDirectory::pathFor(target));
  if (!record) return std::nullopt;
  return Interrupted{std::move(record->identity), {record->samples, std::move(record->state)}};
}

std::uint64_t chunkSamplesFor(std::uint64_t sampleBytes) {
  // Half of h5py's chunk cache of 1 MiB; dividing leaves more than half of it again for any sample that fits twice.
  constexpr std::uint64_t kChunkBytes = 512U << 10U;
  return std::max<std::uint64_t>(1, kChunkBytes / std::max<std::uint64_t>(1, sampleBytes));
}

}  // namespace masu::store
