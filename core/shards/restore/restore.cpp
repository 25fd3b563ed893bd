// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/restore/restore.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "core/base/hash.h"
#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/io/archive_reader.h"
#include "core/io/file.h"
#include "core/shards/restore/export_files.h"
#include "core/shards/restore/shard_source.h"
#include "core/shards/restore/source_check.h"
#include "core/shards/write/shard_file.h"
#include "core/store/format/layout.h"
#include "core/store/splits/splits_file.h"
#include "core/store/staging/staging_directory.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kIndexBytes = std::uint64_t{1} << 32U;
constexpr std::uint64_t kBlockBytes = 4 << 20;

/// The shards of an export as files; those of a bundle are in a folder that goes with the object.
class Opened {
 public:
  static Result<Opened> open(const fs::path& source, const fs::path& beside, const JobContext& job);

  const ExportedIndex& index() const { return m_index; }
  const fs::path& folder() const { return m_folder; }
  /// With the names of files that were unpacked for a moment as those of the archive's members.
  Error named(Error error) const;

 private:
  Opened() = default;
  Result<void> unpack(const fs::path& archive, const fs::path& beside, const JobContext& job);
  Result<void> unpackMember(io::ArchiveReader& reader, std::size_t member, const JobContext& job) const;

  ExportedIndex m_index;
  fs::path m_folder;
  fs::path m_archive;  ///< of a bundle
  std::optional<store::StagingDirectory> m_unpacked;
};

fs::path indexOf(const fs::path& source) {
  std::error_code ignored;
  return fs::is_directory(source, ignored) ? source / kIndexName : source;
}

bool hasZipName(const fs::path& source) {
  return source.extension() == ".zip";
}

/// The index of a bundle; empty for a ZIP file that is none.
Result<std::string> indexInside(const fs::path& archive) {
  MASU_TRY(io::ArchiveReader reader, io::ArchiveReader::open(archive));
  return memberText(reader, kIndexName, kIndexBytes);
}

Result<Opened> Opened::open(const fs::path& source, const fs::path& beside, const JobContext& job) {
  Opened opened;
  fs::path archive = hasZipName(source) ? source : fs::path();
  if (archive.empty()) {
    MASU_TRY(const std::string text, io::readText(indexOf(source), kIndexBytes));
    MASU_TRY(opened.m_index, readIndex(text, indexOf(source)));
    opened.m_folder = indexOf(source).parent_path();
    if (!opened.m_index.bundle.empty()) archive = opened.m_folder / opened.m_index.bundle;
  }
  if (archive.empty()) return opened;
  MASU_TRY(const std::string text, indexInside(archive));
  MASU_TRY(opened.m_index, readIndex(text, archive / kIndexName));
  MASU_CHECK(opened.unpack(archive, beside, job));
  return opened;
}

Result<void> Opened::unpack(const fs::path& archive, const fs::path& beside, const JobContext& job) {
  MASU_TRY(io::ArchiveReader reader, io::ArchiveReader::open(archive));
  MASU_TRY(store::StagingDirectory unpacked, store::StagingDirectory::claim(fs::path(beside) += ".unpacked"));
  unpacked.discard();
  // Beside the lock there is nothing of a name that a shard could have.
  m_folder = unpacked.path() / "shards";
  m_archive = archive;
  m_unpacked.emplace(std::move(unpacked));
  std::set<std::string> wanted;
  std::uint64_t total = 0;
  for (const ShardInfo& shard : m_index.shards) {
    for (const ShardFile& file : shard.files) wanted.insert(file.path);
    total += shard.bytes;
  }
  job.progress.begin(MASU_TEXT("core", "Unpacking the bundle"), total, Progress::Unit::bytes);
  for (std::size_t member = 0; member < reader.members().size(); ++member) {
    if (wanted.contains(reader.members()[member].name)) MASU_CHECK(unpackMember(reader, member, job));
  }
  return {};
}

