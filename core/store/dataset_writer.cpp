#include "core/store/dataset_writer.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>

#include "core/store/assemble.h"
#include "core/store/layout.h"
#include "core/store/object_part.h"
#include "core/store/part_plan.h"
#include "core/store/partial_directory.h"
#include "core/store/parts_writing.h"
#include "core/store/publish.h"
#include "core/store/skeleton.h"

namespace masu::store {

namespace {

/// A kept text column: two parts that grow together.
struct TextColumn {
  std::unique_ptr<ObjectPart> ends;
  std::unique_ptr<ObjectPart> bytes;
  std::uint64_t texts = 0;
  std::uint64_t length = 0;
};

std::vector<std::byte> packOrigins(std::span<const std::byte> origins) {
  const std::size_t count = origins.size() / sizeof(Origin);
  std::vector<std::byte> packed(count * layout::kOriginBytes);
  for (std::size_t i = 0; i < count; ++i) {
    Origin origin;
    std::memcpy(&origin, origins.data() + i * sizeof(Origin), sizeof(Origin));
    std::memcpy(packed.data() + i * layout::kOriginBytes, &origin.source, sizeof(origin.source));
    std::memcpy(packed.data() + i * layout::kOriginBytes + sizeof(origin.source), &origin.position,
                sizeof(origin.position));
  }
  return packed;
}

/// Completes what the caller leaves open and refuses what the format has no place for.
Result<ObjectInfo> prepared(ObjectInfo object) {
  const bool known = std::ranges::find(layout::kObjects, object.name) != layout::kObjects.end() ||
                     object.name.starts_with(layout::kKeptPrefix) || object.name.starts_with(layout::kPyramidPrefix);
  if (!known) {
    return fail(Errc::internal, MASU_TEXT("core", "The dataset format has no object {0}; this is a defect of Masu."),
                {object.name});
  }
  if (object.compression != Compression::none && object.compression != Compression::gzip) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "This version of Masu does not write {0} compression. Choose none or gzip."),
                {std::string(name(object.compression))});
  }
  if (object.name == "origin") object.element = Element::origin;
  if (object.name == layout::kWindows) object.element = Element::window;
  constexpr std::uint64_t kLongestSample = std::uint64_t{1} << 32U;
  if (object.sampleBytes() == 0 || object.sampleBytes() >= kLongestSample) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "A sample of {0} takes {1} bytes; at least 1 and less than 4 GiB can be stored."),
                {object.name, std::to_string(object.sampleBytes())});
  }
  if (object.chunkSamples == 0) object.chunkSamples = chunkSamplesFor(object.sampleBytes());
  object.samples = 0;
  return object;
}

class FileWriter : public DatasetWriter {
 public:
  FileWriter(std::filesystem::path target, const WriteOptions& options, PartialDirectory directory)
      : m_target(std::move(target)), m_options(options), m_directory(std::move(directory)) {}

  Result<void> addObject(ObjectInfo object);

  Result<void> write(std::size_t objectIndex, std::uint64_t first, std::span<const std::byte> samples) override;
  Result<void> appendTexts(std::string_view keptName, std::span<const std::string> texts) override;
  Result<void> widen(std::size_t objectIndex, table::DType wider, const Widening& widening) override;
  Result<WriteOutcome> finish(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job) override;

 private:
  template <class T>
  Result<T> told(Result<T> result) const;
  Result<void> append(TextColumn& column, std::span<const std::string> texts);
  Result<WriteOutcome> finishParts(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job);
  Result<CompleteDataset> writeFiles(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job);
  Result<void> sync(const CompleteDataset& complete) const;
  Result<std::unique_ptr<ObjectPart>> makePart(ObjectInfo object);
  Result<TextColumn*> textColumn(std::string_view keptName);
  Result<std::vector<const ObjectPart*>> sealParts(std::uint64_t samples);

