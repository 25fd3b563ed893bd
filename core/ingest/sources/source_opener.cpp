// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/source_opener.h"

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "core/base/hash.h"
#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/io/packed_file.h"
#include "core/io/unpack.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

/// Most recordings of a collection of thousands are smaller.
constexpr std::size_t kHeldBytes = std::size_t{128} << 10;

}  // namespace

bool SourceState::lasts() const {
  const auto now = io::stampOf(file);
  return now && *now == stamp;
}

Result<SourceOpener::Member> SourceOpener::memberAt(const MemberPath& path) {
  auto known = m_archives.find(path.archive);
  if (known == m_archives.end()) {
    MASU_TRY(const io::FileStamp stamp, io::stampOf(path.archive));
    MASU_TRY(io::ArchiveReader reader, openArchive(path.archive));
    known = m_archives.emplace(path.archive, Archive{std::move(reader), {path.archive, stamp}}).first;
  }
  m_lastArchive = path.archive;
  MASU_TRY(const std::size_t place, memberPlace(*known->second.reader.directory(), path));
  return Member{&known->second, place};
}

Result<SourceOpener::Found> SourceOpener::find(const fs::path& path) {
  Found found;
  // Mostly a member of the archive that the one before was in: that asks nothing of the disk.
  const std::string& last = m_lastArchive.native();
  const std::string& whole = path.native();
  if (!last.empty() && whole.size() > last.size() && whole[last.size()] == '/' && whole.starts_with(last)) {
    MASU_TRY(found.member, memberAt({m_lastArchive, whole.substr(last.size() + 1)}));
    return found;
  }
  if (m_described.isOpen() && m_described.path().native() == path.native()) {
    found.file = std::exchange(m_described, {});
    return found;
  }
  if (auto file = io::File::openRead(path)) {
    found.file = std::move(*file);
    MASU_CHECK(found.file.holdFront(kHeldBytes));
    return found;
  } else if (const auto inside = memberPath(path)) {
    MASU_TRY(found.member, memberAt(*inside));
    return found;
  } else {
    return fail(std::move(file.error()));
  }
}

Result<io::File> SourceOpener::open(const fs::path& path) {
  MASU_TRY(Found found, find(path));
  if (found.member) {
    io::ArchiveReader& reader = found.member->archive->reader;
    MASU_CHECK(reader.begin(found.member->place));
    const auto read = [&reader](std::span<std::byte> out) { return reader.read(out); };
    return io::unpackAll(path, read, reader.members()[found.member->place].bytes, kMostUnpacked, unpackedInMemory());
  }
  MASU_TRY(io::PackedFile packed, io::PackedFile::open(std::move(found.file)));
  if (packed.packing() == io::FilePacking::none) return std::move(packed).release();
  return io::unpackAll(
      path, [&packed](std::span<std::byte> out) { return packed.read(out); }, 0, kMostUnpacked, unpackedInMemory());
}

Result<DescribedSource> SourceOpener::describe(const fs::path& path) {
  m_named.emplace();
  return look(path);
}

Result<io::File> SourceOpener::openNamed(const fs::path& path) {
  if (m_named) {
    MASU_TRY(DescribedSource named, look(path));
    m_named->push_back(std::move(named));
  }
  return open(path);
}

DescribedRecording SourceOpener::describedWhole(DescribedSource header) {
  DescribedRecording whole{std::move(header.content), {std::move(header.state)}};
  const auto named = std::exchange(m_named, std::nullopt);
  if (!named || named->empty()) return whole;
  std::string hashes = whole.content.hash;
  for (const DescribedSource& file : *named) {
    whole.content.bytes += file.content.bytes;
    hashes += file.content.hash;
    whole.states.push_back(file.state);
  }
  whole.content.hash = hex64(hash64(hashes));
  return whole;
}

Result<DescribedSource> SourceOpener::look(const fs::path& path) {
  MASU_TRY(Found found, find(path));
  if (found.member) {
    const Archive& archive = *found.member->archive;
    return DescribedSource{contentOf(archive.reader.members()[found.member->place]), archive.state};
  }
  m_described = std::move(found.file);
  MASU_TRY(const io::FileStamp stamp, io::stampOf(m_described));
  MASU_TRY(SourceContent content, contentOf(m_described));
  return DescribedSource{std::move(content), {path, stamp}};
}

std::uint64_t SourceOpener::unpackedInMemory() const {
  constexpr std::uint64_t kLeast = std::uint64_t{1} << 20;
  return m_memory == 0 ? io::kMostInMemory : std::clamp(m_memory / 4, kLeast, io::kMostInMemory);
}

std::uint64_t memoryPerThread(const Resources& resources) {
  const Resources resolved = flow::resolve(resources);
  return resolved.memoryBytes / resolved.threads;
}

Result<void> forEachRecording(
    std::size_t count, const Resources& resources, const JobContext& job,
    const std::function<Result<void>(SourceOpener& opener, std::size_t index, const std::stop_token& stop)>& body) {
  std::atomic<std::size_t> next = 0;
  flow::WorkerPool pool(job.stop);
  const auto threads = std::min<std::size_t>(flow::resolve(resources).threads, std::max<std::size_t>(count, 1));
  const std::uint64_t memory = memoryPerThread(resources);
  pool.start(static_cast<unsigned>(threads), [&](unsigned, const std::stop_token& stop) -> Result<void> {
    SourceOpener opener(memory);
    for (std::size_t i = next++; i < count; i = next++) {
      if (stop.stop_requested()) return fail(Error::cancelled());
      MASU_CHECK(body(opener, i, stop));
      job.progress.add(1);
    }
    return {};
  });
  return pool.wait();
}

}  // namespace masu::ingest