Result<void> Opened::unpackMember(io::ArchiveReader& reader, std::size_t member, const JobContext& job) const {
  const fs::path relative = fs::path(reader.members()[member].name).lexically_normal();
  // No name in an archive leads out of the folder it is unpacked to.
  if (relative.is_absolute() || *relative.begin() == "..") return fail(notAsIndexed(relative));
  std::error_code error;
  fs::create_directories((m_folder / relative).parent_path(), error);
  MASU_TRY(const io::File file, io::File::create(m_folder / relative));
  MASU_CHECK(reader.begin(member));
  std::vector<std::byte> buffer(kBlockBytes);
  for (std::uint64_t at = 0;;) {
    if (job.stopRequested()) return fail(Error::cancelled());
    MASU_TRY(const std::size_t count, reader.read(buffer));
    if (count == 0) return {};
    MASU_CHECK(file.writeAt(at, std::span(buffer).first(count)));
    at += count;
    job.progress.add(count);
  }
}

Error Opened::named(Error error) const {
  if (m_archive.empty()) return error;
  const std::string unpacked = m_folder.string() + "/";
  const auto rename = [&](std::string& path) {
    if (path.starts_with(unpacked)) path = (m_archive / path.substr(unpacked.size())).string();
  };
  for (Argument& argument : error.message.arguments) rename(argument.text);
  rename(error.source.file);
  return error;
}

/// The new dataset's objects, in the order in which a file lists them; texts are added by the writer.
std::vector<store::ObjectInfo> objectsFor(const ExportedIndex& index, std::uint64_t samples) {
  std::vector<store::ObjectInfo> objects;
  for (store::ObjectInfo object : index.objects) {
    if (object.isText()) continue;
    object.chunkSamples = std::min(store::chunkSamplesFor(object.sampleBytes()), samples);
    objects.push_back(std::move(object));
  }
  store::ObjectInfo origin;
  origin.name = "origin";
  origin.element = store::Element::origin;
  origin.chunkSamples = std::min(store::chunkSamplesFor(origin.sampleBytes()), samples);
  objects.push_back(std::move(origin));
  return objects;
}

Result<void> writeBlock(const ExportedIndex& index, std::uint32_t shard, std::uint64_t first, const ShardBlock& block,
                        store::DatasetWriter& writer) {
  std::size_t object = 0;
  for (std::size_t i = 0; i < index.objects.size(); ++i) {
    if (index.objects[i].isText()) {
      MASU_CHECK(writer.appendTexts(index.objects[i].name.substr(store::layout::kKeptPrefix.size()), block.texts[i]));
    } else {
      MASU_CHECK(writer.write(object++, first + block.first, block.values[i]));
    }
  }
  std::vector<store::Origin> origins(block.count);
  for (std::uint64_t i = 0; i < block.count; ++i) origins[i] = {shard, block.first + i};
  return writer.write(object, first + block.first, std::as_bytes(std::span(origins)));
}

/// Whether the files of a shard are those that the export wrote, byte by byte.
Result<void> compare(const ShardInfo& shard, const fs::path& folder, const JobContext& job) {
  std::error_code failed;
  const fs::path root = fs::canonical(folder, failed);
  for (const ShardFile& file : shard.files) {
    const fs::path path = folder / file.path;
    // A link would lead to files of others.
    if (fs::canonical(path, failed) != root / file.path && !failed) return fail(notAsIndexed(path));
    MASU_TRY(const ShardFile found, describeFile(folder, file.path));
    if (job.stopRequested()) return fail(Error::cancelled());
    if (found.bytes == file.bytes && found.sha256 == file.sha256) continue;
    return fail(notAsExported(path));
  }
  return {};
}

Result<void> copyShard(const ExportedIndex& index, std::size_t number, std::uint64_t first, const fs::path& folder,
                       store::DatasetWriter& writer, const JobContext& job) {
  const ShardInfo& shard = index.shards[number];
  MASU_CHECK(compare(shard, folder, job));
  MASU_TRY(const auto source, openShard(index, shard, folder));
  ShardBlock block;
  for (std::uint64_t done = 0; done < shard.samples; done += block.count) {
    if (job.stopRequested()) return fail(Error::cancelled());
    MASU_CHECK(source->next(kBlockBytes, block));
    if (block.count == 0) return fail(notAsIndexed(folder / shard.path));
    MASU_CHECK(writeBlock(index, static_cast<std::uint32_t>(number), first, block, writer));
    job.progress.add(block.count);
  }
  return {};
}