  std::filesystem::path m_target;
  WriteOptions m_options;
  PartialDirectory m_directory;
  std::vector<std::unique_ptr<ObjectPart>> m_parts;  ///< beside the objects of create()
  std::vector<std::uint64_t> m_lengths;              ///< of each, where it is not the number of samples
  std::mutex m_mutex;                                ///< guards the two below
  std::map<std::string, TextColumn, std::less<>> m_texts;
  std::size_t m_partCount = 0;
};

/// A full disk is told of the file that people asked for, not of one of its parts.
template <class T>
Result<T> FileWriter::told(Result<T> result) const {
  if (!result && result.error().code == Errc::noSpace) return fail(Error::fromErrno(ENOSPC, m_target.string()));
  return result;
}

Result<std::unique_ptr<ObjectPart>> FileWriter::makePart(ObjectInfo object) {
  // Numbered, since a column's name may be longer than a file's may.
  return ObjectPart::create(m_directory.path() / ("part" + std::to_string(m_partCount++)), std::move(object));
}

Result<void> FileWriter::addObject(ObjectInfo object) {
  m_lengths.push_back(layout::hasOwnLength(object) ? object.samples : 0);
  MASU_TRY(ObjectInfo complete, prepared(std::move(object)));
  MASU_TRY(auto part, makePart(std::move(complete)));
  m_parts.push_back(std::move(part));
  return {};
}

Result<void> FileWriter::write(std::size_t objectIndex, std::uint64_t first, std::span<const std::byte> samples) {
  ObjectPart& part = *m_parts[objectIndex];
  if (part.info().element == Element::origin) return told(part.write(first, packOrigins(samples)));
  assert(samples.size() % part.info().sampleBytes() == 0);
  return told(part.write(first, samples));
}

Result<TextColumn*> FileWriter::textColumn(std::string_view keptName) {
  const std::lock_guard lock(m_mutex);
  if (const auto found = m_texts.find(keptName); found != m_texts.end()) return &found->second;
  ObjectInfo object;
  object.name = std::string(layout::kKeptPrefix) + std::string(keptName);
  object.compression = m_parts.empty() ? Compression::none : m_parts.front()->info().compression;
  TextColumn column;
  object.element = Element::textEnds;
  object.chunkSamples = chunkSamplesFor(object.sampleBytes());
  MASU_TRY(column.ends, makePart(object));
  object.element = Element::textBytes;
  object.chunkSamples = chunkSamplesFor(object.sampleBytes());
  MASU_TRY(column.bytes, makePart(object));
  return &m_texts.emplace(keptName, std::move(column)).first->second;
}

Result<void> FileWriter::appendTexts(std::string_view keptName, std::span<const std::string> texts) {
  MASU_TRY(auto column, textColumn(keptName));
  return told(append(*column, texts));
}

Result<void> FileWriter::append(TextColumn& column, std::span<const std::string> texts) {
  std::string all;
  std::vector<std::uint64_t> ends;
  ends.reserve(texts.size());
  for (const std::string& text : texts) {
    all += text;
    ends.push_back(column.length + all.size());
  }
  MASU_CHECK(column.bytes->write(column.length, std::as_bytes(std::span(all))));
  MASU_CHECK(column.ends->write(column.texts, std::as_bytes(std::span(ends))));
  column.length += all.size();
  column.texts += texts.size();
  return {};
}

Result<void> FileWriter::widen(std::size_t objectIndex, table::DType wider, const Widening& widening) {
  std::unique_ptr<ObjectPart>& part = m_parts[objectIndex];
  ObjectInfo object = part->info();
  object.dtype = wider;
  object.chunkSamples = chunkSamplesFor(object.sampleBytes());
  std::unique_ptr<ObjectPart> converted;
  {
    const std::lock_guard lock(m_mutex);
    MASU_TRY(converted, makePart(std::move(object)));
  }
  MASU_CHECK(told(part->copyTo(*converted, widening)));
  part->discard();
  part = std::move(converted);
  return {};
}

Result<WriteOutcome> FileWriter::finish(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job) {
  return told(finishParts(samples, meta, job));
}

