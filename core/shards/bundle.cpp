#include "core/shards/bundle.h"

#include <algorithm>

#include <fcntl.h>

#include "core/io/archive_writer.h"
#include "core/io/file.h"

namespace masu::shards {

Format bundledFormat(const store::Dataset& dataset) {
  return dataset.meta().kind == store::SampleKind::table ? Format::csv : Format::npy;
}

std::uint64_t bundleOverhead(const std::vector<std::string>& paths) {
  // A member's local header and its entry in the directory, each with the sizes of Zip64, and what ends the archive.
  constexpr std::uint64_t kMemberBytes = 30 + 20 + 46 + 20;
  constexpr std::uint64_t kEndBytes = 22 + 56 + 20;
  std::uint64_t bytes = kEndBytes;
  for (const std::string& path : paths) bytes += kMemberBytes + 2 * path.size();
  return bytes;
}

namespace {

/// Moves one file into the archive, whose space it gives back block by block.
Result<void> packFile(io::ArchiveWriter& writer, const std::filesystem::path& path, const std::string& name,
                      std::vector<std::byte>& buffer, const JobContext& job) {
  // Half of a file must never pass for the whole of it, should the export be continued.
  std::filesystem::path packing = path;
  packing += ".packing";
  std::error_code error;
  std::filesystem::rename(path, packing, error);
  if (error) return fail(Error::fromErrno(error.value(), path.string()));
  MASU_TRY(const io::File file, io::File::openReadWrite(packing));
  MASU_TRY(const std::uint64_t size, file.size());
  MASU_CHECK(writer.begin(name, io::ArchiveWriter::Method::stored));
  for (std::uint64_t at = 0; at < size; at += buffer.size()) {
    if (job.stopRequested()) return fail(Error::cancelled());
    buffer.resize(std::min(kPackingBytes, size - at));
    MASU_CHECK(file.readAt(at, buffer));
    MASU_CHECK(writer.append(buffer));
    // Best effort: where holes are unknown, the disk holds the file twice until it is packed.
    ::fallocate(file.descriptor(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(at),
                static_cast<off_t>(buffer.size()));
    job.progress.add(buffer.size());
  }
  MASU_CHECK(writer.end());
  std::filesystem::remove(packing, error);
  return {};
}

}  // namespace

Result<void> packBundle(const std::filesystem::path& folder, const std::vector<std::string>& paths,
                        const std::filesystem::path& archive, const JobContext& job) {
  std::uint64_t total = 0;
  std::error_code ignored;
  for (const std::string& path : paths) total += std::filesystem::file_size(folder / path, ignored);
  job.progress.begin(MASU_TEXT("core", "Packing the bundle"), total, Progress::Unit::bytes);
  MASU_TRY(io::ArchiveWriter writer, io::ArchiveWriter::create(archive));
  std::vector<std::byte> buffer;
  for (const std::string& path : paths) MASU_CHECK(packFile(writer, folder / path, path, buffer, job));
  return writer.finish();
}

}  // namespace masu::shards