/// The shards are what the new dataset was made from.
Result<store::DatasetMeta> metaFor(const Opened& opened) {
  const ExportedIndex& index = opened.index();
  store::DatasetMeta meta = index.meta;
  meta.uuid = uuidFrom("read back " + index.hash);
  meta.records = index.samples();
  meta.sources.clear();
  for (const ShardInfo& shard : index.shards) {
    const ShardFile& file = shard.files.front();
    meta.sources.push_back({file.path, shard.bytes, shard.samples, file.sha256.substr(0, 16), 0});
  }
  return meta;
}

Result<void> writeManifest(const ExportedIndex& index, const fs::path& target, const std::string& uuid) {
  if (index.manifest.empty()) return {};
  store::Assignment assignment;
  for (const ShardInfo& shard : index.shards) {
    const store::Split split = store::splitNamed(shard.split).value_or(store::Split::unused);
    assignment.insert(assignment.end(), shard.samples, split);
  }
  MASU_TRY(auto file, store::SplitsFile::open(target, uuid, assignment.size()));
  return file.write({index.manifest, "{}", false}, assignment);
}

}  // namespace

bool isExport(const fs::path& source) {
  std::error_code ignored;
  if (hasZipName(source) && fs::is_regular_file(source, ignored)) {
    const auto text = indexInside(source);
    return text && text->find("\"masu_export\"") != std::string::npos;
  }
  if (indexOf(source).filename() != kIndexName) return false;
  const auto text = io::readText(indexOf(source), kIndexBytes);
  return text && text->find("\"masu_export\"") != std::string::npos;
}

Result<ExportedIndex> indexOfExport(const fs::path& source) {
  fs::path archive = hasZipName(source) ? source : fs::path();
  if (archive.empty()) {
    MASU_TRY(const std::string text, io::readText(indexOf(source), kIndexBytes));
    MASU_TRY(ExportedIndex index, readIndex(text, indexOf(source)));
    if (index.bundle.empty()) return index;
    archive = indexOf(source).parent_path() / index.bundle;
  }
  MASU_TRY(const std::string text, indexInside(archive));
  return readIndex(text, archive / kIndexName);
}

Result<RestoreOutcome> restoreExport(const fs::path& source, const fs::path& target, const store::WriteOptions& options,
                                     const Resources& resources, const JobContext& job) {
  MASU_TRY(const Opened opened, Opened::open(source, target, job));
  const ExportedIndex& index = opened.index();
  MASU_TRY(const store::DatasetMeta meta, metaFor(opened));
  RestoreOutcome outcome;
  outcome.samples = index.samples();
  MASU_TRY(const auto writer, store::DatasetWriter::create(target, objectsFor(index, outcome.samples), options));
  std::vector<std::uint64_t> firsts;
  for (const ShardInfo& shard : index.shards) {
    firsts.push_back(firsts.empty() ? 0 : firsts.back() + index.shards[firsts.size() - 1].samples);
    outcome.bytesRead += shard.bytes;
  }
  // Texts are written in their order.
  const bool ordered = std::ranges::any_of(index.objects, &store::ObjectInfo::isText);
  const unsigned threads = ordered ? 1 : flow::resolve(resources).threads;
  job.progress.begin(MASU_TEXT("core", "Reading shards"), outcome.samples, Progress::Unit::samples);
  const auto copied =
      flow::forEachIndex(index.shards.size(), threads, job.stop, [&](std::size_t i, const std::stop_token& stop) {
        return copyShard(index, i, firsts[i], opened.folder(), *writer, {stop, job.progress});
      });
  if (!copied) return fail(opened.named(copied.error()));
  MASU_TRY(const store::WriteOutcome written, writer->finish(outcome.samples, meta, job));
  outcome.bytesWritten = written.bytes;
  outcome.syncSeconds = written.syncSeconds;
  MASU_CHECK(writeManifest(index, target, meta.uuid));
  return outcome;
}

}  // namespace masu::shards