Result<std::vector<const ObjectPart*>> FileWriter::sealParts(std::uint64_t samples) {
  std::vector<const ObjectPart*> parts;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    MASU_CHECK(m_parts[i]->seal(layout::hasOwnLength(m_parts[i]->info()) ? m_lengths[i] : samples));
    parts.push_back(m_parts[i].get());
  }
  for (auto& [keptName, column] : m_texts) {
    if (column.texts != samples) {
      return fail(Errc::internal, MASU_TEXT("core", "Not every sample of {0} was written; this is a defect of Masu."),
                  {column.ends->info().name});
    }
    MASU_CHECK(column.ends->seal(samples));
    parts.push_back(column.ends.get());
    if (column.length == 0) continue;
    MASU_CHECK(column.bytes->seal(column.length));
    parts.push_back(column.bytes.get());
  }
  return parts;
}

/// The uncompressed part that saves most copying as the start of the file; null where compressed ones outweigh it,
/// since the library writes those.
const ObjectPart* baseOf(const std::vector<const ObjectPart*>& parts) {
  const ObjectPart* largest = nullptr;
  std::uint64_t largestBytes = 0;
  std::uint64_t compressedBytes = 0;
  for (const ObjectPart* part : parts) {
    const std::uint64_t bytes = part->info().samples * part->info().sampleBytes();
    if (part->compressed()) {
      for (const ObjectPart::Chunk& chunk : part->chunks()) compressedBytes += chunk.size;
    } else if (bytes > largestBytes) {
      largest = part;
      largestBytes = bytes;
    }
  }
  return compressedBytes > largestBytes ? nullptr : largest;
}

Result<CompleteDataset> FileWriter::writeFiles(std::uint64_t samples, const DatasetMeta& meta, const JobContext& job) {
  MASU_TRY(const auto parts, sealParts(samples));
  if (m_options.partBytes > 0) {
    auto plan = planParts(parts, m_options.partBytes);
    if (plan.size() > 1) return writeParts({m_directory.path(), m_target, std::move(plan), parts, samples}, meta, job);
  }
  const ObjectPart* base = baseOf(parts);
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
  job.progress.begin(MASU_TEXT("core", "Writing the dataset file"), 0, Progress::Unit::bytes);
  MASU_TRY(const CompleteDataset complete, writeFiles(samples, meta, job));

  WriteOutcome outcome;
  if (m_options.sync) {
    job.progress.begin(MASU_TEXT("core", "Waiting for the disk"), 0, Progress::Unit::bytes);
    const auto begin = std::chrono::steady_clock::now();
    MASU_CHECK(sync(complete));
    outcome.syncSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  if (job.stopRequested()) return fail(Error::cancelled());
  outcome.bytes = complete.bytes();
  MASU_CHECK(publish({.complete = complete,
                      .target = m_target,
                      .uuid = meta.uuid,
                      .samples = samples,
                      .splitsFrom = m_options.splitsFrom,
                      .overwrite = m_options.overwrite,
                      .sync = m_options.sync}));
  return outcome;
}

}  // namespace

Result<std::unique_ptr<DatasetWriter>> DatasetWriter::create(const std::filesystem::path& target,
                                                             std::vector<ObjectInfo> objects,
                                                             const WriteOptions& options) {
  MASU_CHECK(checkTarget(target, options.overwrite));
  if (options.partBytes > 0 && options.partBytes < kSmallestPart) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "Parts of {0} bytes are too small. Let them have at least {1}."),
                {std::to_string(options.partBytes), std::to_string(kSmallestPart)});
  }
  MASU_TRY(PartialDirectory directory, PartialDirectory::create(target));
  auto writer = std::make_unique<FileWriter>(target, options, std::move(directory));
  for (ObjectInfo& object : objects) MASU_CHECK(writer->addObject(std::move(object)));
  return writer;
}

std::uint64_t chunkSamplesFor(std::uint64_t sampleBytes) {
  // Half of h5py's chunk cache of 1 MiB; dividing leaves more than half of it again for any sample that fits twice.
  constexpr std::uint64_t kChunkBytes = 512U << 10U;
  return std::max<std::uint64_t>(1, kChunkBytes / std::max<std::uint64_t>(1, sampleBytes));
}

}  // namespace masu::store
