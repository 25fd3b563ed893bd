// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/sources/source_bytes.h"
#include "core/ingest/sources/sources.h"
#include "core/io/archive_reader.h"
#include "core/io/file.h"
#include "core/io/file_stamp.h"
#include "core/io/unpack.h"

namespace masu::ingest {

/// The file that is or holds a source, as it was when it was opened.
struct SourceState {
  std::filesystem::path file;
  io::FileStamp stamp;

  /// Whether it still is.
  bool lasts() const;
};

struct DescribedSource {
  SourceContent content;
  SourceState state;
};

/// A header with the files that it names: the content of all of them, and the states in which they were.
struct DescribedRecording {
  SourceContent content;
  std::vector<SourceState> states;  ///< the header's first
};

/// Opens sources as files that can be read at any place: a plain file as it is, a packed one (gzip, zstd) and a member
/// of an archive unpacked, as io::unpackAll() does it. The front of each is held in memory, so that small ones are read
/// once, however many formats look at them. Keeps the archives it has opened, since reading the directory of one costs
/// as much as all its members. Threads: one at a time each.
class SourceOpener {
 public:
  /// What a source may unpack to; beyond it, it is to be unpacked by hand.
  static constexpr std::uint64_t kMostUnpacked = std::uint64_t{2} << 30;

  /// `memory`: bytes that the sources of this opener may take, 0 for no limit. A quarter of it, and no more than
  /// io::kMostInMemory, is for what is unpacked; the rest of that is written to the scratch folder.
  explicit SourceOpener(std::uint64_t memory = 0) : m_memory(memory) {}

  std::uint64_t memory() const { return m_memory; }

  /// Errors: no such file or member; encrypted, damaged or a bomb; larger than kMostUnpacked.
  Result<io::File> open(const std::filesystem::path& path);

  /// The file stays open for an open() that follows. From here on to describedWhole() files that a header names are
  /// described as well.
  Result<DescribedSource> describe(const std::filesystem::path& path);

  /// open() of a file that a header names.
  Result<io::File> openNamed(const std::filesystem::path& path);

  /// Whether what is opened is being described.
  bool describes() const { return m_named.has_value(); }

  /// `header`, as describe() gave it, with what openNamed() opened since.
  DescribedRecording describedWhole(DescribedSource header);

 private:
  struct Archive {
    io::ArchiveReader reader;
    SourceState state;
  };
  struct Member {
    Archive* archive = nullptr;
    std::size_t place = 0;
  };

  /// One of the two.
  struct Found {
    io::File file;
    std::optional<Member> member;
  };

  std::uint64_t unpackedInMemory() const;
  Result<DescribedSource> look(const std::filesystem::path& path);
  Result<Found> find(const std::filesystem::path& path);
  Result<Member> memberAt(const MemberPath& path);

  std::map<std::filesystem::path, Archive> m_archives;
  std::filesystem::path m_lastArchive;  ///< that a member was opened of
  io::File m_described;
  std::optional<std::vector<DescribedSource>> m_named;  ///< files that headers name, while they are described
  std::uint64_t m_memory;
};

/// What the opener of each thread may take of the budget.
std::uint64_t memoryPerThread(const Resources& resources);

/// Calls body(opener, i, stop) for each of `count` recordings, in no order, on as many threads as `resources` allow;
/// each has an opener of its own, so that an archive is opened once a thread. Counts a step of progress each.
/// Errors: the first of `body`; cancelled.
Result<void> forEachRecording(
    std::size_t count, const Resources& resources, const JobContext& job,
    const std::function<Result<void>(SourceOpener& opener, std::size_t index, const std::stop_token& stop)>& body);

}  // namespace masu::ingest
